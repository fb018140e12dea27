import type { Point } from '../../../pixels/raster.ts';
import type { Scene } from '../scene.ts';

/** Widest strip of the old garment between the new one and the background that is background, in shoulder widths. */
const STRIP = 0.06;
/** Least coverage of a pixel of the new garment, and the share of the person below which a pixel is background. */
const COVERED = 0.5;
const OUTSIDE = 0.5;

/**
 * Returns whether a place lies in a thin strip beside the new garment, across the body. Skin or trousers a few pixels
 * wide would look like a tear.
 */
export function thinStrip({ placement, body, matte }: Scene, cover: Float32Array): (p: Point) => boolean {
  const { width, height, scale } = placement;
  const { across } = body;
  const most = STRIP * body.shoulderWidth * scale;
  return (p) => {
    const from = placement.toOutput(p);
    const outwards = body.torsoPlace(p).offset > 0 ? 1 : -1;
    const stepsTo = (direction: number, holds: (pixel: number) => boolean) => {
      for (let step = 1; step < most; step++) {
        const x = Math.floor(from.x + direction * step * across.x);
        const y = Math.floor(from.y + direction * step * across.y);
        if (x < 0 || y < 0 || x >= width || y >= height) break;
        if (holds(y * width + x)) return step;
      }
      return Number.POSITIVE_INFINITY;
    };
    const toGarment = stepsTo(-outwards, (i) => cover[i] > COVERED);
    return toGarment + stepsTo(outwards, (i) => matte[i] < OUTSIDE) <= most;
  };
}
