import type { BodyFrame, GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { add, alongPolyline, clamp, distance, dot, subtract } from '../../../pixels/geometry.ts';
import { type Plane, type Point, valueAt } from '../../../pixels/raster.ts';
import { armSeenOn, LANDMARK } from '../../person/body-frame.ts';
import { regionAt } from '../../person/region-at.ts';
import { type Landmarks, SIDES, type SideName } from '../cloth.ts';

/** Share of the arm, 0 shoulder to 1 wrist, from which a sleeve covers the elbow, and that from which it is long. */
const MID_FROM = 0.5;
const LONG_FROM = 0.8;
/** Least visibility of an elbow. Below it, the arm is behind the back and shows no sleeve. */
const SEEN_MIN = 0.5;
/** Step along an arm, and greatest gap in the cloth of one sleeve; shares of the arm. */
const STEP = 0.02;
const GAP = 0.07;
/**
 * Range of the arm below the end of a sleeve that shows skin if it is bare; above are seams and shadows. Then the least
 * share of skin (measured on 21 people: 0.75 and above below short sleeves, none below long ones).
 */
const BARE_FROM = 0.04;
const BARE_TO = 0.2;
const BARE_MIN = 0.6;
/** Search range for the edge of a sleeve from the bone, and its bounds, in shoulder widths. */
const REACH = 0.24;
const HALF_MIN = 0.06;
const HALF_MAX = 0.19;
/** Place of an armpit, as a share of the arm. */
const ARMPIT = 0.25;
/**
 * A forearm lies on the chest if its wrist is this far inwards of the shoulder (shoulder widths) or this near to it
 * (arm lengths).
 */
const CROSSED_MIN = 0.3;
const FOLDED_MAX = 0.55;
/** Greatest distance of a hem below a cuff, in shoulder widths, for a hem that ends between the sleeves. */
const HEM_BELOW_CUFF = 0.22;

/** The arm in a sleeve. */
interface Arm {
  readonly side: SideName;
  readonly bone: readonly [shoulder: Point, elbow: Point, wrist: Point];
  /** Share of the arm at the end of the sleeve. */
  readonly end: number;
  /** True if the forearm lies on the chest. */
  readonly isCrossed: boolean;
  /** True if the arm is bare below the sleeve. */
  readonly isBare: boolean;
}

/** The sleeves by the wearer's arms. The good sleeve is that of the other arm if one lies on the chest. */
type WornSleeves = Pick<GarmentAnalysis, 'sleeves' | 'goodSleeve' | 'isFrontHidden'>;

/**
 * Finds long sleeves by the arms in them, because the outline does not show an arm on the body. Moves the landmarks.
 * Null if an elbow is hidden, or if the sleeves do not reach the elbows, where the outline is more exact.
 */
export function findWornSleeves(landmarks: Landmarks, wearer: PersonAnalysis, alpha: Plane): WornSleeves | null {
  const elbows = [LANDMARK.elbowLeft, LANDMARK.elbowRight].map((joint) => wearer.pose.landmarks[joint]);
  if (elbows.some(({ visibility }) => visibility < SEEN_MIN)) return null;
  const isCloth = (p: Point) => valueAt(alpha, p) > 0.5;
  const [left, right] = SIDES.map((side) => armOf(wearer, side, isCloth));
  // Both sleeves have one length. If one is seen to end, cloth farther along the other, possibly misplaced arm is the
  // trunk.
  if ([left, right].some(({ end, isBare }) => isBare && end < MID_FROM)) return null;
  const end = Math.max(left.end, right.end);
  if (end < MID_FROM || (left.isCrossed && right.isCrossed)) return null;
  const chest = (landmarks.armpitLeft.y + landmarks.armpitRight.y) / 2;
  for (const arm of [left, right]) layOnArm(landmarks, arm, wearer.frame, isCloth);
  return {
    sleeves: end < LONG_FROM ? 'mid' : 'long',
    goodSleeve: left.isCrossed ? 'right' : right.isCrossed ? 'left' : null,
    isFrontHidden: [left, right].some((arm) => arm.isCrossed && arm.bone[2].y < chest),
  };
}

function armOf({ pose, frame, regions }: PersonAnalysis, side: SideName, isCloth: (p: Point) => boolean): Arm {
  const { shoulder, elbow, wrist } = armSeenOn(side, frame);
  const bone = [pose.landmarks[shoulder], pose.landmarks[elbow], pose.landmarks[wrist]] as const;
  let end = 0;
  for (let t = 0; t <= 1 && t - end <= GAP; t += STEP) if (isCloth(alongPolyline(bone, t).at)) end = t;
  const inwards = dot(subtract(bone[2], bone[0]), frame.across) * (side === 'Left' ? 1 : -1);
  const length = distance(bone[0], bone[1]) + distance(bone[1], bone[2]);
  const isCrossed = inwards > CROSSED_MIN * frame.shoulderWidth || distance(bone[0], bone[2]) < FOLDED_MAX * length;
  const below = Array.from({ length: Math.round((BARE_TO - BARE_FROM) / STEP) }, (_, k) => end + BARE_FROM + k * STEP);
  const skin = below.filter((t) => t <= 1 && regionAt(regions, alongPolyline(bone, t).at) === 'skin');
  const isBare = skin.length > BARE_MIN * below.length;
  return { side, bone, end, isCrossed, isBare };
}

/** The edges of a sleeve at a share of its arm, and whether the inner one borders on background. */
function edgesAt({ bone, side }: Arm, share: number, shoulderWidth: number, isCloth: (p: Point) => boolean) {
  const { at, direction } = alongPolyline(bone, share);
  const outwards = side === 'Left' ? { x: -direction.y, y: direction.x } : { x: direction.y, y: -direction.x };
  const reachOf = (sign: 1 | -1) => {
    let step = 1;
    while (step < REACH * shoulderWidth && isCloth(add(at, outwards, sign * step))) step++;
    return step / shoulderWidth;
  };
  const [out, into] = [reachOf(1), reachOf(-1)];
  const half = clamp(out, HALF_MIN, HALF_MAX);
  const isApart = into < REACH * 0.98;
  const inner = isApart ? clamp(into, HALF_MIN, HALF_MAX) : half;
  return { outer: add(at, outwards, half * shoulderWidth), inner: add(at, outwards, -inner * shoulderWidth), isApart };
}

function layOnArm(landmarks: Landmarks, arm: Arm, frame: BodyFrame, isCloth: (p: Point) => boolean): void {
  const { shoulderWidth, across } = frame;
  const { side } = arm;
  const at = (share: number) => edgesAt(arm, share, shoulderWidth, isCloth);
  const upper = distance(arm.bone[0], arm.bone[1]);
  const elbow = at(upper / (upper + distance(arm.bone[1], arm.bone[2])));
  const cuff = at(arm.end);
  landmarks[`elbowOuter${side}`] = elbow.outer;
  landmarks[`elbowInner${side}`] = elbow.inner;
  landmarks[`cuffOuter${side}`] = cuff.outer;
  landmarks[`cuffInner${side}`] = cuff.inner;
  const pit = at(ARMPIT);
  if (!pit.isApart) landmarks[`armpit${side}`] = pit.inner;
  if (arm.isCrossed) return;
  const outwards = side === 'Left' ? -1 : 1;
  const isBeyond = (p: Point, edge: Point) => dot(subtract(p, edge), across) * outwards > 0;
  const hem = landmarks[`hem${side}`];
  const reachesHem = hem.y < cuff.inner.y + HEM_BELOW_CUFF * shoulderWidth;
  const besideWaist = reachesHem ? elbow.inner : cuff.inner;
  if (isBeyond(landmarks[`waist${side}`], besideWaist)) landmarks[`waist${side}`] = besideWaist;
  if (reachesHem && isBeyond(hem, cuff.inner))
    landmarks[`hem${side}`] = lowestCloth(add(cuff.inner, across, -outwards * 0.02 * shoulderWidth), frame, isCloth);
}

/** The lowest cloth near a point, straight above or below it. */
function lowestCloth({ x, y }: Point, { shoulderWidth }: BodyFrame, isCloth: (p: Point) => boolean): Point {
  for (let step = 0.5 * shoulderWidth; step > -shoulderWidth; step--)
    if (isCloth({ x, y: y + step })) return { x, y: y + step };
  return { x, y };
}
