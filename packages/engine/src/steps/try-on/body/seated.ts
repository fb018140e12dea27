import type { GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { distance, mix } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import { jointsOf } from './joints.ts';

/**
 * Least height of the hips over the higher knee, in torso lengths, with which trousers, and with which shorts, skirts and dresses are put on.
 * Measured: 58 people who stand or walk 0.49 and above; of two who sit, one (0.13) can wear long trousers, one (−0.43) nothing.
 */
const UNDER_HIPS_MIN = { long: 0, short: 0.35 } as const;
/** Share of trousers that are legs, from which they reach over the knees: shorts reach 0.32, the next are 0.46. */
const LONG_LEGS_MIN = 0.4;

/** Throws EngineRejection for trousers, shorts, skirts and dresses on people who sit so that these could not lie along their legs. */
export function rejectSeated(person: PersonAnalysis, garments: readonly GarmentAnalysis[]): void {
  const overLegs = garments.filter(({ category }) => category !== 'top');
  if (overLegs.length === 0) return;
  const { hip, knee, kneesSeen } = jointsOf(person);
  if (!kneesSeen) return;
  const underHips = Math.min(...[0, 1].map((side) => knee[side].y - hip[side].y)) / person.frame.torsoLength;
  const least = Math.max(...overLegs.map((garment) => UNDER_HIPS_MIN[coversKnees(garment) ? 'long' : 'short']));
  if (underHips >= least) return;
  const others = underHips >= UNDER_HIPS_MIN.long ? 'tops, jackets, long trousers' : 'tops, jackets';
  throw new EngineRejection(
    `The person in the person photo sits: trousers, shorts, skirts and dresses are fitted to legs that stand. Use a photo of the person standing; ${others} and accessories can be put on this one.`,
  );
}

/** True for long trousers. */
function coversKnees({ category, landmarks }: GarmentAnalysis): boolean {
  const { waistbandLeft, waistbandRight, crotch, legHemInnerLeft, legHemInnerRight } = landmarks;
  const hem = mix(legHemInnerLeft, legHemInnerRight, 0.5);
  const whole = distance(mix(waistbandLeft, waistbandRight, 0.5), hem);
  return category === 'trousers' && distance(crotch, hem) >= LONG_LEGS_MIN * whole;
}
