import type { GarmentAnalysis } from '../../../analysis.ts';
import {
  add,
  alongPolyline,
  clamp,
  distance,
  dot,
  interpolate,
  mix,
  pixelMiddle,
  subtract,
} from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point, Size } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { frontLeg } from '../body/joints.ts';
import { type Side, signOf } from '../body/side.ts';
import type { Drape, GarmentFit, Wear } from './fit.ts';
import { bandAt, type FittedWaistband, fitWaistband, lowerFit } from './fit-waistband.ts';
import { clothWidth, edgeAbove, edgeBeyond, type GarmentFrame, garmentFrame } from './garment-frame.ts';
import { shareToAnkle } from './hanging-cloth.ts';
import { aroundLine, type InnerPlace, innerPlace, outerPlace, SEEN_OF_FLAT_LEG, touchingLine } from './trouser-leg.ts';
import { type Match, warpedPiece } from './warped-piece.ts';

/** Share of the way to the ankle from which trousers reach it. Of 465 training photos this tells 18 wrongly. */
const LONG = 0.66;
/** Distance of the crotch below the hip joints, in shoulder widths. */
const CROTCH_DROP = 0.27;
/** Greatest distance of the crotch below the hip joints, in shoulder widths, for low worn trousers. */
const CROTCH_DROP_MAX = 0.5;
/** Height of the hips between waistband and crotch, and the largest width of trousers there in hip widths. */
const HIPS = 0.75;
const HIP_EASE = 1.15;
/** Greatest distance of trousers from the hips, in half widths of the hips. */
const HIP_LOOSENESS = 1.12;
/**
 * Greatest distance of hips and legs from the line between waistband, knee and hem, in half widths of the waistband.
 */
const OUTSIDE = 0.5;
/** Share of the leg over which the difference between hips and thigh fades. */
const HIP_FADES = 0.35;
/** Least share of the leg that trousers cover, and the greatest where feet or shoes show. */
const COVER_MIN = 0.12;
const COVER_MAX = 1.02;
/** Share of the outer seam beside the crotch. */
const CROTCH_AT = 0.25;
/** Share of the outer seam above which the middle of the trousers, not of a leg, is beside it. */
const LEG_FROM = 0.35;
/** Number of places along the outer seam, and the places along the inner one. Below the crotch legs begin to part. */
const OUTER_POINTS = 8;
const INNER_POINTS = [0.04, 0.09, ...[1, 2, 3, 4, 5, 6].map((k) => k / 6)];

/** Fits trousers or shorts with one warp a leg. The warps share the middle line and the crotch. */
export function fitTrousers(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const waistband = fitWaistband(garment, body, waist, wear);
  const crotch = crotchOf(body);
  const scale = Math.min(waistband.scale, hipScale(garment, body, waist) * (1 + wear.ease));
  const trousers = { garment, body, scale, waist, drape: wear, waistband, crotch };
  const [left, right] = [fitLeg(legFitting(trousers, 0)), fitLeg(legFitting(trousers, 1))];
  const pieces = frontLeg(body.joints) === 0 ? [right.piece, left.piece] : [left.piece, right.piece];
  const between = aroundLine(body, [waistband.centre, ...touchingLine(crotch, left.inner, right.inner)]);
  const span = { waist, hems: [left.hem, right.hem] as const, hasLegs: true };
  return lowerFit({ pieces, outlines: [between] }, waistband, body, span, wear);
}

/** The piece of a leg, the share of the torso at its hem, and its inner places. */
function fitLeg(fitting: LegFitting) {
  const { garment, body, side, frame, leg, cover } = fitting;
  const inner = innerMatches(fitting);
  const matches = [...topMatches(fitting), ...outerMatches(fitting), ...inner];
  return {
    piece: warpedPiece(matches, 2, legShare(garment, frame, side), 20),
    hem: body.torsoPlace(alongPolyline(leg, cover).at).share,
    inner,
  };
}

/** The photo of trousers, as far as the division of their legs needs it. */
interface SeenTrousers {
  readonly raster: Size;
  readonly landmarks: Pick<
    GarmentAnalysis['landmarks'],
    'crotch' | `${'kneeInner' | 'legHemInner'}${'Left' | 'Right'}`
  >;
}

/** Overlap of both legs above the crotch, and half the width of the soft line between them below it, in pixels. */
const OVERLAP = 3;
const SOFT = 1;

/** Share of a leg in each pixel of the garment photo: its side of the middle, which lies halfway between the legs. */
export function legShare(
  { raster: { width, height }, landmarks }: SeenTrousers,
  frame: Pick<GarmentFrame, 'along' | 'aside'>,
  side: Side,
): Float32Array {
  const knees = mix(landmarks.kneeInnerLeft, landmarks.kneeInnerRight, 0.5);
  const hems = mix(landmarks.legHemInnerLeft, landmarks.legHemInnerRight, 0.5);
  const middle = [landmarks.crotch, knees, hems].map((p) => [frame.along(p), frame.aside(p)] as const);
  return planeOf(width * height, (i) => {
    const p = pixelMiddle(i, width);
    const along = frame.along(p);
    const beyond = (frame.aside(p) - interpolate(middle, along)) * signOf(side);
    return clamp((beyond + (along < middle[0][0] ? OVERLAP : SOFT)) / 2);
  });
}

/** Values that both legs share. */
interface TrousersFitting {
  readonly garment: GarmentAnalysis;
  readonly body: BodyModel;
  readonly scale: number;
  readonly waist: number;
  readonly waistband: FittedWaistband;
  readonly crotch: Point;
  readonly drape: Drape;
}

type LegFitting = ReturnType<typeof legFitting>;

/** The values of one leg of trousers, and of that leg of the person. */
function legFitting(trousers: TrousersFitting, side: Side) {
  const { garment, body, scale, waistband, drape } = trousers;
  const { landmarks } = garment;
  const { joints, down } = body;
  const name = side === 0 ? 'Left' : 'Right';
  const leg = [joints.hip[side], joints.knee[side], joints.ankle[side]];
  const legLength = distance(leg[0], leg[1]) + distance(leg[1], leg[2]);
  const { bandCentre, hemCentre } = measuresOf(landmarks);
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['legHemInnerLeft', 'legHemInnerRight']);
  const length = shareToAnkle(garment, frame, distance(bandCentre, hemCentre));
  const toHip = dot(subtract(leg[0], waistband.centre), down);
  return {
    ...trousers,
    side,
    frame,
    // From the waistband and from the crotch to the hem, on the garment photo.
    outerSeam: [landmarks[`waistband${name}`], landmarks[`kneeOuter${name}`], landmarks[`legHemOuter${name}`]],
    innerSeam: [landmarks.crotch, landmarks[`kneeInner${name}`], landmarks[`legHemInner${name}`]],
    leg,
    legLength,
    // Pixels of the person to one of the garment photo, across a leg.
    acrossLeg: SEEN_OF_FLAT_LEG * scale,
    // Share of the leg that the trousers cover.
    cover:
      length > LONG
        ? Math.max(COVER_MAX, body.endsOverFeet?.[side] ?? 0)
        : clamp((length * (1 + drape.hem) * (toHip + legLength) - toHip) / legLength, COVER_MIN, COVER_MAX),
  };
}

/** The waistband and the line from its middle to the crotch. */
function topMatches({ side, garment: { landmarks }, frame, body, waistband, crotch }: LegFitting): Match[] {
  const end = side === 0 ? landmarks.waistbandLeft : landmarks.waistbandRight;
  const bandEdge = (share: number) => edgeAbove(frame, landmarks.waistbandLeft, landmarks.waistbandRight, share);
  const [middle, centre] = [bandEdge(0.5), bandAt(waistband, body, 0.5)];
  const between = side === 0 ? 0.25 : 0.75;
  return [
    { source: end, target: waistband.ends[side] },
    { source: bandEdge(between), target: bandAt(waistband, body, between) },
    { source: middle, target: centre },
    { source: mix(middle, landmarks.crotch, 0.5), target: mix(centre, crotch, 0.5) },
    { source: landmarks.crotch, target: crotch },
  ];
}

/** The outer seam along hip and leg. The difference between hip and thigh fades along the thigh. */
function outerMatches(fitting: LegFitting): Match[] {
  const { side, garment, frame, body, outerSeam, innerSeam, waistband, leg, legLength, cover, acrossLeg } = fitting;
  const { bandWidth, bandCentre } = measuresOf(garment.landmarks);
  const hipDrop = distance(waistband.ends[side], leg[0]);
  const total = hipDrop + legLength * cover;
  return Array.from({ length: OUTER_POINTS }, (_, k) => (k + 1) / OUTER_POINTS).map((t) => {
    const believed = alongPolyline(outerSeam, t).at;
    const onLeg = (t - CROTCH_AT) / (1 - CROTCH_AT);
    const inner = t > LEG_FROM ? alongPolyline(innerSeam, onLeg).at : mix(bandCentre, innerSeam[0], t / LEG_FROM);
    const source = edgeBeyond(frame, mix(believed, inner, 0.5), believed, (OUTSIDE * bandWidth) / 2);
    const share = (t * total - hipDrop) / legLength;
    if (share <= 0) return { source, target: hipPlace(fitting, source, (t * total) / hipDrop) };
    const half = (distance(source, alongPolyline(innerSeam, clamp(onLeg)).at) * acrossLeg) / 2;
    const seam = (at: number) => outerPlace(body, { side, share: at, half });
    const excess = dot(subtract(hipPlace(fitting, source, 1), seam(0)), body.across);
    return { source, target: add(seam(share), body.across, excess * clamp(1 - share / HIP_FADES)) };
  });
}

/** The inner seam from below the crotch to the hem. */
function innerMatches(fitting: LegFitting): (Match & InnerPlace)[] {
  const { side, frame, body, outerSeam, innerSeam, legLength, cover, acrossLeg } = fitting;
  const crotchShare = crotchDrop(body) / legLength;
  return INNER_POINTS.map((t) => {
    const believed = alongPolyline(innerSeam, t).at;
    const outside = alongPolyline(outerSeam, CROTCH_AT + (1 - CROTCH_AT) * t).at;
    const source = edgeBeyond(frame, mix(believed, outside, 0.5), believed);
    const half = (distance(source, outside) * acrossLeg) / 2;
    return { source, ...innerPlace(body, { side, share: crotchShare + t * (cover - crotchShare), half }) };
  });
}

/**
 * Distance of the crotch below the hip joints, in pixels of the analysed person. If the person wears trousers, the
 * place where their legs part.
 */
function crotchDrop({ joints, worn, shoulderWidth }: BodyModel): number {
  const thigh = distance(joints.hip[0], joints.knee[0]) + distance(joints.knee[0], joints.ankle[0]);
  const parts = ((worn.legsPart ?? 0) * thigh) / shoulderWidth - 0.03;
  return clamp(parts, CROTCH_DROP, CROTCH_DROP_MAX) * shoulderWidth;
}

/** The place where the legs part, in pixels of the analysed person. */
function crotchOf(body: BodyModel): Point {
  const { joints, down } = body;
  return add(mix(joints.hip[0], joints.hip[1], 0.5), down, crotchDrop(body));
}

/** Largest enlargement of trousers: their hips stay close to the body even if elastic gathers the waistband. */
export function hipScale(garment: GarmentAnalysis, body: BodyModel, waist: number): number {
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['legHemInnerLeft', 'legHemInnerRight']);
  const width = clothWidth(frame, HIPS * frame.along(garment.landmarks.crotch));
  const share = waist + HIPS * (body.torsoPlace(crotchOf(body)).share - waist);
  const hips = body.hipHalfWidth(share, 0) + body.hipHalfWidth(share, 1);
  return (hips * HIP_EASE) / Math.max(1, width);
}

/**
 * A place of the outer seam between the waistband, 0, and the hip joint, 1: the side of the body, or wider for wider
 * trousers.
 */
function hipPlace({ garment, body, scale, waist, side }: LegFitting, source: Point, t: number): Point {
  const share = waist + (1 - waist) * t;
  const half = body.hipHalfWidth(share, side);
  const flat = Math.abs(source.x - measuresOf(garment.landmarks).bandCentre.x) * scale;
  return add(body.axis(share), body.across, signOf(side) * clamp(flat, half * 1.01, half * HIP_LOOSENESS));
}

/** The width and the middle of the waistband, and the middle between both hems, on the garment photo. */
function measuresOf(landmarks: GarmentAnalysis['landmarks']) {
  const { waistbandLeft, waistbandRight, legHemOuterLeft, legHemInnerLeft, legHemInnerRight, legHemOuterRight } =
    landmarks;
  return {
    bandWidth: distance(waistbandLeft, waistbandRight),
    bandCentre: mix(waistbandLeft, waistbandRight, 0.5),
    hemCentre: mix(mix(legHemOuterLeft, legHemInnerLeft, 0.5), mix(legHemInnerRight, legHemOuterRight, 0.5), 0.5),
  };
}
