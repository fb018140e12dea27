import { distanceTo } from '../../pixels/distance.ts';
import { labOf, toLab } from '../../pixels/lab.ts';
import { median } from '../../pixels/median.ts';
import { inverted, maskOf, pixelsWhere, sumOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';

type Colour = readonly [light: number, red: number, yellow: number];

/** Width of the analysed ring around a hole, as a share of the height. */
const RING = 0.008;
/** Weight of lightness against a*b*, because folds and shade belong to one surface. */
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

/**
 * Pixels that may fill a hole: all but the hole. If one surface such as cloth surrounds the hole, only its pixels, so
 * that paper around a garment stays out.
 */
export function sourceAround(picture: Raster, hole: Uint8Array): Uint8Array<ArrayBuffer> {
  const rest = inverted(hole);
  const ground = groundOf(picture, ringAround(picture, hole));
  if (!ground) return rest;
  const { l, a, b } = toLab(picture);
  const same = maskOf(hole.length, (i) => rest[i] === 1 && differenceOf([l[i], a[i], b[i]], ground) < OTHER);
  return sumOf(same) < CHOICE_MIN * sumOf(hole) ? rest : same;
}

/** The pixels directly around a hole. */
function ringAround({ width, height }: Raster, hole: Uint8Array): number[] {
  const reach = Math.max(2, RING * height);
  const away = distanceTo(hole, width, height, reach);
  return pixelsWhere(away.length, (i) => away[i] > 0 && away[i] <= reach);
}

/** L*, a*, b* of the one surface that the pixels show; null for several. */
function groundOf({ data }: Raster, pixels: readonly number[]): Colour | null {
  const colours = pixels.map((i) => labOf(data[i * 3], data[i * 3 + 1], data[i * 3 + 2]));
  if (colours.length === 0) return null;
  const middle = (c: 0 | 1 | 2) => median(Float32Array.from(colours, (colour) => colour[c]));
  const ground: Colour = [middle(0), middle(1), middle(2)];
  const alike = colours.filter((colour) => differenceOf(colour, ground) < SAME).length;
  return alike < EVEN_SHARE * colours.length ? null : ground;
}

function differenceOf([light, red, yellow]: Colour, ground: Colour): number {
  return Math.hypot((light - ground[0]) * LIGHT_SHARE, red - ground[1], yellow - ground[2]);
}
