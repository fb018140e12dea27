import { REGIONS, type RegionMap } from '../../../analysis.ts';
import { distance, pixelMiddle } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';

/** Farthest that an ankle lies from the nearest pixel of a shoe, as a share of the torso's length: where it is farther a long skirt hides it, and it was guessed. */
const TO_SHOE_MAX = 0.2;
/** Pixels of shoes below which they say nothing. */
const SHOE_PIXELS_MIN = 80;
/** Two shoes lie at least this far apart, as a share of the torso's length. */
const APART_MIN = 0.12;
/** Where an ankle is between the uppermost and the lowest pixel of a shoe. */
const INTO_SHOE = 0.25;

/** The ankles of both sides above the shoes where these lie far below both that were found, which a long skirt hides; null where they do not. */
export function anklesAtShoes(
  found: readonly [Point, Point],
  { width, labels, scale }: RegionMap,
  torsoLength: number,
): readonly [Point, Point] | null {
  const shoes = REGIONS.indexOf('shoes');
  const pixels: Point[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i] === shoes) pixels.push(pixelMiddle(i, width, scale));
  const isBelow = pixels.every((pixel) =>
    found.every((ankle) => pixel.y > ankle.y && distance(pixel, ankle) > TO_SHOE_MAX * torsoLength),
  );
  if (pixels.length < SHOE_PIXELS_MIN || !isBelow) return null;
  const middle = median(pixels.map(({ x }) => x));
  const shoesOfSides = [pixels.filter(({ x }) => x < middle), pixels.filter(({ x }) => x >= middle)];
  if (shoesOfSides.some((shoe) => shoe.length < SHOE_PIXELS_MIN / 2)) return null;
  const [left, right] = shoesOfSides.map(ankleAbove);
  // One shoe alone is seen.
  if (right.x - left.x < APART_MIN * torsoLength) return null;
  return found[0].x <= found[1].x ? [left, right] : [right, left];
}

/** Where the ankle is in a shoe. */
function ankleAbove(shoe: readonly Point[]): Point {
  const heights = shoe.map(({ y }) => y);
  const top = Math.min(...heights);
  const across = shoe.reduce((sum, { x }) => sum + x, 0) / shoe.length;
  return { x: across, y: top + INTO_SHOE * (Math.max(...heights) - top) };
}
