import type { GarmentAnalysis, GarmentLandmark } from '../../analysis.ts';
import { add, boundingBox, clamp, distance, dot, interpolate, mix, subtract } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { thinPlateSpline } from '../../pixels/thin-plate-spline.ts';
import { type BodyModel, SIDES, type Side, signOf } from './body-model.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitSleeve } from './fit-sleeve.ts';
import { type GarmentFrame, garmentFrame, snapToSide } from './garment-frame.ts';
import { type ClosedTorso, type OpenFronts, openFronts } from './open-front.ts';
import type { TopFitting } from './top-fitting.ts';
import type { TuckLine } from './tuck-line.ts';

/** Points down each side of the body. */
const SIDE_POINTS = 8;
/** Widest a top may stand off the body, in half widths of it; skirts of dresses may more. */
const LOOSENESS = 1.22;
const SKIRT_LOOSENESS = 2.2;
/** Highest and lowest hem of a dress, in torso lengths below the shoulders: middle of the thigh, ankle. */
const DRESS_HEM_MIN = 1.5;
const DRESS_HEM_MAX = 3.1;
/** Cloth this far beyond the side line still belongs to the trunk, as a share of the chest's width. */
const TRUNK_MARGIN = 0.02;
/** Where a top ends that is lengthened without an end to reach, as a share of the torso. */
const HIPS = 0.98;
/** A top is lengthened by up to this many torso lengths. */
const LENGTHENING_MAX = 0.22;
/** An open front falls this much lower at its edge than at its side, in shoulder widths. */
const HEM_SAG = 0.03;
/** The shoulder seam lies this far outside the joint, in shoulder widths. */
const SHOULDER_TIP = 0.085;
/** Stiffness of the torso's spline: a little, so that no single point makes a dent. */
const STIFFNESS = 3;

/** How far a tucked top goes on under the waistband at least, and how high an untucked one may end. */
const TUCKED_MIN = 0.05;
const UNTUCKED_MIN = 1.04;
/** Over this share of the torso above it a waistband draws a top in, to this share of its looseness. */
const DRAWN_IN = 0.22;
const TUCKED_EASE = 0.2;
/** Change of length from which a request for a shorter top counts. */
const CROPPED = -0.1;

/** Fits a top or a dress: the neck on the neck, the shoulders on the shoulders, the sides along the body, the sleeves along the arms. */
export function fitTop(garment: GarmentAnalysis, body: BodyModel, wear: Wear): GarmentFit {
  const frame = garmentFrame(garment, ['neckLeft', 'neckRight'], ['hemLeft', 'hemRight']);
  const landmark: TopFitting['landmark'] = (name, side) =>
    garment.landmarks[`${name}${side === 0 ? 'Left' : 'Right'}` satisfies GarmentLandmark];
  const hasSleeves = garment.sleeves !== 'none';
  const isDress = garment.category === 'dress';
  const scale = scaleOf(body, landmark, hasSleeves) * (1 + wear.ease);
  const torso = fitTorso({ garment, frame, body, scale, landmark, hasSleeves, isDress, drape: wear });
  const fitting: TopFitting = {
    garment,
    frame,
    body,
    scale,
    landmark,
    drape: wear,
    shoulders: torso.shoulders,
    armpits: torso.armpits,
  };
  const sleeves = hasSleeves ? SIDES.map((side) => fitSleeve(fitting, side)) : [];
  const share = bodyShare(
    garment,
    frame,
    sleeves.map(({ seam }) => seam),
    hasSleeves ? torso.sourceSides : null,
  );
  const { pieces, outlines, gap } =
    wear.open && garment.front ? openFronts(closedTorso(fitting, torso), garment.front, share) : closedFront(torso, share);
  return {
    replaces: isDress ? 'both' : 'upper',
    body: pieces,
    sleeves: sleeves.flatMap(({ pieces }) => pieces),
    outlines: hasSleeves ? outlines : [],
    seams: hasSleeves ? SIDES.map((side) => [torso.shoulders[side], torso.armpits[side]] as const) : [],
    gap,
    hasSleeves,
    tuck: wear.tuck,
  };
}

/** The torso as one piece. */
function closedFront(
  torso: Pick<ReturnType<typeof fitTorso>, 'from' | 'to' | 'outline'>,
  share: Float32Array<ArrayBuffer>,
): Omit<OpenFronts, 'gap'> & { readonly gap: null } {
  const [left, top, right, bottom] = boundingBox(torso.to, 20);
  const map = thinPlateSpline(torso.to, torso.from, STIFFNESS);
  return { pieces: [{ map, share, box: [left, top, right, bottom + 10] }], outlines: [torso.outline], gap: null };
}

/** How far the shoulder seam lies from the axis. */
export function shoulderTip({ joints, origin, across, shoulderWidth }: BodyModel, side: Side): number {
  return Math.abs(dot(subtract(joints.shoulder[side], origin), across)) + SHOULDER_TIP * shoulderWidth;
}

/** Shoulders on shoulders for what has sleeves, chest on chest for what has none; the other measure bounds it. */
function scaleOf(body: BodyModel, landmark: TopFitting['landmark'], hasSleeves: boolean): number {
  const chest = (body.halfWidth(0.3, 0) + body.halfWidth(0.3, 1)) / distance(landmark('armpit', 0), landmark('armpit', 1));
  if (!hasSleeves) return chest * 1.04;
  const shoulders = (shoulderTip(body, 0) + shoulderTip(body, 1)) / distance(landmark('shoulder', 0), landmark('shoulder', 1));
  const widened = Math.max(shoulders, Math.min(chest * 1.05, shoulders * 1.15));
  return Math.min(widened, Math.max(chest * 1.05 * 1.35, widened * 0.8));
}

interface TorsoFitting extends Omit<TopFitting, 'shoulders' | 'armpits'> {
  readonly hasSleeves: boolean;
  readonly isDress: boolean;
  readonly drape: Wear;
}

/** Pairs of points for the torso's warp, and the outline it must fill. */
function fitTorso(fitting: TorsoFitting) {
  const { garment, frame, body, scale, landmark, hasSleeves, isDress, drape } = fitting;
  const { down, across, shoulderWidth, torsoLength, origin } = body;
  const from: Point[] = [];
  const to: Point[] = [];
  const pair = (source: Point, target: Point) => {
    from.push(source);
    to.push(target);
  };
  const neckOffset = clamp(
    (distance(landmark('neck', 0), landmark('neck', 1)) * scale) / 2,
    0.13 * shoulderWidth,
    0.42 * shoulderWidth,
  );
  const necks = SIDES.map((side) => body.shoulderLine(neckOffset, side));
  const neckCentre = mix(necks[0], necks[1], 0.5);
  const neckShare = dot(subtract(neckCentre, origin), down) / torsoLength;
  const shareOf = (along: number) => neckShare + (along * scale) / torsoLength;
  const halfShoulders = (distance(landmark('shoulder', 0), landmark('shoulder', 1)) * scale) / 2;
  const tips = SIDES.map((side) => (hasSleeves ? shoulderTip(body, side) : Math.min(shoulderTip(body, side), halfShoulders)));
  const shoulders: [Point, Point] = [body.shoulderLine(tips[0], 0), body.shoulderLine(tips[1], 1)];
  const meanAlong = (name: 'armpit' | 'hem') => (frame.along(landmark(name, 0)) + frame.along(landmark(name, 1))) / 2;
  const armpitShare = clamp(shareOf(meanAlong('armpit')), 0.16, 0.42);
  const wantedHem = shareOf(meanAlong('hem'));
  const [least, longest] = isDress ? [DRESS_HEM_MIN, DRESS_HEM_MAX] : [0.5, 1.45];
  const cutHem = clamp(wantedHem, least, longest) * (1 + drape.hem);
  const hemShare = isDress ? cutHem : topHem(cutHem, drape, body);
  const lengthScale = ((hemShare - armpitShare) * torsoLength) / (meanAlong('hem') - meanAlong('armpit') || 1);

  const sidePoint = (share: number, side: Side): [Point, Point] => {
    const source = sourceSide(fitting, share, side);
    // What a top is lengthened by is taken from its lower half, below the print.
    const at = armpitShare + (cutHem - armpitShare) * share + (hemShare - cutHem) * share ** 2;
    const half = body.halfWidth(at, side);
    const loose = isDress && at > 0.9 ? SKIRT_LOOSENESS : drawnIn(at, drape.tuck);
    const most = half * loose * (1 + Math.max(0, drape.ease));
    const wanted = clamp(Math.abs(source.aside) * scale, half * (1 + Math.max(0, drape.ease)), most);
    const offset = hasSleeves && share < 0.12 ? Math.min(wanted, half * 1.08) : wanted;
    return [frame.place(source.along, source.aside), add(body.axis(at), across, signOf(side) * offset)];
  };
  const armpits: Point[] = [];
  const sides: Point[][] = [[], []];
  const sourceSides: (readonly [number, number])[][] = [[], []];
  for (const side of SIDES) {
    pair(landmark('neck', side), necks[side]);
    pair(landmark('shoulder', side), shoulders[side]);
    pair(mix(landmark('neck', side), landmark('shoulder', side), 0.5), body.shoulderLine((neckOffset + tips[side]) / 2, side));
    for (let k = 0; k < SIDE_POINTS; k++) {
      const [source, target] = sidePoint(k / (SIDE_POINTS - 1), side);
      sides[side].push(target);
      sourceSides[side].push([frame.along(source), Math.abs(frame.aside(source))]);
      pair(source, target);
    }
    armpits[side] = sides[side][0];
    if (hasSleeves)
      for (const t of [0.33, 0.67])
        pair(mix(landmark('shoulder', side), landmark('armpit', side), t), mix(shoulders[side], armpits[side], t));
    else pairArmhole(fitting, side, shoulders[side], armpits[side], pair);
  }
  const seams = { from: [...from], to: [...to] };
  pairHem(fitting, sides, lengthScale, pair);
  const depth =
    garment.neckline && !garment.neckline.closed ? Math.max(...garment.neckline.edge.map((p) => frame.along(p))) : 0;
  const bottom = Math.max(depth * scale, 0.06 * shoulderWidth);
  const frontBegins = add(neckCentre, down, bottom);
  pair(frame.place(depth, 0), frontBegins);
  return {
    from,
    to,
    seams,
    front: { begins: { along: depth, at: frontBegins }, necks, sides },
    sourceSides,
    shoulders,
    armpits: [armpits[0], armpits[1]] as const,
    outline: torsoOutline(body, necks, bottom, shoulders, sides),
  };
}

/** What open fronts start from. */
function closedTorso({ garment, frame, body, landmark }: TopFitting, torso: ReturnType<typeof fitTorso>): ClosedTorso {
  const { seams, shoulders, front } = torso;
  const hem = SIDES.map((side) => front.sides[side][SIDE_POINTS - 1]);
  const hemInPhoto = SIDES.map((side) => landmark('hem', side));
  return {
    garment,
    frame,
    body,
    ...seams,
    ...front,
    ends: {
      along: (frame.along(hemInPhoto[0]) + frame.along(hemInPhoto[1])) / 2,
      at: add(mix(hem[0], hem[1], 0.5), body.down, HEM_SAG * body.shoulderWidth),
    },
    hem: [hemInPhoto, hem],
    shoulders,
    chestWidth: distance(landmark('armpit', 0), landmark('armpit', 1)),
  };
}

/** Where a top ends: under the waistband, over it, or as it falls. */
function topHem(cut: number, { hem, tuck, untucked }: Wear, { worn }: BodyModel): number {
  if (tuck) return Math.max(cut, tuck.share + TUCKED_MIN);
  // A top that is asked to be short shows what is under it, whatever was worn.
  const end = hem < CROPPED ? cut : lengthened(cut, worn.hem);
  return untucked ? Math.max(end, UNTUCKED_MIN) : end;
}

/** Widest a top stands off the body at a share of the torso, in half widths: a waistband draws it in. */
function drawnIn(share: number, tuck: TuckLine | null): number {
  if (!tuck) return LOOSENESS;
  return 1 + (LOOSENESS - 1) * clamp(TUCKED_EASE + (tuck.share - share) / DRAWN_IN);
}

/**
 * Where a top ends: as it is cut, or a little lower where the old one would look out below. Where it cannot reach that
 * far, or a dress is worn, it still comes nearer to the hips, so that less belly has to be made up.
 */
function lengthened(hem: number, worn: number | null): number {
  if (worn !== null && worn < hem - 0.03) return hem;
  if (worn !== null && worn - hem < LENGTHENING_MAX) return worn + 0.05;
  return Math.max(hem, Math.min(hem + LENGTHENING_MAX, HIPS));
}

/** A point of the garment's side at a share from armpit to hem, on the very edge of the cloth. */
function sourceSide({ frame, landmark }: TorsoFitting, share: number, side: Side): { along: number; aside: number } {
  const [armpit, waist, hem] = [landmark('armpit', side), landmark('waist', side), landmark('hem', side)];
  const [a, w, h] = [frame.along(armpit), frame.along(waist), frame.along(hem)];
  const along = a + (h - a) * share;
  const aside =
    along < w
      ? frame.aside(armpit) + (frame.aside(waist) - frame.aside(armpit)) * clamp((along - a) / (w - a || 1))
      : frame.aside(waist) + (frame.aside(hem) - frame.aside(waist)) * clamp((along - w) / (h - w || 1));
  return { along, aside: snapToSide(frame, along, aside, distance(landmark('armpit', 0), landmark('armpit', 1)) * 0.14) };
}

/** The middle of the armhole of a sleeveless top. */
function pairArmhole(
  { frame, landmark, scale, body }: TorsoFitting,
  side: Side,
  shoulder: Point,
  armpit: Point,
  pair: (source: Point, target: Point) => void,
): void {
  const middle = mix(landmark('shoulder', side), landmark('armpit', side), 0.55);
  const along = frame.along(middle);
  const aside = snapToSide(frame, along, frame.aside(middle), distance(landmark('armpit', 0), landmark('armpit', 1)) * 0.2);
  const target = mix(shoulder, armpit, 0.55);
  const offset = subtract(target, body.origin);
  const reach = Math.min(Math.abs(aside) * scale, Math.abs(dot(offset, body.across)) + 0.05 * body.shoulderWidth);
  pair(frame.place(along, aside), add(add(body.origin, body.down, dot(offset, body.down)), body.across, signOf(side) * reach));
}

/** Points along the hem, which falls a little lower in the middle. */
function pairHem(
  { frame, landmark, body }: TorsoFitting,
  sides: readonly Point[][],
  lengthScale: number,
  pair: (source: Point, target: Point) => void,
): void {
  const [left, right] = [landmark('hem', 0), landmark('hem', 1)];
  const reach = distance(landmark('armpit', 0), landmark('armpit', 1)) * 0.28;
  const hemAlong = (frame.along(left) + frame.along(right)) / 2;
  for (const t of [0.2, 0.4, 0.6, 0.8]) {
    const aside = frame.aside(left) + (frame.aside(right) - frame.aside(left)) * t;
    let along = hemAlong;
    for (let step = reach; step > -reach; step--) {
      if (!frame.isCloth(frame.place(hemAlong + step, aside))) continue;
      along = hemAlong + step;
      break;
    }
    const line = mix(sides[0][SIDE_POINTS - 1], sides[1][SIDE_POINTS - 1], t);
    pair(
      frame.place(along, aside),
      add(line, body.down, (along - hemAlong) * lengthScale + 0.08 * body.shoulderWidth * t * (1 - t)),
    );
  }
}

/** The torso between neckline, shoulders, sides and hem, a hair's breadth inside them. */
function torsoOutline(
  { down, shoulderWidth }: BodyModel,
  necks: readonly Point[],
  depth: number,
  shoulders: readonly [Point, Point],
  sides: readonly Point[][],
): Point[] {
  const neckline = Array.from({ length: 21 }, (_, k) => {
    const q = k / 10 - 1;
    return add(mix(necks[0], necks[1], (q + 1) / 2), down, depth * (1 - q * q) + 0.012 * shoulderWidth);
  });
  const inset = (side: Side) => sides[side].map((p, k) => mix(p, sides[1 - side][k], 0.012));
  return [...neckline, shoulders[1], ...inset(1), ...inset(0).reverse(), shoulders[0]];
}

/**
 * What of the photo is the body: not what lies above the front of the neckline, not the sleeves beyond their seams, and
 * of a garment with sleeves nothing beside the trunk. `sides` are its side lines, left and right, as [along, aside].
 */
function bodyShare(
  { raster: { width, height }, alpha, neckline }: GarmentAnalysis,
  frame: GarmentFrame,
  seams: readonly Float32Array[],
  sides: readonly (readonly (readonly [number, number])[])[] | null,
): Float32Array<ArrayBuffer> {
  const share = new Float32Array(width * height).fill(1);
  for (const seam of seams) for (let i = 0; i < share.length; i++) share[i] = Math.min(share[i], seam[i]);
  const edge = neckline && !neckline.closed ? neckline.edge : [];
  const knots = edge.map((p) => [frame.aside(p), frame.along(p)] as const).sort((a, b) => a[0] - b[0]);
  const margin = sides ? (sides[0][0][1] + sides[1][0][1]) * TRUNK_MARGIN : 0;
  for (let i = 0; i < share.length; i++) {
    if (alpha.data[i] <= 0) continue;
    const p = { x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 };
    const [aside, along] = [frame.aside(p), frame.along(p)];
    if (knots.length > 1 && aside > knots[0][0] && aside < knots[knots.length - 1][0])
      share[i] *= clamp((along - interpolate(knots, aside)) / 1.5 + 0.5);
    const side = sides?.[aside < 0 ? 0 : 1];
    if (side && along > side[0][0]) share[i] *= clamp((interpolate(side, along) + margin - Math.abs(aside)) / 2 + 0.5);
  }
  return share;
}
