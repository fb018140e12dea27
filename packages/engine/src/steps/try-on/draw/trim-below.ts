import { checkpoint } from '../../../checkpoint.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { type Scene, torsoPlaceOf } from '../scene.ts';
import type { DrawnGarment } from './draw.ts';

/** Coverage from which nothing below shows through the outer garment. */
const COVERED = 0.995;
/** Radii of an arm within which what lies beside the outer garment is a sleeve. */
const SLEEVE_RADII = 2.6;
/** Share of the arm before the end of the outer sleeve from which the sleeve below may come out of it. */
const OUT_OF_SLEEVE = 0.06;
/** Share of the torso above which beside the outer neck there are shoulders, which it covers. */
const SHOULDERS = 0.15;

type Pictures = Pick<Scene, 'colours' | 'worn'>;

/** A scene before an outer garment goes on, at earlier times: same part, same size. */
export interface Earlier {
  /** With bottoms or a dress, but no top yet. */
  readonly beforeTops: Pictures;
  /** With nothing put on yet; null where the bottoms reach below the outer garment. */
  readonly beforeBottoms: Pictures | null;
}

/**
 * The scene without what garments of the same request, put on before, show beside an outer one with sleeves: what is worn
 * below is held by what is worn over it, however wide it was cut. Those pixels are then dressed as if there were only the
 * outer one, which also takes the place of the bottoms that were worn there. Below its hem, above its neck, within its opening and
 * out of its sleeves the others stay.
 */
export function trimBelow(
  scene: Scene,
  { beforeTops, beforeBottoms }: Earlier,
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
  const { upper, lower } = trimmed.parts;
  for (let y = 0; y < height; y++) {
    checkpoint();
    const sides = sidesOnRow(scene, body.alpha, y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (body.alpha[i] > COVERED || sleeves.alpha[i] > COVERED) continue;
      const isAside = sides && (x < sides[0] || x > sides[1]);
      if (isChanged(trimmed, beforeTops, i) && isHeld(scene, fit, i, isAside)) takeBack(trimmed, beforeTops, i);
      if (!isAside || !beforeBottoms || isChanged(trimmed, beforeTops, i) || !isChanged(trimmed, beforeBottoms, i)) continue;
      takeBack(trimmed, beforeBottoms, i);
      upper[i] = Math.max(upper[i], lower[i]);
      lower[i] = 0;
    }
  }
  return trimmed;
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

/** First and last pixel of a trunk on a row of the picture, on either side of the body's axis: without end where it does not reach that side; null where there is none. */
function sidesOnRow(scene: Scene, trunk: Float32Array, y: number): readonly [left: number, right: number] | null {
  const { width } = scene.placement;
  const row = trunk.subarray(y * width, (y + 1) * width);
  const first = row.findIndex((alpha) => alpha > COVERED);
  if (first < 0) return null;
  const last = row.findLastIndex((alpha) => alpha > COVERED);
  const offset = (x: number) => torsoPlaceOf(y * width + x, scene).offset;
  return [offset(first) < 0 ? first : Number.NEGATIVE_INFINITY, offset(last) > 0 ? last : Number.POSITIVE_INFINITY];
}

/** Whether what of a top lies at a pixel beside the outer garment is below its trunk, on its shoulders or in one of its sleeves; `isAside` says where it has a trunk nearer to the body's axis. */
function isHeld(
  { placement, body }: Scene,
  { sleeveEnds, neckHalf }: Pick<GarmentFit, 'sleeveEnds' | 'neckHalf'>,
  pixel: number,
  isAside: boolean | null,
): boolean {
  const p = placement.placeOf(pixel);
  const arms = SIDES.map((side) => ({ ...body.arm(p, side), end: sleeveEnds[side] - OUT_OF_SLEEVE }));
  const near = arms.filter(({ radii, hand }) => Math.min(radii, hand) < SLEEVE_RADII);
  if (near.length > 0 && isAside !== false) return near.every(({ along, end }) => along < end);
  const { share, offset } = body.torsoPlace(p);
  return isAside === true || (share < SHOULDERS && Math.abs(offset) > neckHalf);
}
