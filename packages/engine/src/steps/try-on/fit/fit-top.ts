import type { GarmentAnalysis, GarmentLandmark } from '../../../analysis.ts';
import { clamp, distance, interpolate, mix, pixelMiddle } from '../../../pixels/geometry.ts';
import { goesOverTop } from '../../garment/kind/garment-kind.ts';
import type { BodyModel } from '../body/body-model.ts';
import { behindNeck } from './behind-neck.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitSleeves } from './fit-sleeve.ts';
import { type FittedTorso, fitTorso, shoulderTip } from './fit-torso.ts';
import { type GarmentFrame, garmentFrame, neckKnots } from './garment-frame.ts';
import { type Fronts, openFronts } from './open-front.ts';
import type { TopFitting } from './top-fitting.ts';
import { warpedPiece } from './warped-piece.ts';

/** Height of a lowered hood above the neck points, in shoulder widths. */
const COLLAR_RISE = 0.25;
/**
 * Width of a sleeveless garment next to the skin and over a top, as a share of the measured chest. That includes the
 * beginnings of the arms. The first is our estimate. By the second, 18 training gilets are as long as jackets.
 */
const CHEST = 0.94;
const OVER_TOP = 1.17;
/**
 * Least width between the shoulder joints of a person who faces the camera, in torso lengths: all but one of 18
 * training photos show more.
 */
const FACING_WIDTH = 0.6;
/**
 * Highest end of a top with sleeves, as a share of the torso, and the length from which it holds, in widths of the
 * chest. A shorter one is cropped, and may end higher by the slope. Of 358 training photos of tops, 21 are that short.
 */
const HIPS = 1;
const UNCROPPED = 1.05;
const CROPPED_SLOPE = 1.7;
/**
 * Greatest distance from the middle at which cloth above the armpits is body, in distances of the farther of shoulder
 * and armpit. Beyond it, sleeves may go on past the points of their cuffs. Our estimate.
 */
const BESIDE_SHOULDER = 1.1;
/** Stiffness of the torso's spline, so that no single point makes a dent. */
const STIFFNESS = 3;

/**
 * Fits a top or a dress. The neck comes on the neck, the shoulders on the shoulders, the sides along the body, the
 * sleeves along the arms.
 */
export function fitTop(garment: GarmentAnalysis, body: BodyModel, wear: Wear): GarmentFit {
  const frame = garmentFrame(garment, ['neckLeft', 'neckRight'], ['hemLeft', 'hemRight']);
  const landmark = landmarksOf(garment);
  const hasSleeves = garment.sleeves !== 'none';
  const scale = topScale(garment, wear, body) * (1 + wear.ease);
  const top = { garment, frame, body, scale, landmark, drape: wear };
  const torso = fitTorso(top);
  const fitting: TopFitting = { ...top, shoulders: torso.shoulders, armpits: torso.armpits };
  const sleeves = hasSleeves ? fitSleeves(fitting) : [];
  const share = bodyShare(
    garment,
    frame,
    sleeves.map(({ seam }) => seam),
    hasSleeves ? torso.sourceSides : null,
  );
  const { pieces, outlines, gap } =
    wear.open && garment.front
      ? openFronts(fitting, torso, garment.front, share)
      : closedFront(torso, share, COLLAR_RISE * body.shoulderWidth);
  return {
    replaces: garment.category === 'dress' ? 'both' : wear.isOverTop ? 'nothing' : 'upper',
    span: null,
    layers: {
      back: { pieces: behindNeck(garment, frame, pieces), outlines: [] },
      trunk: { pieces, outlines: hasSleeves ? outlines : [] },
      sleeves: {
        pieces: sleeves.flatMap(({ pieces }) => pieces),
        outlines: sleeves.flatMap(({ outlines }) => outlines),
      },
    },
    sleeveLines: sleeves.map(({ lines }) => lines),
    gap,
    hasSleeves,
    neckHalf: torso.neckHalf,
    sleeveEnds: [sleeves[0]?.end ?? 0, sleeves[1]?.end ?? 0],
    tuck: wear.tuck,
  };
}

/** The landmarks of a garment by name and side. */
export const landmarksOf =
  ({ landmarks }: GarmentAnalysis): TopFitting['landmark'] =>
  (name, side) =>
    landmarks[`${name}${side === 0 ? 'Left' : 'Right'}` satisfies GarmentLandmark];

/** The torso as one piece; `rise` is how far cloth may rise over its shoulders, in pixels. */
function closedFront(
  { matches, outline }: Pick<FittedTorso, 'matches' | 'outline'>,
  share: Float32Array,
  rise: number,
): Fronts {
  const piece = warpedPiece(matches, STIFFNESS, share, 20);
  const { top, height } = piece.box;
  const box = { ...piece.box, top: top - rise, height: height + rise + 10 };
  return { pieces: [{ ...piece, box }], outlines: [outline], gap: null };
}

/**
 * Scale of a top or a dress: pixels of the analysed person to one of the garment photo. It follows the shoulders with
 * sleeves, and the chest without. Shoulders that are turned aside look narrower than they are. A top whose shoulders
 * drop is larger: it reaches the hips, unless it is cropped or sewn to trousers.
 */
export function topScale(garment: GarmentAnalysis, { tuck }: Pick<Wear, 'tuck'>, body: BodyModel): number {
  const { category, sleeves } = garment;
  const landmark = landmarksOf(garment);
  const between = (name: 'armpit' | 'shoulder') => distance(landmark(name, 0), landmark(name, 1));
  if (sleeves === 'none') {
    const chest = body.halfWidth(0.3, 0) + body.halfWidth(0.3, 1);
    return ((goesOverTop(garment) ? OVER_TOP : CHEST) * chest) / between('armpit');
  }
  const facing = Math.max(1, (FACING_WIDTH * body.torsoLength) / body.shoulderWidth);
  const byShoulders = (facing * (shoulderTip(body, 0) + shoulderTip(body, 1))) / between('shoulder');
  if (category === 'dress' || tuck?.band === 'sewn') return byShoulders;
  const middle = (name: 'neck' | 'shoulder' | 'hem') => mix(landmark(name, 0), landmark(name, 1), 0.5);
  const proportion = distance(middle('neck'), middle('hem')) / between('armpit');
  const end = HIPS - CROPPED_SLOPE * Math.max(0, UNCROPPED - proportion);
  return Math.max(byShoulders, (end * body.torsoLength) / distance(middle('shoulder'), middle('hem')));
}

/**
 * Share of each pixel of the photo that is the body of the garment. It ends at the neckline's front and at the sleeve
 * seams. With sleeves it also ends at the trunk's sides and beside the shoulders. `sides` are the side lines from the
 * armpits, left and right, as [along, aside].
 */
function bodyShare(
  { raster: { width, height }, alpha, neckline, landmarks }: GarmentAnalysis,
  frame: GarmentFrame,
  seams: readonly Float32Array[],
  sides: readonly (readonly (readonly [number, number])[])[] | null,
): Float32Array {
  const share = new Float32Array(width * height).fill(1);
  const knots = neckKnots(neckline, frame);
  // Full share below the neckline and within the narrowest place of the trunk, less the soft edge of one pixel.
  const lowest = Math.max(...knots.map(([, along]) => along)) + 1;
  const narrowest = sides
    ? Math.min(...sides.flatMap((side) => side.map(([, aside]) => aside))) - 1
    : Number.POSITIVE_INFINITY;
  const shoulders = [landmarks.shoulderLeft, landmarks.shoulderRight].map((p) => Math.abs(frame.aside(p)));
  const aboveArmpits = sides?.map(([[, armpit]], k) => BESIDE_SHOULDER * Math.max(armpit, shoulders[k])) ?? [];
  for (let i = 0; i < share.length; i++) {
    if (alpha.data[i] <= 0) continue;
    for (const seam of seams) if (seam[i] < share[i]) share[i] = seam[i];
    const p = pixelMiddle(i, width);
    const [aside, along] = [frame.aside(p), frame.along(p)];
    if (along > lowest && Math.abs(aside) < narrowest) continue;
    if (knots.length > 1 && aside > knots[0][0] && aside < knots[knots.length - 1][0])
      share[i] *= clamp((along - interpolate(knots, aside)) / 1.5 + 0.5);
    if (!sides) continue;
    const k = aside < 0 ? 0 : 1;
    const end = along > sides[k][0][0] ? interpolate(sides[k], along) : aboveArmpits[k];
    share[i] *= clamp((end - Math.abs(aside)) / 2 + 0.5);
  }
  return share;
}
