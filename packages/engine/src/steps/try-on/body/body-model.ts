import type { PersonAnalysis, Region } from '../../../analysis.ts';
import { add, clamp, dot, interpolate, mix, segmentDistance, subtract } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Joints, jointsOf } from './joints.ts';
import { type LegPlace, legsOf } from './leg-shape.ts';
import { type Look, lookAt } from './look.ts';
import { measureWorn, type WornEnds, wearsCoat } from './worn-ends.ts';

/** 0 is the left side of the picture, 1 the right. */
export type Side = 0 | 1;
/** Both sides, left first. */
export const SIDES: readonly Side[] = [0, 1];

/** −1 for the left side of the picture, 1 for the right. */
export const signOf = (side: Side) => (side === 0 ? -1 : 1);

/** Where a point lies on an arm. */
export interface ArmPlace {
  /** Distance from the bone in arm radii: 1 is the surface. */
  readonly radii: number;
  /** 0 at the shoulder, 0.5 at the elbow, 1 at the wrist. */
  readonly along: number;
  /** Distance from the hand in hand radii. */
  readonly hand: number;
}

/** A body as warps need it. Lengths along the torso are shares of it: 0 at the shoulders, 1 at the hips. Pixels of the analysed raster. */
export interface BodyModel {
  readonly joints: Joints;
  readonly down: Point;
  readonly across: Point;
  readonly origin: Point;
  readonly torsoLength: number;
  readonly shoulderWidth: number;
  /** What limbs are measured by: the shoulders' width, or as wide as they would be seen from the front at least. */
  readonly girth: number;
  /** The torso's axis at a share; beyond 1 it goes on straight. */
  axis(share: number): Point;
  /** From the axis to the torso's side. */
  halfWidth(share: number, side: Side): number;
  /** The same without what a skirt or a coat that is worn stands off hips and legs. */
  hipHalfWidth(share: number, side: Side): number;
  /** The line of neck, shoulder and deltoid at a distance from the axis. */
  shoulderLine(offset: number, side: Side): Point;
  arm(p: Point, side: Side): ArmPlace;
  /** Where a point lies on the nearest leg or foot. */
  leg(p: Point): LegPlace;
  /** Distance from the line between face and shoulders in radii of the neck; infinite where no face is seen. */
  neckRadii(p: Point): number;
  /** From a point in a direction to the edge of the person, or null when the picture ends first or it is farther than `reach`. */
  edge(from: Point, direction: Point, reach: number): number | null;
  /** Share along the torso of a point, and its distance from the axis to the right. */
  torsoPlace(p: Point): { share: number; offset: number };
  /** Radius of an arm at a share of it, 0 shoulder to 1 wrist. */
  armRadius(share: number): number;
  /** Where the clothes the person wears end. */
  readonly worn: WornEnds;
}

/** Half the width of a body at shares of its torso, in shoulder widths: what is believed where the photo does not show it. */
const HALF_WIDTHS = [
  [0, 0.5],
  [0.2, 0.53],
  [0.35, 0.52],
  [0.6, 0.45],
  [0.8, 0.46],
  [1, 0.52],
  [1.25, 0.56],
  [1.6, 0.54],
  [3, 0.5],
] as const;
/** Height of neck and shoulder over the line between the joints at distances from the axis, both in shoulder widths. */
const SHOULDER_HEIGHTS = [
  [0, 0.24],
  [0.15, 0.22],
  [0.22, 0.165],
  [0.4, 0.11],
  [0.52, 0.075],
  [0.6, 0.01],
  [0.7, -0.12],
] as const;
/** Radii of an arm or a leg in shoulder widths; of someone who is turned aside, in this many torso lengths: shoulders are seen foreshortened then. */
const GIRTH_MIN = 0.58;
const UPPER_ARM = 0.125;
const ELBOW = 0.1;
const WRIST = 0.07;
const HAND = 0.12;
/** Skin beside cloth within this many radii of a hand is that of its fingers. */
const FINGERS = 2;
/** Radius of a neck in radii of the face: without its collar it is hardly narrower than the jaw. */
const NECK = 0.68;
/**
 * An outline this many times wider than expected, and so much wider than the narrower side of the waist, is that of a coat, a bag or an arm
 * down to below the hips; how wide a body is believed there. Without them, 60 people reach 1.38.
 */
const WIDEST = 1.4;
const WIDER_THAN_WAIST = 1.1;
const UNDER_A_COAT = 1.15;
const COAT_TO = 1.25;
/** Where it is that wide at the hips it is so down to here too, where skirts would begin to flare. */
const HIPS_FROM = 0.95;
const LONG_COAT_TO = 1.5;
/** From this share of the torso on a skirt may stand off the body, and how wide one is believed under it. */
const SKIRT_FROM = 0.9;
const UNDER_A_SKIRT = 1.12;
/** Where the waist is measured, as shares of the torso. */
const WAIST_FROM = 0.5;
const WAIST_TO = 0.7;
/** Narrowest shoulders, in torso lengths, of someone who faces the camera: only then do they say how wide a body is. */
const FACING_MIN = 0.5;
/** Shares between which the torso's sides are measured, and how many times. */
const MEASURE_FROM = 0.1;
const MEASURE_RANGE = 1.9;
const MEASURES = 60;
/** Cloth stands off the shoulder by this much, in shoulder widths, so that no skin peeps out. */
const SHOULDER_LIFT = 0.014;

/** Builds the model of an analysed person. */
export function modelBody(person: PersonAnalysis): BodyModel {
  const { frame } = person;
  const { down, across, shoulderWidth, torsoLength, shoulderCentre: origin, hipCentre } = frame;
  const joints = jointsOf(person);
  const look = lookAt(person);
  const axis = (share: number) =>
    share <= 1 ? mix(origin, hipCentre, share) : add(hipCentre, down, (share - 1) * torsoLength);
  const torsoPlace = (p: Point) => {
    const offset = subtract(p, origin);
    return { share: dot(offset, down) / torsoLength, offset: dot(offset, across) };
  };
  const girth = Math.max(shoulderWidth, GIRTH_MIN * torsoLength);
  const arm = (p: Point, side: Side) => armPlace(joints, side, p, girth);
  const measured = SIDES.map((side) => measureSide(side, { axis, across, shoulderWidth, look, arm }));
  const isFacing = shoulderWidth >= FACING_MIN * torsoLength;
  const widths = (isFacing ? withoutCoat(measured, shoulderWidth) : measured).map(smoothed);
  const halfWidth = (share: number, side: Side) => {
    const at = clamp((share - MEASURE_FROM) / MEASURE_RANGE) * (MEASURES - 0.001);
    const index = Math.floor(at);
    return mixNumbers(widths[side][index], widths[side][index + 1], at - index);
  };
  const edge = (from: Point, direction: Point, reach: number) => {
    for (let step = 2; step < reach; step++) {
      const seen = look(add(from, direction, step));
      if (!seen) return null;
      if (seen.matte < 0.5) return step;
    }
    return null;
  };
  const worn = measureWorn(person, joints, (share, aside) => add(axis(share), across, aside * shoulderWidth));
  const hipHalfWidth = (share: number, side: Side) =>
    share < SKIRT_FROM || !joints.kneesSeen || (worn.legsPart !== null && !wearsCoat(worn))
      ? halfWidth(share, side)
      : Math.min(halfWidth(share, side), UNDER_A_SKIRT * interpolate(HALF_WIDTHS, share) * shoulderWidth);
  const model = {
    joints,
    down,
    across,
    origin,
    torsoLength,
    shoulderWidth,
    girth,
    axis,
    halfWidth,
    hipHalfWidth,
    arm,
    edge,
    torsoPlace,
  };
  const shoulders = SIDES.map((side) => measureShoulder(side, { ...model, look }));
  return {
    ...model,
    shoulderLine: (offset, side) => {
      const height = interpolate(shoulders[side], offset) + SHOULDER_LIFT * shoulderWidth;
      return add(add(origin, across, signOf(side) * offset), down, -height);
    },
    worn,
    leg: legsOf(joints, girth, look, worn.legsPart !== null),
    neckRadii: (p) =>
      frame.faceVisible
        ? segmentDistance(p, frame.faceCentre, origin).distance / (NECK * frame.faceRadius)
        : Number.POSITIVE_INFINITY,
    armRadius: (share) =>
      girth * (share < 0.5 ? mixNumbers(UPPER_ARM, ELBOW, share * 2) : mixNumbers(ELBOW, WRIST, share * 2 - 1)),
  };
}

const mixNumbers = (a: number, b: number, t: number) => a + (b - a) * t;

function armPlace({ shoulder, elbow, wrist, knuckles }: Joints, side: Side, p: Point, girth: number): ArmPlace {
  const upper = segmentDistance(p, shoulder[side], elbow[side]);
  const lower = segmentDistance(p, elbow[side], wrist[side]);
  const upperRadii = upper.distance / (girth * mixNumbers(UPPER_ARM, ELBOW, upper.along));
  const lowerRadii = lower.distance / (girth * mixNumbers(ELBOW, WRIST, lower.along));
  const hand = segmentDistance(p, wrist[side], mix(wrist[side], knuckles[side], 0.7)).distance / (girth * HAND);
  const onUpper = upperRadii < lowerRadii;
  return { radii: Math.min(upperRadii, lowerRadii), along: onUpper ? upper.along * 0.5 : 0.5 + lower.along * 0.5, hand };
}

interface Measuring {
  readonly axis: BodyModel['axis'];
  readonly across: Point;
  readonly shoulderWidth: number;
  readonly look: Look;
  readonly arm: BodyModel['arm'];
}

/** Share of the torso at which one of the measurements is taken. */
const measuredAt = (k: number) => MEASURE_FROM + (k / MEASURES) * MEASURE_RANGE;

/** Half widths of one side from shoulder to thigh: outwards until the person ends or an arm begins. */
function measureSide(side: Side, measuring: Measuring): Float64Array {
  const raw = new Float64Array(MEASURES + 1);
  for (let k = 0; k <= MEASURES; k++) {
    const share = measuredAt(k);
    // Below the picture's edge a body goes on as it was.
    raw[k] = k > 0 && !measuring.look(measuring.axis(share)) ? raw[k - 1] : measureAt(side, share, measuring);
  }
  return raw;
}

/** Half widths of both sides without what stands far off the body. */
function withoutCoat(sides: readonly Float64Array[], shoulderWidth: number): readonly Float64Array[] {
  const expected = (k: number) => interpolate(HALF_WIDTHS, measuredAt(k)) * shoulderWidth;
  const waists = sides.map((side) => {
    const ratios = [...side.keys()]
      .filter((k) => measuredAt(k) > WAIST_FROM && measuredAt(k) < WAIST_TO)
      .map((k) => side[k] / expected(k));
    return median(ratios);
  });
  const widest = Math.max(WIDEST, WIDER_THAN_WAIST * Math.min(...waists));
  return sides.map((side) => {
    const isWide = (k: number) => side[k] > widest * expected(k);
    const isLong = side.some((_, k) => measuredAt(k) > HIPS_FROM && measuredAt(k) < COAT_TO && isWide(k));
    const to = isLong ? LONG_COAT_TO : COAT_TO;
    return side.map((half, k) => (measuredAt(k) < to && isWide(k) ? UNDER_A_COAT * expected(k) : half));
  });
}

/** Measurements along a side without outliers and steps. */
function smoothed(raw: Float64Array): Float64Array {
  const at = (values: Float64Array, k: number) => values[clamp(k, 0, MEASURES)];
  const medians = raw.map((_, k) => median(Array.from({ length: 7 }, (__, j) => at(raw, k + j - 3))));
  return medians.map(
    (_, k) => Array.from({ length: 9 }, (__, j) => at(medians, k + j - 4)).reduce((sum, value) => sum + value, 0) / 9,
  );
}

function measureAt(side: Side, share: number, { axis, across, shoulderWidth, look, arm }: Measuring): number {
  const centre = axis(share);
  const expected = interpolate(HALF_WIDTHS, share) * shoulderWidth;
  let wasSkin = true;
  for (let offset = expected * 0.3; offset < expected * 2.2; offset++) {
    const p = add(centre, across, signOf(side) * offset);
    const seen = look(p);
    if (!seen) return clamp(Math.min(offset, expected), expected * 0.8, expected * 1.35);
    if (seen.matte < 0.5) return clamp(offset, expected * 0.6, expected * 1.75);
    const isSkin = seen.region === 'skin';
    const becomesSkin = isSkin && !wasSkin;
    wasSkin = isSkin;
    if (share <= 0.22 || offset <= expected * 0.62) continue;
    const place = arm(p, side);
    if (becomesSkin && place.hand < FINGERS) return clamp(offset, expected * 0.6, expected * 1.35);
    if ((place.radii < 1 || place.hand < 0.9) && (isSkin || place.radii < 0.85))
      return clamp(offset, expected * 0.8, expected * 1.35);
  }
  return expected;
}

/** Distances from the axis at which the shoulder is measured, in shoulder widths. */
const SHOULDER_OFFSETS = Array.from({ length: 15 }, (_, k) => k * 0.05);

/** The upper edge of one shoulder: it only falls from the neck outwards, whatever hair or a collar hides of it. */
function measureShoulder(side: Side, body: ShoulderMeasuring): readonly (readonly [number, number])[] {
  const { joints, origin, down, across, shoulderWidth } = body;
  const toJoint = subtract(joints.shoulder[side], origin);
  const tilt = dot(toJoint, down) / Math.max(1, Math.abs(dot(toJoint, across)));
  const heights = SHOULDER_OFFSETS.map((share) => {
    const offset = share * shoulderWidth;
    const base = add(add(origin, across, signOf(side) * offset), down, tilt * offset);
    return heightAt(base, share, body) - tilt * offset;
  });
  for (let k = heights.length - 2; k >= 0; k--) heights[k] = Math.max(heights[k], heights[k + 1]);
  return heights.map((height, k) => [SHOULDER_OFFSETS[k] * shoulderWidth, height]);
}

interface ShoulderMeasuring extends Pick<BodyModel, 'joints' | 'origin' | 'down' | 'across' | 'shoulderWidth'> {
  readonly look: Look;
}

/** Height of the person's edge over a point of the line between the joints, believed within bounds. */
function heightAt(base: Point, share: number, { down, shoulderWidth, look }: ShoulderMeasuring): number {
  const expected = interpolate(SHOULDER_HEIGHTS, share) * shoulderWidth;
  let measured: number | null = null;
  let below: Region = 'upper';
  for (let height = -0.1 * shoulderWidth; height < 0.3 * shoulderWidth && measured === null; height++) {
    const seen = look(add(base, down, -height));
    if (!seen || seen.matte < 0.5 || seen.region === 'hair') measured = height;
    else below = seen.region;
  }
  // Near the neck a measurement is more often a chin or a collar than the shoulder: there only cloth may raise the line.
  const most = expected + (share > 0.19 || (share > 0.14 && below === 'upper') ? 0.17 : 0.06) * shoulderWidth;
  return measured !== null && measured > expected - 0.08 * shoulderWidth ? Math.min(measured, most) : expected;
}
