import type { PersonAnalysis } from '../../../analysis.ts';
import { add, dot, subtract, unit } from '../../../pixels/geometry.ts';
import type { Plane, Point } from '../../../pixels/raster.ts';
import { armSeenOn } from '../../person/arms.ts';
import { clothWhere, type Landmarks, SIDES, type SideName } from '../cloth.ts';

/**
 * Greatest distance of a shoulder's upper edge inwards of its joint, in shoulder widths. Measured: shoulders 0.01 to
 * 0.20 outwards, tips of collars 0.08 and 0.10 inwards, shoulders of people who turn 0.06 to 0.11 inwards. So it
 * applies only to open collars.
 */
const INWARDS_MAX = 0.05;
/** Length of the search for the edge of the cloth, obliquely up and outwards from the joint, in the same unit. */
const REACH = 0.25;

type ShoulderPoints = Pick<Landmarks, 'shoulderLeft' | 'shoulderRight'>;
type Wearer = Pick<PersonAnalysis, 'frame' | 'pose'>;

/**
 * Moves the shoulder points of a garment with an open collar over the wearer's shoulders. A point inwards of the joint
 * is the tip of the collar; it moves to the edge of the cloth above and outside the joint.
 */
export function shouldersOverJoints<Points extends ShoulderPoints>(
  points: Points,
  wearer: Wearer,
  alpha: Plane,
): Points {
  const isCloth = clothWhere(alpha.width, alpha.height, (i) => alpha.data[i] > 0.5);
  const [left, right] = SIDES.map((side) => shoulderOver(points[`shoulder${side}`], side, wearer, isCloth));
  return { ...points, shoulderLeft: left, shoulderRight: right };
}

function shoulderOver(found: Point, side: SideName, { frame, pose }: Wearer, isCloth: (p: Point) => boolean): Point {
  const joint = pose.landmarks[armSeenOn(side, frame).shoulder];
  const outwards = side === 'Left' ? -1 : 1;
  const out = outwards * dot(subtract(found, joint), frame.across);
  if (out >= -INWARDS_MAX * frame.shoulderWidth || !isCloth(joint)) return found;
  const oblique = unit(subtract(add({ x: 0, y: 0 }, frame.across, outwards), frame.down));
  for (let far = 1; far < REACH * frame.shoulderWidth; far++)
    if (!isCloth(add(joint, oblique, far))) return add(joint, oblique, far - 1);
  return found;
}
