import type { BodyFrame, PersonAnalysis } from '../../../analysis.ts';
import { add, dot, mix, segmentDistance, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { armPlace, armRadius } from './arm-place.ts';
import { centredArms } from './centred-arms.ts';
import { endsOverFeet } from './hidden-feet.ts';
import { jointsOf } from './joints.ts';
import { legsOf } from './leg-shape.ts';
import { photoReader } from './photo-at.ts';
import { shouldersOf } from './shoulder-line.ts';
import type { Side } from './side.ts';
import { expectedHalfWidth, torsoHalfWidths } from './torso-width.ts';
import { measureWorn } from './worn-ends.ts';

/** Least girth of a body in torso lengths, because turned shoulders look foreshortened. */
const GIRTH_MIN = 0.58;
/** Radius of a neck in radii of the face: hardly less than the jaw's. */
const NECK = 0.68;
/** Distance of the corners of the jaw below the middle of the face, in radii of the face. */
const JAW = 0.7;
/** Share of the torso from which cloth may stand off the body, and the assumed body width under it. */
const HANGS_FROM = 0.9;
const UNDER_CLOTH = 1.12;
/** Lower end of the hips, as a share of the torso. A top that reaches farther hides them. */
const HIPS_END = 1.15;

/**
 * A body, measured for the warps. Lengths along the torso are shares of it: 0 at the shoulders, 1 at the hips. Pixels
 * of the analysed raster.
 */
export type BodyModel = Readonly<ReturnType<typeof modelBody>>;

/** Builds the model of an analysed person. */
export function modelBody(person: PersonAnalysis) {
  const { frame, regions } = person;
  const { down, across, shoulderWidth, torsoLength, shoulderCentre: origin } = frame;
  const { wearsSkirt, wearsOuterwear } = regions;
  const photoAt = photoReader(person);
  const girth = Math.max(shoulderWidth, GIRTH_MIN * torsoLength);
  const joints = centredArms(jointsOf(person), photoAt, girth);
  const torso = torsoOf(frame);
  const arm = (p: Point, side: Side) => armPlace(joints, side, p, girth);
  const worn = measureWorn(person, joints, (share, aside) => add(torso.axis(share), across, aside * shoulderWidth));
  const halfWidth = torsoHalfWidths({ ...frame, ...worn, axis: torso.axis, photoAt, arm, wearsOuterwear });
  const hidesLegs = wearsSkirt || (joints.kneesSeen && worn.legsPart === null);
  const hangsTo = worn.hem !== null && worn.hem > HIPS_END ? worn.hem : 0;
  const wearsTrousers = !wearsSkirt || worn.legsPart !== null;
  const legs = legsOf(joints, girth, photoAt, wearsTrousers);
  return {
    joints,
    down,
    across,
    origin,
    torsoLength,
    shoulderWidth,
    /** The unit of limbs: the shoulders' width, or its least frontal width if the body is turned. */
    girth,
    ...torso,
    /** Distance from the axis to the torso's side. */
    halfWidth,
    /** The same without the space between the body and a worn skirt, or a top that hangs over the hips. */
    hipHalfWidth: (share: number, side: Side) =>
      share >= HANGS_FROM && (hidesLegs || share < hangsTo)
        ? Math.min(halfWidth(share, side), UNDER_CLOTH * expectedHalfWidth(share) * shoulderWidth)
        : halfWidth(share, side),
    arm,
    /**
     * Distance from a point in a direction to the edge of the person. Null if the picture ends first or the edge is
     * beyond `reach`.
     */
    edge: (from: Point, direction: Point, reach: number) => {
      for (let step = 2; step < reach; step++) {
        const seen = photoAt(add(from, direction, step));
        if (!seen) return null;
        if (seen.matte < 0.5) return step;
      }
      return null;
    },
    ...shouldersOf({ ...frame, joints, photoAt, wearsOuterwear }),
    /** The ends of the person's clothes. */
    worn,
    /** Where clothes end that hide the feet, as shares of the legs from 1, the ankle; null if feet or shoes show. */
    endsOverFeet: endsOverFeet(person, joints, legs, worn),
    /** True in a skirt or a dress. Its outline shows neither hips nor legs. */
    wearsSkirt,
    /** True in clothes with two legs: those that part, and all but skirts. */
    wearsTrousers,
    /** The place of a point on the nearest leg or foot. */
    leg: legs.place,
    legMiddle: legs.middle,
    ...neckOf(frame, torso),
    /** Radius of an arm at a share of its length, 0 shoulder to 1 wrist. */
    armRadius: (share: number) => girth * armRadius(share),
  };
}

/** The coordinates of a torso. */
function torsoOf({ shoulderCentre, hipCentre, down, across, torsoLength }: BodyFrame) {
  return {
    /** The torso's axis at a share; straight on beyond 1. */
    axis: (share: number) =>
      share <= 1 ? mix(shoulderCentre, hipCentre, share) : add(hipCentre, down, (share - 1) * torsoLength),
    /** Share along the torso of a point, and its distance to the right of the axis. */
    torsoPlace: (p: Point) => {
      const offset = subtract(p, shoulderCentre);
      return { share: dot(offset, down) / torsoLength, offset: dot(offset, across) };
    },
  };
}

/** The measures of a neck; infinite without a visible face. */
function neckOf(
  { faceVisible, faceCentre, faceRadius, shoulderCentre, torsoLength }: BodyFrame,
  { torsoPlace }: Pick<ReturnType<typeof torsoOf>, 'torsoPlace'>,
) {
  return {
    /** Share of the torso at the corners of the jaw. Negative, because it is above the shoulders. */
    jaw: faceVisible ? torsoPlace(faceCentre).share + (JAW * faceRadius) / torsoLength : Number.NEGATIVE_INFINITY,
    /** Distance from the line between face and shoulders in radii of the neck. */
    neckRadii: (p: Point) =>
      faceVisible
        ? segmentDistance(p, faceCentre, shoulderCentre).distance / (NECK * faceRadius)
        : Number.POSITIVE_INFINITY,
  };
}
