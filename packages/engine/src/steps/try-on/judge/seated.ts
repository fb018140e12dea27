import type { BodyFrame, GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { distance, mix } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import { jointsOf, sits, UNDER_HIPS_MIN, underHipsOf } from '../body/joints.ts';

/**
 * Least share of trousers that is legs if they cover the knees. Measured: shorts reach 0.32, longer ones begin at 0.46.
 */
const LONG_LEGS_MIN = 0.4;

/**
 * Shortest hem of coats that are refused on people who sit, in torso lengths from the shoulders. Shorter ones end at
 * the lap; most of a longer one would lie on it. Measured: jackets reach 0.92 to 1.35, coats 1.46 to 1.70.
 */
const COAT_HEM_MIN = 1.4;
/** Distance between the shoulder seams, in distances of the joints. */
const SEAMS = 1.17;

/**
 * Throws EngineRejection for garments that do not suit people who sit: those that would not follow their legs, and
 * coats that would cover their laps.
 */
export function rejectSeated(person: PersonAnalysis, garments: readonly GarmentAnalysis[]): void {
  const joints = jointsOf(person);
  const { torsoLength } = person.frame;
  rejectOverLegs(underHipsOf(joints, torsoLength), garments);
  if (sits(joints, torsoLength) && garments.some((garment) => isCoat(garment, person.frame)))
    throw new EngineRejection(
      'The person in the person photo sits, and a coat this long needs a standing person. Use a photo of the person standing; this one takes short jackets, tops and accessories.',
    );
}

/** True for a garment with long sleeves that would reach far down the thighs of a body. */
function isCoat({ category, sleeves, landmarks }: GarmentAnalysis, { shoulderWidth, torsoLength }: BodyFrame): boolean {
  if (category !== 'top' || sleeves !== 'long') return false;
  const { shoulderLeft, shoulderRight, hemLeft, hemRight } = landmarks;
  const scale = (SEAMS * shoulderWidth) / distance(shoulderLeft, shoulderRight);
  const length = distance(mix(shoulderLeft, shoulderRight, 0.5), mix(hemLeft, hemRight, 0.5)) * scale;
  return length / torsoLength > COAT_HEM_MIN;
}

function rejectOverLegs(underHips: number, garments: readonly GarmentAnalysis[]): void {
  const overLegs = garments.filter(({ category }) => category !== 'top');
  if (overLegs.length === 0) return;
  const least = Math.max(...overLegs.map((garment) => UNDER_HIPS_MIN[coversKnees(garment) ? 'long' : 'short']));
  if (underHips >= least) return;
  const others = underHips >= UNDER_HIPS_MIN.long ? 'tops, jackets, long trousers' : 'tops, jackets';
  throw new EngineRejection(
    `The person in the person photo sits; trousers, shorts, skirts, dresses and jumpsuits need a standing person. Use a photo of the person standing; this one takes ${others} and accessories.`,
  );
}

/** True for long trousers and for jumpsuits with them. */
function coversKnees({ category, landmarks }: GarmentAnalysis): boolean {
  const { waistbandLeft, waistbandRight, crotch, legHemInnerLeft, legHemInnerRight } = landmarks;
  const hem = mix(legHemInnerLeft, legHemInnerRight, 0.5);
  const whole = distance(mix(waistbandLeft, waistbandRight, 0.5), hem);
  return (category === 'trousers' || category === 'jumpsuit') && distance(crotch, hem) >= LONG_LEGS_MIN * whole;
}
