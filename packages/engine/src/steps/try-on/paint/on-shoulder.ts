import { add } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';

/**
 * Greatest height of old clothes above a shoulder, in shoulder widths. Measured: 0.08 for a turned-down collar with a
 * bow.
 */
const STOOD_OFF = 0.1;
/** Least coverage of a pixel of the new garment. */
const COVERED = 0.5;

/**
 * Returns whether a place is close above the new garment on a shoulder, between its neck and the joint. The garment
 * lies on the skin there, so person pixels above it are the old collar, its bow or its hood. Beyond the joint an arm
 * leaves the garment.
 */
export function onShoulder(
  { placement, body }: Scene,
  { neckHalf }: GarmentFit,
  cover: Float32Array,
): (p: Point) => boolean {
  const { width, height, scale } = placement;
  const joints = SIDES.map((side) => Math.abs(body.torsoPlace(body.joints.shoulder[side]).offset));
  const steps = Array.from({ length: Math.ceil(STOOD_OFF * body.shoulderWidth * scale) }, (_, k) => (k + 1) / scale);
  return (p) => {
    const { offset } = body.torsoPlace(p);
    if (Math.abs(offset) < neckHalf || Math.abs(offset) > joints[offset > 0 ? 1 : 0]) return false;
    return steps.some((depth) => {
      const { x, y } = placement.toOutput(add(p, body.down, depth));
      const [column, row] = [Math.floor(x), Math.floor(y)];
      return column >= 0 && row >= 0 && column < width && row < height && cover[row * width + column] > COVERED;
    });
  };
}
