import { add, between, type Vector } from '../maths/vector.ts';
import { blend, bounded, chain, ellipsoid, type Field, rod } from '../shapes/field.ts';

/**
 * A finger: where its knuckle sits, how long it is, how thick at the base, and how far it bends at each joint
 * (radians).
 */
interface Finger {
  readonly knuckle: Vector;
  readonly length: number;
  readonly radius: number;
  readonly bend: readonly [number, number, number];
  /** Sideways lean, centimetres at the tip. */
  readonly lean: number;
}

/** Shares of a finger's length taken by its three bones. */
const boneShares = [0.47, 0.3, 0.23] as const;

/** A relaxed hand: bend grows towards the little finger. */
const fingers: readonly Finger[] = [
  { knuckle: [-2.75, -8.9, 0.1], length: 7.1, radius: 0.88, bend: [0.2, 0.3, 0.18], lean: -0.1 },
  { knuckle: [-0.9, -9.2, 0.25], length: 7.9, radius: 0.9, bend: [0.27, 0.38, 0.22], lean: 0 },
  { knuckle: [0.9, -8.8, 0.15], length: 7.3, radius: 0.85, bend: [0.33, 0.44, 0.25], lean: 0.05 },
  { knuckle: [2.45, -7.9, -0.1], length: 5.8, radius: 0.74, bend: [0.38, 0.46, 0.28], lean: 0.25 },
];

/** Points along a finger from knuckle to tip. */
function joints(finger: Finger): Vector[] {
  const points: Vector[] = [finger.knuckle];
  let angle = 0;
  boneShares.forEach((share, i) => {
    angle += finger.bend[i];
    const step = finger.length * share;
    const last = points[points.length - 1];
    points.push(add(last, [finger.lean * share, -Math.cos(angle) * step, -Math.sin(angle) * step]));
  });
  return points;
}

/** A finger with slightly thicker joints and a soft pad at the tip. */
function fingerField(finger: Finger): Field {
  const [knuckle, first, second, tip] = joints(finger);
  const r = finger.radius;
  const shaft = chain(
    [knuckle, between(knuckle, first, 0.5), first, between(first, second, 0.5), second, tip],
    [r * 1.12, r * 0.98, r * 0.97, r * 0.86, r * 0.84, r * 0.66],
  );
  return blend(0.3, shaft, ellipsoid(add(tip, [0, 0.1, -0.12]), [r * 0.66, r * 0.9, r * 0.62]));
}

/**
 * A right-sized adult hand (17 cm) hanging down from the wrist at the origin. Its fingers point along −y, the thumb
 * towards −x, the back of the hand towards +z. Proportions after Greiner, "Hand anthropometry of U.S. Army personnel"
 * (1991).
 */
export function handField(): Field {
  const bones = fingers.map((finger) => rod([finger.knuckle[0] * 0.55, -1, 0], finger.knuckle, 1.2, 0.98));
  const palm = blend(
    1.1,
    ...bones,
    ellipsoid([0.1, -5, -0.35], [3.2, 4.2, 1.25]),
    ellipsoid([-2.1, -4.4, -0.9], [1.45, 2.9, 1.25], 0.3),
    ellipsoid([2.1, -4.6, -0.8], [1.1, 3, 1.1]),
    ellipsoid([0, 0, 0], [2.55, 2.4, 1.75]),
  );
  const thumb = chain(
    [
      [-1.6, -2.2, -0.7],
      [-3.8, -5.3, -1.2],
      [-4.5, -8.1, -1.7],
      [-4.7, -10.3, -2.3],
    ],
    [1.25, 1.05, 0.93, 0.7],
  );
  const web = ellipsoid([-2.9, -6.4, -0.9], [0.9, 1.6, 0.7], 0.5);
  const digits = fingers.map(fingerField);
  const separate: Field = (x, y, z) => Math.min(...digits.map((digit) => digit(x, y, z)));
  return bounded(blend(0.45, blend(1, palm, thumb, web), separate), [-0.5, -8, -1], 14);
}
