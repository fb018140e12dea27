import { type PersonAnalysis, REGIONS, type Region } from '../../../analysis.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import type { Joints } from './joints.ts';
import type { Legs } from './leg-shape.ts';
import { SIDES } from './side.ts';

/** Least area of visible shoes, in squares of the shoulders' width. Two shoes from the front have 0.16 or more. */
const SHOES_MIN = 0.1;
/** Place on a leg where its foot begins, 0 at the hip, 1 at the ankle. */
export const FOOT_FROM = 0.97;
/** Step down a leg, and the farthest place that cloth over a foot reaches, as shares of the leg. */
const STEP = 0.005;
const REACH = 1.25;

/**
 * Where the clothes over both feet end, as shares of the legs: 1 is the ankle. Null if a shoe or a bare foot shows, or
 * the photo ends above the ankles.
 */
export function endsOverFeet(person: PersonAnalysis, { ankle }: Joints, legs: Legs): readonly [number, number] | null {
  if (ankle.some(({ y }) => y >= person.raster.height)) return null;
  const isFoot = (place: Point) => legs.place(place).along >= FOOT_FROM;
  if (areaOf(person, 'shoes', () => true) + areaOf(person, 'skin', isFoot) >= SHOES_MIN) return null;
  const [left, right] = SIDES.map((side) => {
    let end = 1;
    for (let share = 1; share < REACH; share += STEP)
      if (regionAt(person.regions, legs.middle(side, share).at) === 'lower') end = share;
    return end;
  });
  return [left, right];
}

/** Area of a region where a place counts, in squares of the shoulders' width. */
export function areaOf(
  { regions: { labels, width, scale }, frame }: PersonAnalysis,
  region: Region,
  counts: (place: Point) => boolean,
): number {
  const wanted = REGIONS.indexOf(region);
  const covered = maskOf(labels.length, (i) => labels[i] === wanted && counts(pixelMiddle(i, width, scale)));
  return sumOf(covered) * (scale / frame.shoulderWidth) ** 2;
}
