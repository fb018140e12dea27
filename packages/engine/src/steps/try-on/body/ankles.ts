import { REGIONS, type RegionMap } from '../../../analysis.ts';
import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { distance, pixelMiddle } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';

/**
 * Greatest distance of an ankle from the nearest pixel of a shoe, as a share of the torso's length. An ankle farther
 * away is a guess under a long skirt.
 */
const TO_SHOE_MAX = 0.2;
/** Fewer pixels of shoes are ignored. */
const SHOE_PIXELS_MIN = 80;
/**
 * Least pixels of a part of a shoe, as a share of the largest part. Smaller parts are scraps, such as the hem above the
 * shoes.
 */
const SHOE_PART_MIN = 0.2;
/** Two shoes lie at least this far apart, as a share of the torso's length. */
const APART_MIN = 0.12;
/** Height of an ankle between the uppermost and the lowest pixel of a shoe, as a share. */
const INTO_SHOE = 0.25;

/**
 * The ankles of both sides above the shoes, if the shoes lie far below both detected ankles; otherwise null. A long
 * skirt hides such ankles.
 */
export function anklesAtShoes(
  found: readonly [Point, Point],
  regions: Pick<RegionMap, 'width' | 'height' | 'labels' | 'scale'>,
  torsoLength: number,
): readonly [Point, Point] | null {
  const pixels = shoePixels(regions);
  const isBelow = pixels.every((pixel) =>
    found.every((ankle) => pixel.y > ankle.y && distance(pixel, ankle) > TO_SHOE_MAX * torsoLength),
  );
  if (pixels.length < SHOE_PIXELS_MIN || !isBelow) return null;
  const middle = median(pixels.map(({ x }) => x));
  const shoesOfSides = [pixels.filter(({ x }) => x < middle), pixels.filter(({ x }) => x >= middle)];
  if (shoesOfSides.some((shoe) => shoe.length < SHOE_PIXELS_MIN / 2)) return null;
  const [left, right] = shoesOfSides.map(ankleAbove);
  // The photo shows one shoe.
  if (right.x - left.x < APART_MIN * torsoLength) return null;
  return found[0].x <= found[1].x ? [left, right] : [right, left];
}

/** Middles of the pixels of shoes, without scraps. */
function shoePixels({
  width,
  height,
  labels,
  scale,
}: Pick<RegionMap, 'width' | 'height' | 'labels' | 'scale'>): Point[] {
  const shoes = REGIONS.indexOf('shoes');
  const parts = findComponents(
    maskOf(labels.length, (i) => labels[i] === shoes),
    width,
    height,
  );
  const pixelsMin = SHOE_PART_MIN * (parts.sizes[largestComponent(parts)] ?? 0);
  const pixels: Point[] = [];
  parts.labels.forEach((part, i) => {
    if (part && parts.sizes[part] >= pixelsMin) pixels.push(pixelMiddle(i, width, scale));
  });
  return pixels;
}

/** The place of the ankle in a shoe. */
function ankleAbove(shoe: readonly Point[]): Point {
  const heights = shoe.map(({ y }) => y);
  const top = Math.min(...heights);
  const across = shoe.reduce((sum, { x }) => sum + x, 0) / shoe.length;
  return { x: across, y: top + INTO_SHOE * (Math.max(...heights) - top) };
}
