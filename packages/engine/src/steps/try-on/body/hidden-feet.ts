import type { PersonAnalysis } from '../../../analysis.ts';
import { regionArea, regionAt } from '../../person/region-at.ts';
import type { Joints } from './joints.ts';
import type { Legs } from './leg-shape.ts';
import { SIDES } from './side.ts';
import type { WornEnds } from './worn-ends.ts';

/**
 * Least area of visible shoes and feet, in squares of the shoulders' width. Two shoes from the front have 0.16 or more.
 */
const SEEN_MIN = 0.1;
/** Place on a leg where its foot begins, 0 at the hip, 1 at the ankle. */
export const FOOT_FROM = 0.97;
/** Step down a leg, and the farthest place that cloth over a foot reaches, as shares of the leg. */
const STEP = 0.005;
const REACH = 1.25;

/**
 * Where the clothes below the waist end over hidden feet, as shares of the legs: from 1, the ankle, to 1.25. Null if
 * feet or shoes show, if the clothes end above bare skin, or if the photo does not show both ankles.
 */
export function endsOverFeet(
  person: PersonAnalysis,
  { ankle, kneesSeen }: Joints,
  legs: Legs,
  { legEnd }: WornEnds,
): readonly [left: number, right: number] | null {
  const { width, height } = person.raster;
  const isOutside = ankle.some(({ x, y }) => x < 0 || y < 0 || x >= width || y >= height);
  if (legEnd !== null || !kneesSeen || isOutside) return null;
  const shoes = regionArea(person, 'shoes');
  // Most people wear shoes, and places of skin on the legs cost more.
  if (shoes >= SEEN_MIN) return null;
  if (shoes + regionArea(person, 'skin', (place) => legs.place(place).along >= FOOT_FROM) >= SEEN_MIN) return null;
  const [left, right] = SIDES.map((side) => {
    let end = 1;
    for (let share = 1; share < REACH; share += STEP)
      if (regionAt(person.regions, legs.middle(side, share).at) === 'lower') end = share;
    return end;
  });
  return [left, right];
}
