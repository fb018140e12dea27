import { checkpoint } from '../../../checkpoint.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { type Scene, torsoPlaceOf } from '../scene.ts';
import type { DrawnGarment } from './draw.ts';

/** Coverage from which nothing below shows through the outer garment. */
const COVERED = 0.995;
/** Radii of an arm within which what lies beside the outer garment is a sleeve. */
const SLEEVE_RADII = 2.6;
/** The same of a dress, whose skirt hangs behind the hands. */
const ARM_RADII = 1.2;
/** Share of the arm before the end of the outer sleeve from which the sleeve below may come out of it. */
const OUT_OF_SLEEVE = 0.06;
/** Share of the torso above which beside the outer neck there are shoulders, which it covers. */
const SHOULDERS = 0.15;

type Pictures = Pick<Scene, 'colours' | 'worn'>;

/** A scene before an outer garment goes on, at earlier times: same part, same size. */
export interface Earlier {
  /** With bottoms, but no dress and no top yet. */
  readonly beforeTops: Pictures;
  /** Where the sleeves of a dress end that was put on since, as shares of the arms; null where none was. */
  readonly dressSleeves: GarmentFit['sleeveEnds'] | null;
  /** With nothing put on yet; null where the bottoms reach below the outer garment. */
  readonly beforeBottoms: Pictures | null;
}

/**
 * The scene without the parts of inner garments that show beside an outer one with sleeves: the outer garment holds
 * them close to the body. Those pixels are dressed as if only the outer garment existed; it also replaces the bottoms
 * worn there. Inner garments stay visible below its hem, above its neck, within its opening and out of its sleeves.
 */
export function trimBelow(
  scene: Scene,
  { beforeTops, dressSleeves, beforeBottoms }: Earlier,
  fit: Pick<GarmentFit, 'sleeveEnds' | 'neckHalf'>,
  { body, sleeves }: DrawnGarment,
): Scene {
  const { width, height } = scene.placement;
  const trimmed = {
    ...scene,
    colours: scene.colours.slice(),
    worn: scene.worn.slice(),
    parts: { ...scene.parts, upper: scene.parts.upper.slice(), lower: scene.parts.lower.slice() },
  };
  const rows = Array.from({ length: height }, (_, y) => sidesOnRow(scene, body.alpha, y));
  const below = belowHem(rows);
  const armRadii = dressSleeves ? dressRadii(dressSleeves, fit) : SLEEVE_RADII;
  for (let y = 0; y < height; y++) {
    checkpoint();
    const sides = below(y) ?? rows[y];
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (body.alpha[i] > COVERED || sleeves.alpha[i] > COVERED) continue;
      const isAside = sides && (x < sides[0] || x > sides[1]);
      if (isChanged(trimmed, beforeTops, i) && isHeld(scene, fit, i, isAside, armRadii)) {
        takeBack(trimmed, beforeTops, i);
        if (dressSleeves && isAside) replaceLower(trimmed.parts, i);
      }
      if (!isAside || !beforeBottoms || isChanged(trimmed, beforeTops, i) || !isChanged(trimmed, beforeBottoms, i))
        continue;
      takeBack(trimmed, beforeBottoms, i);
      replaceLower(trimmed.parts, i);
    }
  }
  return trimmed;
}

/** Makes a pixel of what was worn below the waist one that the outer garment takes the place of. */
function replaceLower({ upper, lower }: Pick<Scene['parts'], 'upper' | 'lower'>, pixel: number): void {
  upper[pixel] = Math.max(upper[pixel], lower[pixel]);
  lower[pixel] = 0;
}

function isChanged({ colours }: Pictures, { colours: before }: Pictures, pixel: number): boolean {
  for (let c = pixel * 3; c < pixel * 3 + 3; c++) if (colours[c] !== before[c]) return true;
  return false;
}

function takeBack({ colours, worn }: Pictures, before: Pictures, pixel: number): void {
  for (let c = pixel * 3; c < pixel * 3 + 3; c++) colours[c] = before.colours[c];
  worn[pixel] = before.worn[pixel];
}

/** How far down the torso a drawn garment reaches, as a share of it; 0 for one that is not in the picture. */
export function hemOf(scene: Scene, { body: { alpha } }: DrawnGarment): number {
  const last = alpha.findLastIndex((cover) => cover > COVERED);
  return last < 0 ? 0 : torsoPlaceOf(last, scene).share;
}

/**
 * First and last pixel of a trunk on a row of the picture, on either side of the body's axis: without end where it does
 * not reach that side; null where there is none.
 */
function sidesOnRow(scene: Scene, trunk: Float32Array, y: number): Sides | null {
  const { width } = scene.placement;
  const row = trunk.subarray(y * width, (y + 1) * width);
  const first = row.findIndex((alpha) => alpha > COVERED);
  if (first < 0) return null;
  const last = row.findLastIndex((alpha) => alpha > COVERED);
  const offset = (x: number) => torsoPlaceOf(y * width + x, scene).offset;
  return [offset(first) < 0 ? first : Number.NEGATIVE_INFINITY, offset(last) > 0 ? last : Number.POSITIVE_INFINITY];
}

/**
 * Radii of an arm within which what lies beside the outer garment is the sleeve of a dress: 0 where none comes out of
 * the outer ones.
 */
function dressRadii(sleeves: GarmentFit['sleeveEnds'], { sleeveEnds }: Pick<GarmentFit, 'sleeveEnds'>): number {
  return sleeves.some((end, side) => end > sleeveEnds[side]) ? ARM_RADII : 0;
}

/** First and last pixel of a row. */
type Sides = readonly [left: number, right: number];

/**
 * Share of the trunk's greatest lower width above which a row still belongs to it; narrower rows are corners of the
 * hem, and cords.
 */
const HEM_WIDTH = 0.85;
/** How far aside a skirt or the hem of a top leans out below what holds it, in pixels a row. */
const LEAN = 0.3;

/**
 * Tells how far what is worn below may reach on rows below the hem of what is worn over it, which may be round; null
 * above.
 */
function belowHem(rows: readonly (Sides | null)[]): (y: number) => Sides | null {
  const widthOf = (sides: Sides | null) => (sides && Number.isFinite(sides[1] - sides[0]) ? sides[1] - sides[0] : 0);
  const first = rows.findIndex((sides) => sides !== null);
  const last = rows.findLastIndex((sides) => sides !== null);
  const lower = rows.slice(Math.floor((first + last) / 2), last + 1).map(widthOf);
  const hem = rows.findLastIndex((sides) => sides !== null && widthOf(sides) >= HEM_WIDTH * Math.max(...lower));
  const held = rows[hem] ?? null;
  return (y) => (held && y > hem ? [held[0] - LEAN * (y - hem), held[1] + LEAN * (y - hem)] : null);
}

/**
 * Whether the part of a top at a pixel beside the outer garment is below its trunk, on its shoulders or in a sleeve.
 * `isAside` is true if the garment has a trunk nearer to the axis, or above.
 */
function isHeld(
  { placement, body }: Scene,
  { sleeveEnds, neckHalf }: Pick<GarmentFit, 'sleeveEnds' | 'neckHalf'>,
  pixel: number,
  isAside: boolean | null,
  armRadii: number,
): boolean {
  const p = placement.placeOf(pixel);
  const arms = SIDES.map((side) => ({ ...body.arm(p, side), end: sleeveEnds[side] - OUT_OF_SLEEVE }));
  const near = arms.filter(({ radii, hand }) => Math.min(radii, hand) < armRadii);
  if (near.length > 0 && isAside !== false) return near.every(({ along, end }) => along < end);
  const { share, offset } = body.torsoPlace(p);
  return isAside === true || (share < SHOULDERS && Math.abs(offset) > neckHalf);
}
