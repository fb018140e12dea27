import { alongPolyline } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { SIDES } from '../body/side.ts';
import type { LowerSpan } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';

/** Greatest slope of a trouser leg's hem over its width, as a share of the torso. */
const SLANT = 0.15;
/** Step along a leg, as a share of it. */
const STEP = 0.005;
/** Least coverage of a pixel of cloth. */
const CLOTH = 0.5;

/**
 * Returns whether a point is on the visible part of a leg below trousers, shorts or a skirt. It begins at the end of
 * the drawn cloth, which may be above the line between the hem's corners. `cover` is the coverage of each output pixel.
 */
export function seenLegs({ body, placement }: Scene, span: LowerSpan, cover: Float32Array): (p: Point) => boolean {
  const { width, height } = placement;
  const isCovered = (p: Point) => {
    const { x, y } = placement.toOutput(p);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < width && row < height && cover[row * width + column] > CLOTH;
  };
  const { hip, knee, ankle } = body.joints;
  const hems = SIDES.map((side) => {
    const leg = [hip[side], knee[side], ankle[side]];
    for (let t = 1; t > 0; t -= STEP) {
      const { at } = alongPolyline(leg, t);
      if (isCovered(at)) return body.torsoPlace(at).share;
    }
    return span.hems[side];
  });
  const lowest = new Int32Array(width).fill(height);
  for (let i = 0; i < cover.length; i++) if (cover[i] > CLOTH) lowest[i % width] = Math.floor(i / width);
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const hem = hems[offset > 0 ? 1 : 0];
    if (share > hem) return true;
    const { x, y } = placement.toOutput(p);
    return share > hem - SLANT && y > (lowest[Math.floor(x)] ?? height);
  };
}
