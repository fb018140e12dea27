import type { GarmentAnalysis } from '../../../analysis.ts';
import { boundingBox } from '../../../pixels/crop.ts';
import {
  add,
  alongPolyline,
  clamp,
  distance,
  dot,
  mix,
  pixelMiddle,
  point,
  subtract,
} from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { thinPlateSpline } from '../../../pixels/thin-plate-spline.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { Drape, GarmentFit, WarpedPiece, Wear } from './fit.ts';
import { fitWaistband, lowerFit } from './fit-waistband.ts';
import { edgeBeyond, garmentFrame } from './garment-frame.ts';
import { SEEN_OF_FLAT } from './hanging-cloth.ts';
import {
  aroundLeg,
  aroundLine,
  besideGap,
  type InnerPlace,
  isLeftInFront,
  offLeg,
  touchingLine,
} from './inner-seam.ts';

/**
 * Trousers reach the ankle if their length in widths of the waistband, plus LEG_WEIGHT times the ratio of leg to rise,
 * is more than LONG. Of 373 training photos of trousers and shorts this tells 12 wrongly, the length alone 19.
 */
const LONG = 2.1;
const LEG_WEIGHT = 0.5;
/** Distance of the crotch below the hip joints, in shoulder widths. */
const CROTCH_DROP = 0.27;
/** Greatest distance of the crotch below the hip joints, in shoulder widths, for low worn trousers. */
const CROTCH_DROP_MAX = 0.5;
/** Height of the hips between waistband and crotch, and the largest width of trousers there in hip widths. */
const HIPS = 0.75;
const HIP_EASE = 1.15;
/** Greatest distance of trousers from the hips, in half widths of the hips. */
const HIP_LOOSENESS = 1.12;
/** The same for legs whose knees the picture does not show. */
const LEG_LOOSENESS = 1.08;
/**
 * Greatest distance of hips and legs from the line between waistband, knee and hem, in half widths of the waistband.
 */
const OUTSIDE = 0.5;
/** A place certainly above the hem, as a share of the covered leg. */
const ABOVE_HEM = 0.85;
/** Stations along the outer and the inner seam. */
const OUTER_POINTS = 8;
const STATIONS = [1, 2, 3, 4, 5, 6].map((k) => k / 6);
/** Further stations of long legs just below the crotch, where hidden thighs touch or begin to part. */
const BELOW_CROTCH = [0.04, 0.09];

/** Values that both legs share. */
interface TrousersFitting {
  readonly garment: GarmentAnalysis;
  readonly body: BodyModel;
  readonly scale: number;
  readonly waist: number;
  /** Ends of the waistband on the person, and its middle. */
  readonly band: readonly [Point, Point];
  readonly centre: Point;
  readonly crotch: Point;
  readonly drape: Drape;
}

/** Fits trousers or shorts with one warp a leg. The warps share the middle line and the crotch. */
export function fitTrousers(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const waistband = fitWaistband(garment, body, waist, wear);
  const { scale: bandScale, ends, centre } = waistband;
  const crotch = crotchOf(body);
  const scale = Math.min(bandScale, hipScale(garment, body, waist) * (1 + wear.ease));
  const fitting = { garment, body, scale, waist, drape: wear, band: ends, centre, crotch };
  const [left, right] = [fitLeg(fitting, 0), fitLeg(fitting, 1)];
  const pieces = isLeftInFront(body) ? [right.piece, left.piece] : [left.piece, right.piece];
  const fit = lowerFit(pieces, waistband, body, { waist, hems: [left.hem, right.hem] }, wear);
  if (!body.joints.kneesSeen) return { ...fit, outlines: [...fit.outlines, [...body.joints.hip, right.end, left.end]] };
  const between = aroundLine(body, [centre, ...touchingLine(crotch, left.inner, right.inner)]);
  return { ...fit, outlines: [...fit.outlines, between] };
}

/**
 * True if background shows between two trouser legs, or if the legs are assumed, so that their inner sides are known.
 */
const isGapKnown = ({ worn, joints }: BodyModel) => worn.legsPart !== null || !joints.kneesSeen;

/**
 * Fits one leg. Returns the share of the torso at its hem, and the place on the leg's middle line down to which no
 * ground shows beside it. That place is above the hem and above ground between the legs.
 */
function fitLeg(
  fitting: TrousersFitting,
  side: Side,
): { readonly piece: WarpedPiece; readonly hem: number; readonly end: Point; readonly inner: readonly InnerPlace[] } {
  const { garment, body, scale, band, centre, crotch, drape } = fitting;
  const { landmarks } = garment;
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['legHemInnerLeft', 'legHemInnerRight']);
  const { joints, down, shoulderWidth } = body;
  const bands = [landmarks.waistbandLeft, landmarks.waistbandRight];
  const name = side === 0 ? 'Left' : 'Right';
  const outerSeam = [bands[side], landmarks[`kneeOuter${name}`], landmarks[`legHemOuter${name}`]];
  const innerSeam = [landmarks.crotch, landmarks[`kneeInner${name}`], landmarks[`legHemInner${name}`]];
  const legs = SIDES.map((one) => [joints.hip[one], joints.knee[one], joints.ankle[one]]);
  const [leg, otherLeg] = side === 0 ? legs : legs.toReversed();
  const legLength = distance(leg[0], leg[1]) + distance(leg[1], leg[2]);
  const bandCentre = mix(bands[0], bands[1], 0.5);
  const hemCentre = middleOfHems(landmarks);
  const length = distance(bandCentre, hemCentre);
  const toHip = dot(subtract(leg[0], centre), down);
  const legToRise = distance(landmarks.crotch, hemCentre) / distance(bandCentre, landmarks.crotch);
  const isLong = length / distance(bands[0], bands[1]) + LEG_WEIGHT * legToRise > LONG;
  // A flat waistband is wider than it looks around a body. A length is the same flat and hanging.
  const hanging = (length * scale * (1 + drape.hem)) / (garment.isWorn ? 1 : SEEN_OF_FLAT);
  const cover = isLong ? 1.02 : clamp((hanging - toHip) / legLength, 0.12, 1.02);

  const from = [
    bands[side],
    bandCentre,
    mix(bands[side], bandCentre, 0.5),
    landmarks.crotch,
    mix(bandCentre, landmarks.crotch, 0.5),
  ];
  const to = [
    band[side],
    add(centre, down, 0.015 * shoulderWidth),
    add(mix(band[side], centre, 0.5), down, 0.012 * shoulderWidth),
    crotch,
    mix(centre, crotch, 0.5),
  ];
  const hipDrop = distance(band[side], leg[0]);
  const total = hipDrop + legLength * cover;
  for (let k = 1; k <= OUTER_POINTS; k++) {
    const t = k / OUTER_POINTS;
    const believed = alongPolyline(outerSeam, t).at;
    const inner =
      t > 0.35 ? alongPolyline(innerSeam, (t - 0.25) / 0.75).at : mix(bandCentre, landmarks.crotch, t / 0.35);
    const source = edgeBeyond(frame, mix(believed, inner, 0.5), believed, OUTSIDE * distance(bands[side], bandCentre));
    const position = (t * total - hipDrop) / legLength;
    from.push(source);
    to.push(
      position <= 0
        ? hipPoint(fitting, side, source, bandCentre, (t * total) / hipDrop)
        : outerPoint(fitting, side, source, innerSeam, t, leg, position),
    );
  }
  const crotchShare = crotchDrop(body) / legLength;
  const inner: InnerPlace[] = [];
  for (const t of isGapKnown(body) || !isLong ? STATIONS : [...BELOW_CROTCH, ...STATIONS]) {
    const believed = alongPolyline(innerSeam, t).at;
    const outside = alongPolyline(outerSeam, 0.25 + 0.75 * t).at;
    const source = edgeBeyond(frame, mix(believed, outside, 0.5), believed);
    const cut = (distance(source, outside) * scale) / 2;
    const station = { side, share: crotchShare + t * (cover - crotchShare), cut, leg, otherLeg };
    const place = isGapKnown(body) ? besideGap(body, station) : aroundLeg(body, station);
    from.push(source);
    to.push(place.at);
    inner.push(place);
  }
  // The leg's side of the line from the waistband through the crotch, with some overlap.
  const middle = frame.aside(landmarks.crotch);
  const { width, height } = garment.raster;
  const share = planeOf(width * height, (i) =>
    clamp(((frame.aside(pixelMiddle(i, width)) - middle) * signOf(side) + 3) / 2),
  );
  const hem = body.torsoPlace(alongPolyline(leg, cover).at).share;
  const end = alongPolyline(leg, Math.min(ABOVE_HEM * cover, body.worn.groundFrom ?? 1)).at;
  return { piece: { map: thinPlateSpline(to, from, 2), share, box: boundingBox(to, 20) }, hem, end, inner };
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
  const along = HIPS * frame.along(garment.landmarks.crotch);
  const reach = (sign: number) => {
    let aside = 0;
    while (frame.isCloth(frame.place(along, sign * aside))) aside++;
    return aside;
  };
  const share = waist + HIPS * (body.torsoPlace(crotchOf(body)).share - waist);
  const hips = body.hipHalfWidth(share, 0) + body.hipHalfWidth(share, 1);
  return (hips * HIP_EASE) / Math.max(1, reach(-1) + reach(1));
}

/** A point between waistband and hip joint: the side of the body, or wider for wider trousers. */
function hipPoint(
  { body, scale, waist }: TrousersFitting,
  side: Side,
  source: Point,
  bandCentre: Point,
  t: number,
): Point {
  const share = waist + (1 - waist) * t;
  const half = body.hipHalfWidth(share, side);
  const wanted = Math.max(Math.abs(source.x - bandCentre.x) * scale, half * 1.01);
  const outwards = add(point(0, 0), body.across, signOf(side));
  const loose = Math.min(wanted, half * HIP_LOOSENESS);
  return add(body.axis(share), outwards, loose);
}

function outerPoint(
  { body, scale }: TrousersFitting,
  side: Side,
  source: Point,
  innerSeam: readonly Point[],
  t: number,
  leg: readonly Point[],
  share: number,
): Point {
  const { shoulderWidth } = body;
  const { at, direction } = alongPolyline(leg, share);
  const normal = offLeg(body, side, direction, true);
  const radius = body.girth * (0.27 - 0.15 * share);
  const cut = (distance(source, alongPolyline(innerSeam, clamp((t - 0.25) / 0.75)).at) * scale) / 2;
  if (!body.joints.kneesSeen) {
    const place = body.torsoPlace(at);
    const edge = Math.max(radius * 0.75, body.hipHalfWidth(place.share, side) - signOf(side) * place.offset);
    return add(at, normal, clamp(cut, edge * 1.01, edge * LEG_LOOSENESS));
  }
  const edge = body.wearsSkirt ? null : body.edge(at, normal, 0.45 * shoulderWidth);
  // New trousers cover old ones.
  const wanted = Math.max(cut, edge === null ? radius : edge + 0.01 * shoulderWidth);
  const loose = clamp(wanted, radius * 0.75, Math.max((edge ?? radius) * (share > 0.5 ? 1.5 : 1.12), radius * 0.9));
  return add(at, normal, loose);
}

/** The place between both hems. */
function middleOfHems(landmarks: GarmentAnalysis['landmarks']): Point {
  const { legHemOuterLeft, legHemInnerLeft, legHemInnerRight, legHemOuterRight } = landmarks;
  return mix(mix(legHemOuterLeft, legHemInnerLeft, 0.5), mix(legHemInnerRight, legHemOuterRight, 0.5), 0.5);
}
