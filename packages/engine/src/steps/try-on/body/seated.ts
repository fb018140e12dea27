import type { BodyFrame, GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { distance, mix } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import { type Joints, jointsOf } from './joints.ts';

/**
 * Least height of the hips over the higher knee, in torso lengths, with which trousers, and with which shorts, skirts
 * and dresses are put on. Measured: 58 people who stand or walk 0.49 and above; of two who sit, one (0.13) can wear
 * long trousers, one (−0.43) nothing.
 */
const UNDER_HIPS_MIN = { long: 0, short: 0.35 } as const;
/** Share of trousers that are legs, from which they reach over the knees: shorts reach 0.32, the next are 0.46. */
const LONG_LEGS_MIN = 0.4;

/**
 * How far down the torso, 0 shoulders to 1 hips, coats end that are refused on people who sit: shorter ones are drawn
 * up to the lap, of these most would lie on it. Measured on one who sits, from the shoulders, which a hood leaves where
 * they are: jackets reach 0.92 to 1.35, coats 1.46 to 1.70.
 */
const COAT_HEM_MIN = 1.4;
/** From one shoulder seam to the other, in distances of the joints. */
const SEAMS = 1.17;

/**
 * Throws EngineRejection for what people who sit cannot wear: what could not lie along their legs, and coats, which
 * would lie on their laps.
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

/** True where a knee lies hardly below the hips, so that a lap bends what hangs down over it. */
export function sits(joints: Joints, torsoLength: number): boolean {
  return underHipsOf(joints, torsoLength) < UNDER_HIPS_MIN.short;
}

/** Height of the hips over the higher knee, in torso lengths; infinite where the knees are not in the picture. */
function underHipsOf({ hip, knee, kneesSeen }: Joints, torsoLength: number): number {
  if (!kneesSeen) return Number.POSITIVE_INFINITY;
  return Math.min(...[0, 1].map((side) => knee[side].y - hip[side].y)) / torsoLength;
}

/** True for what has long sleeves and would reach far down over the thighs of a body. */
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

/** True for long trousers, of a jumpsuit too. */
function coversKnees({ category, landmarks }: GarmentAnalysis): boolean {
  const { waistbandLeft, waistbandRight, crotch, legHemInnerLeft, legHemInnerRight } = landmarks;
  const hem = mix(legHemInnerLeft, legHemInnerRight, 0.5);
  const whole = distance(mix(waistbandLeft, waistbandRight, 0.5), hem);
  return (category === 'trousers' || category === 'jumpsuit') && distance(crotch, hem) >= LONG_LEGS_MIN * whole;
}
