import { checkpoint } from '../../../checkpoint.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import type { DrawnGarment } from './draw.ts';

/** Coverage from which nothing below shows through the outer garment. */
const COVERED = 0.995;
/** Pixels beside the outer garment within this many radii of an arm are a sleeve. */
const SLEEVE_RADII = 2.6;
/** The same for a dress, whose skirt hangs behind the hands. */
const ARM_RADII = 1.2;
/** Share of the arm before the end of the outer sleeve from which the inner sleeve may show. */
const OUT_OF_SLEEVE = 0.06;
/** Above this share of the torso, pixels beside the outer neck are shoulders, which the outer garment covers. */
const SHOULDERS = 0.15;

type Pictures = Pick<Scene, 'colours' | 'worn'>;

/** A scene at earlier stages, before an outer garment: same part, same size. */
export interface Earlier {
  /** After the bottoms, before the dress and the tops. */
  readonly beforeTops: Pictures;
  /** Ends of the sleeves of a dress that was put on since, as shares of the arms; null without one. */
  readonly dressSleeves: GarmentFit['sleeveEnds'] | null;
  /** Before all garments; null if the bottoms reach below the outer garment. */
  readonly beforeBottoms: Pictures | null;
}

/**
 * The scene without the parts of inner garments that show beside an outer one with sleeves: the outer garment holds
 * them close to the body. Those pixels are dressed as if only the outer garment existed; it also replaces the bottoms
 * worn there. Inner garments stay visible below its hem, above its neck, within its opening and out of its sleeves.
 */
export function trimInner(
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

/** Moves a pixel of the clothes below the waist to those that the outer garment replaces. */
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

/** Lower end of a drawn garment, as a share of the torso; 0 if it is outside the picture. */
export function hemOf(scene: Scene, { body: { alpha } }: DrawnGarment): number {
  const last = alpha.findLastIndex((cover) => cover > COVERED);
  return last < 0 ? 0 : bodyPlaceOf(last, scene).share;
}

/**
 * First and last pixel of a trunk on a row of the picture, on either side of the body's axis. Infinite on a side that
 * it does not reach; null without any.
 */
function sidesOnRow(scene: Scene, trunk: Float32Array, y: number): Sides | null {
  const { width } = scene.placement;
  const row = trunk.subarray(y * width, (y + 1) * width);
  const first = row.findIndex((alpha) => alpha > COVERED);
  if (first < 0) return null;
  const last = row.findLastIndex((alpha) => alpha > COVERED);
  const offset = (x: number) => bodyPlaceOf(y * width + x, scene).offset;
  return [offset(first) < 0 ? first : Number.NEGATIVE_INFINITY, offset(last) > 0 ? last : Number.POSITIVE_INFINITY];
}

/**
 * Radii of an arm within which pixels beside the outer garment are the sleeve of a dress. 0 if no sleeve shows below
 * the outer ones.
 */
function dressRadii(sleeves: GarmentFit['sleeveEnds'], { sleeveEnds }: Pick<GarmentFit, 'sleeveEnds'>): number {
  return sleeves.some((end, side) => end > sleeveEnds[side]) ? ARM_RADII : 0;
}

/** First and last pixel of a row. */
type Sides = readonly [left: number, right: number];

/**
 * Least width of a row of the trunk, as a share of its greatest lower width. Narrower rows are corners of the hem and
 * cords.
 */
const HEM_WIDTH = 0.85;
/** Slope of a skirt or hem outwards below the garment that holds it, in pixels a row. */
const LEAN = 0.3;

/**
 * Returns the range that an inner garment may cover on rows below the hem of the outer one, which may be round; null
 * above it.
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
 * True if the outer garment holds the part of a top at a pixel beside it. It holds such a part below its trunk, on its
 * shoulders or in a sleeve. `isAside` is true if its trunk lies nearer to the axis, or above.
 */
function isHeld(
  scene: Scene,
  { sleeveEnds, neckHalf }: Pick<GarmentFit, 'sleeveEnds' | 'neckHalf'>,
  pixel: number,
  isAside: boolean | null,
  armRadii: number,
): boolean {
  const { share, offset, arms } = bodyPlaceOf(pixel, scene);
  const near = SIDES.filter((side) => Math.min(arms[side].radii, arms[side].hand) < armRadii);
  if (near.length > 0 && isAside !== false)
    return near.every((side) => arms[side].along < sleeveEnds[side] - OUT_OF_SLEEVE);
  return isAside === true || (share < SHOULDERS && Math.abs(offset) > neckHalf);
}
