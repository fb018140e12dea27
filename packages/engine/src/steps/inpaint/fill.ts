import { distanceTo } from '../../pixels/distance.ts';
import { blur } from '../../pixels/filters.ts';
import { toLab } from '../../pixels/lab.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { medianAt } from '../../pixels/median.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { inverted, maskOf, pixelsWhere, sumOf } from '../../pixels/planes.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';

/**
 * Misfit in byte steps above which a fill of more than a tenth of the picture is torn. Measured on photos: 5 to 36
 * where a blanket, a fence and a field continue, 49 to 73 where windows, branches and streets do not.
 */
const TORN = 43;
/** Softness of the seam in pixels. */
const SEAM = 1.2;

/** A picture with its masked part filled. */
export interface MaskFill {
  readonly raster: Raster;
  /** True if a large fill is torn, because nothing around the mask continues under it. */
  readonly isTorn: boolean;
}

/** The picture with the masked part replaced by patches of its surroundings, so that texture and lines continue. */
export function fillMask(picture: Raster, mask: Plane, random: () => number): MaskFill {
  const { width, height, data } = picture;
  const hole = maskOf(mask.data.length, (i) => mask.data[i] > 0);
  const source = sourceAround(picture, hole);
  const colours = new Float32Array(data);
  const misfit = patchFill({ width, height, colours, hole, source }, colours, random);
  const share = blur(mask.data, width, height, SEAM);
  // The fill stays within the hole: every other pixel keeps its bytes.
  const raster = laidOver(picture, colours, (i) => (hole[i] ? Math.min(1, share[i] * 2) : 0));
  return { raster, isTorn: misfit > TORN };
}

/** Width of the analysed ring around a hole, as a share of the height, and its least width in pixels. */
const RING = 0.008;
const RING_MIN = 2;
/** Weight of lightness against a*b* for a surface, because folds and shade belong to it. */
const LIGHT_SHARE = 0.35;
/**
 * Distance from the ring's commonest colour within which a pixel belongs to the same surface. Then the least share of
 * the ring that does.
 */
const SAME = 10;
const EVEN_SHARE = 0.97;
/** The same distance beyond which a pixel shows something else. */
const OTHER = 16;
/** Least pixels of the surface for each pixel of the hole; fewer give no choice. */
const CHOICE_MIN = 1.5;
/** Distance (CIE 1976) from the ring's commonest colour beyond which a pixel is an object on the surface. */
const OBJECT = 40;
/** Least share of surface in the ring for an object to lie on it. */
const GROUND_MIN = 0.5;
/** Least share of the ring of an object that is more than noise. */
const CUT_MIN = 0.03;

/**
 * Pixels that may fill a hole: all but the hole. If one surface such as cloth surrounds the hole, only its pixels, so
 * that paper around a garment stays out.
 */
export function sourceAround(picture: Raster, hole: Uint8Array): Uint8Array {
  const rest = inverted(hole);
  const ring = ringAround(picture, hole);
  const away = distanceFrom(picture, ring, LIGHT_SHARE);
  if (ring.filter((i) => away(i) < SAME).length < Math.max(1, EVEN_SHARE * ring.length)) return rest;
  const same = maskOf(hole.length, (i) => rest[i] === 1 && away(i) < OTHER);
  return sumOf(same) < CHOICE_MIN * sumOf(hole) ? rest : same;
}

/**
 * True if the edge of a hole cuts an object on an even surface, such as a print on cloth. The rest outside would end
 * abruptly where the fill begins.
 */
export function cutsThrough(picture: Raster, hole: Uint8Array): boolean {
  const { width, height } = picture;
  const ring = ringAround(picture, hole);
  const away = distanceFrom(picture, ring, 1);
  if (ring.filter((i) => away(i) < SAME).length < GROUND_MIN * ring.length) return false;
  const inside = new Uint8Array(hole.length);
  for (const i of ringAround(picture, inverted(hole))) if (away(i) > OBJECT) inside[i] = 1;
  const toInside = distanceTo(inside, width, height);
  const cut = ring.filter((i) => away(i) > OBJECT && toInside[i] <= 1.5 * reachOf(picture));
  return cut.length > CUT_MIN * ring.length;
}

/** The pixels directly around a hole. */
function ringAround(picture: Raster, hole: Uint8Array): number[] {
  const reach = reachOf(picture);
  const away = distanceTo(hole, picture.width, picture.height, reach);
  return pixelsWhere(away.length, (i) => away[i] > 0 && away[i] <= reach);
}

const reachOf = ({ height }: Size) => Math.max(RING_MIN, RING * height);

/** Distance of a pixel from the commonest colour of others in L*a*b*; `light` is the weight of L*. */
export function distanceFrom(picture: Raster, pixels: readonly number[], light: number): (pixel: number) => number {
  const { l, a, b } = toLab(picture);
  const [ml, ma, mb] = [l, a, b].map((plane) => medianAt(plane, pixels));
  return (i) => Math.hypot((l[i] - ml) * light, a[i] - ma, b[i] - mb);
}
