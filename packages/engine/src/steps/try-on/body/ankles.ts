import { REGIONS, type RegionMap } from '../../../analysis.ts';
import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { boxWhere } from '../../../pixels/crop.ts';
import { point } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';

/** Least distance from both ankles down to the shoes, in torso lengths. Ankles that are higher are guesses. */
const TO_SHOES_MIN = 0.2;
/** Least width of two shoes, in torso lengths. A narrower box shows one. */
const SHOES_MIN = 0.3;
/** Least pixels of a part of a shoe, as a share of the largest part. Smaller parts are scraps, such as a hem's. */
const SHOE_SHARE_MIN = 0.2;
/** Height of an ankle between the upper and the lower end of the shoes, as a share. */
const INTO_SHOES = 0.25;

/**
 * The ankles of both sides above the shoes, if the shoes lie far below both detected ankles; otherwise null. A long
 * skirt hides such ankles.
 */
export function anklesAtShoes(
  found: readonly [Point, Point],
  { width, height, labels, scale }: Pick<RegionMap, 'width' | 'height' | 'labels' | 'scale'>,
  torsoLength: number,
): readonly [Point, Point] | null {
  const shoes = REGIONS.indexOf('shoes');
  const parts = findComponents(
    maskOf(labels.length, (i) => labels[i] === shoes),
    width,
    height,
  );
  const partMin = SHOE_SHARE_MIN * (parts.sizes[largestComponent(parts)] ?? 0);
  if (partMin === 0) return null;
  const box = boxWhere({ width, height }, (i) => parts.labels[i] > 0 && parts.sizes[parts.labels[i]] >= partMin);
  const isBelow = found.every(({ y }) => box.top * scale - y > TO_SHOES_MIN * torsoLength);
  if (!isBelow || box.width * scale < SHOES_MIN * torsoLength) return null;
  const at = (share: number) =>
    point((box.left + share * box.width) * scale, (box.top + INTO_SHOES * box.height) * scale);
  const [left, right] = [at(0.25), at(0.75)];
  return found[0].x <= found[1].x ? [left, right] : [right, left];
}
