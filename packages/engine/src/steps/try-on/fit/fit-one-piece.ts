import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, clamp, distance, mix, pixelMiddle } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { hipScale } from './fit-trousers.ts';
import { bandAt, fitWaistband, lowerFit } from './fit-waistband.ts';
import { edgeAbove, edgeBeyond, garmentFrame, lowestCloth } from './garment-frame.ts';
import { anklesAt, hangsBelow, longestHem, shareToAnkle, skirtHalf } from './hanging-cloth.ts';
import { type Match, warpedPiece } from './warped-piece.ts';

/**
 * Fits a skirt: its waistband at the waist, its sides at the hips or beyond.
 */
export function fitSkirt(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  return fitOnePiece(garment, body, waist, wear, {
    scale: Number.POSITIVE_INFINITY,
    half: (place) => Math.max(skirtHalf(garment, place.flat, body.girth, 'waistband'), leastSkirtHalf(body, place)),
    slope: 1,
  });
}

/**
 * Trousers whose legs are shorter than this share of the whole, from crotch to hem, are fitted as one piece. On a
 * person in a skirt or dress, which may hide the thighs, longer legs are, too. In 45 training photos, shorts and
 * culottes have 0.01 to 0.48, and all trousers but one have 0.5 to 0.74.
 */
const LEGS_MAX = 0.18;
const HIDDEN_LEGS_MAX = 0.45;
/** Greatest distance of shorts from the thighs, in girths of the body: some three centimetres at wide cuffs. */
const LOOSENESS = 0.09;
/** From this share of the torso down, the thighs are the sides of the body. */
const THIGHS_FROM = 1;
/** Search range for the side of a thigh from the middle line, in girths of the body. */
const THIGH_REACH = 1.2;
/** Share of the slope of flat hems that shows on legs: on the floor they rise outwards by 30 degrees, worn by 10. */
const SLOPE = 0.35;

/** True for trousers that hang in one piece on a person: their legs are short, or a skirt may hide the thighs. */
export function hangsAsOnePiece(
  trousers: Pick<GarmentAnalysis, 'landmarks'>,
  { wearsSkirt }: Pick<BodyModel, 'wearsSkirt'>,
): boolean {
  return shareOfLegs(trousers) < (wearsSkirt ? HIDDEN_LEGS_MAX : LEGS_MAX);
}

/** Share of the length of trousers that is legs, from crotch to hem. */
export function shareOfLegs({ landmarks }: Pick<GarmentAnalysis, 'landmarks'>): number {
  const { waistbandLeft, waistbandRight, crotch, legHemInnerLeft, legHemInnerRight } = landmarks;
  const hem = mix(legHemInnerLeft, legHemInnerRight, 0.5);
  return distance(crotch, hem) / Math.max(1, distance(mix(waistbandLeft, waistbandRight, 0.5), hem));
}

/**
 * Fits shorts like a skirt along the thighs, with nearly level hems. Wide worn trousers and hands beside the thighs do
 * not widen them.
 */
export function fitShorts(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const scale = hipScale(garment, body, waist) * (1 + wear.ease);
  const landmarks = { ...garment.landmarks, hemLeft: hemCorner(garment, 0), hemRight: hemCorner(garment, 1) };
  return fitOnePiece({ ...garment, landmarks }, body, waist, wear, {
    scale,
    half: (place) => aroundThigh(body, place),
    slope: SLOPE,
  });
}

/** From the middle line to the side of cloth around a thigh: as wide as the cloth, and near the thigh. */
function aroundThigh(body: BodyModel, place: SidePlace): number {
  const { flat, bodyHalf } = place;
  const thigh = thighReach(body, place) || bodyHalf;
  const most = thigh + LOOSENESS * body.girth;
  return clamp(flat, Math.min(bodyHalf, most), most);
}

/** The least distance of a skirt's side from the middle line. A skirt holds both legs, but not other clothes' width. */
function leastSkirtHalf(body: BodyModel, place: SidePlace): number {
  const thigh = thighReach(body, place) || place.bodyHalf;
  return clamp(place.bodyHalf, thigh, thigh + LOOSENESS * body.girth);
}

/** Distance from the middle line to the far side of the thigh at a place or below it; 0 without a thigh there. */
function thighReach({ leg, girth, across, down, torsoLength }: BodyModel, { side, share, middle }: SidePlace): number {
  const from = add(middle, down, Math.max(0, THIGHS_FROM - share) * torsoLength);
  let reach = THIGH_REACH * girth;
  while (reach > 0 && leg(add(from, across, signOf(side) * reach)).radii > 1) reach--;
  return Math.max(0, reach);
}

/** The corner of hem and outer seam of a leg. It is the farthest point down and aside, because hems rise outwards. */
function hemCorner(garment: GarmentAnalysis, side: Side): Point {
  const { width, data } = garment.alpha;
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['legHemInnerLeft', 'legHemInnerRight']);
  let corner = frame.origin;
  let farthest = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i] < 0.5) continue;
    const p = pixelMiddle(i, width);
    const far = frame.along(p) + signOf(side) * frame.aside(p);
    if (far <= farthest) continue;
    farthest = far;
    corner = p;
  }
  return corner;
}

/** Places down each side below the waistband, and between the ends of waistband and hem, as shares of the length. */
const SIDE_PLACES = [1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1];
const HEM_PLACES = [0.25, 0.5, 0.75];
/** Least length, in torso lengths. */
const LENGTH_MIN = 0.5;
/** Greatest distance of a hem from the line between its corners, as a share of the length. */
const BELOW_HEM = 0.3;
/** How much lower a hem looks in its middle than at its corners, in shoulder widths. */
const HEM_SAG = 0.03;

/** A place down the side of cloth that surrounds both legs. Lengths in pixels of the analysed person. */
interface SidePlace {
  readonly side: Side;
  /** Its share of the torso. */
  readonly share: number;
  /** On the middle line. */
  readonly middle: Point;
  /** From the middle line to the side of the flat cloth. */
  readonly flat: number;
  /** From the middle line to the side of the visible body. */
  readonly bodyHalf: number;
}

/** How cloth that surrounds both legs hangs. */
interface OnePieceHang {
  /** Largest scale: pixels of the person to one of the garment photo. */
  readonly scale: number;
  /** From the middle line to the side of the hanging cloth. */
  half(place: SidePlace): number;
  /** Share that shows on a person of how much lower the hem hangs between its corners: 1 for all of it. */
  readonly slope: number;
}

/**
 * Fits cloth that surrounds both legs, from its waistband to its hem. Each line of cloth hangs straight down at its own
 * length.
 */
function fitOnePiece(
  garment: GarmentAnalysis,
  body: BodyModel,
  waist: number,
  wear: Wear,
  hang: OnePieceHang,
): GarmentFit {
  const fitting = onePieceFitting(garment, body, waist, wear, hang);
  const [left, right] = [fitSide(fitting, 0), fitSide(fitting, 1)];
  const matches = [...left.matches, ...right.matches, ...matchesBetween(fitting, left, right)];
  const share = new Float32Array(garment.raster.width * garment.raster.height).fill(1);
  const piece = warpedPiece(matches, 1, share, 30);
  const box = { ...piece.box, height: piece.box.height + BELOW_HEM * fitting.length * body.torsoLength };
  const span = { waist, hems: [left.share, right.share] as const, hasLegs: false };
  return lowerFit({ pieces: [{ ...piece, box }], outlines: [] }, fitting.waistband, body, span, wear);
}

/** The measures that the parts of the fit share. Its middles of waistband and hem are places of the garment photo. */
function onePieceFitting(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear, hang: OnePieceHang) {
  const { waistbandLeft, waistbandRight, hemLeft, hemRight } = garment.landmarks;
  const waistband = fitWaistband(garment, body, waist, wear);
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['hemLeft', 'hemRight']);
  const below = (from: Point, to: Point) => hangsBelow(garment, frame, from, to);
  const side = (below(waistbandLeft, hemLeft) + below(waistbandRight, hemRight)) / 2;
  const longest = Math.max(LENGTH_MIN, longestHem(body) - waist);
  const toAnkle = anklesAt(body) - waist;
  const length = clamp(shareToAnkle(garment, frame, side) * (1 + wear.hem) * toAnkle, LENGTH_MIN, longest);
  return {
    garment,
    body,
    waist,
    hang,
    waistband,
    frame,
    length,
    scale: Math.min(waistband.scale, hang.scale),
    bandCentre: mix(waistbandLeft, waistbandRight, 0.5),
    hemCentre: mix(hemLeft, hemRight, 0.5),
    /** Length of a line of cloth from the waistband to the hem, in torso lengths of the person. */
    threadOf: (band: Point, hem: Point) => Math.min((below(band, hem) / Math.max(1, side)) * length, longest),
  };
}

type OnePieceFitting = ReturnType<typeof onePieceFitting>;
type FittedSide = ReturnType<typeof fitSide>;

/** One side from the end of the waistband to the corner of the hem, whose place is `share` and `corner`. */
function fitSide(fitting: OnePieceFitting, side: Side) {
  const { garment, body, waist, hang, frame, scale, bandCentre, hemCentre } = fitting;
  const { waistbandLeft, waistbandRight, hemLeft, hemRight } = garment.landmarks;
  const band = side === 0 ? waistbandLeft : waistbandRight;
  const corner = side === 0 ? hemLeft : hemRight;
  const thread = fitting.threadOf(band, corner);
  const places = SIDE_PLACES.map((t) => {
    const centre = mix(bandCentre, hemCentre, t);
    const believed = mix(band, corner, t);
    const source = t === 1 ? corner : edgeBeyond(frame, centre, believed);
    const share = waist + thread * t;
    const hip = Math.min(body.hipHalfWidth(clamp(share, 0.1, 2), side), 0.8 * body.shoulderWidth);
    const bodyHalf = hip * (share < 1.4 ? 1.01 : 0.9);
    const middle = body.axis(share);
    const half = hang.half({ side, share, middle, flat: distance(centre, source) * scale, bodyHalf });
    return { source, target: add(middle, body.across, signOf(side) * half) };
  });
  return {
    matches: [{ source: band, target: fitting.waistband.ends[side] }, ...places],
    share: waist + thread,
    corner: places[places.length - 1].target,
  };
}

/** Places of the waistband and of the hem between both sides. */
function matchesBetween(fitting: OnePieceFitting, left: FittedSide, right: FittedSide): Match[] {
  const { garment, body, waist, hang, frame, waistband, bandCentre, hemCentre } = fitting;
  const { waistbandLeft, waistbandRight, hemLeft, hemRight } = garment.landmarks;
  const reach = BELOW_HEM * distance(bandCentre, hemCentre);
  return HEM_PLACES.flatMap((t) => {
    const from = edgeAbove(frame, waistbandLeft, waistbandRight, t);
    const hem = lowestCloth(frame, mix(hemLeft, hemRight, t), reach);
    const betweenSides = left.share + (right.share - left.share) * t;
    const lower = (waist + fitting.threadOf(from, hem) - betweenSides) * body.torsoLength;
    const sag = HEM_SAG * body.shoulderWidth * Math.sin(t * Math.PI);
    const below = (lower > 0 ? lower * hang.slope : lower) + sag;
    return [
      { source: from, target: bandAt(waistband, body, t) },
      { source: hem, target: add(mix(left.corner, right.corner, t), body.down, below) },
    ];
  });
}
