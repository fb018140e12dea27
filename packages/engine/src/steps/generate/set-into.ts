import { pictureOf, pixelsOf } from '../../pixels/decode.ts';
import { blur } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { toLab } from '../../pixels/lab.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { pixelsWhere, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { withoutHalo } from '../cut-out/halo.ts';
import { solesOf } from '../cut-out/soles.ts';

/** How the subject touches the scene. */
export type Contact = 'standing' | 'lying' | 'hanging';

/** Radius of the blur of the farthest background, as a share of the height, as with a portrait lens. */
const DEFOCUS = 0.0032;
/** Height above the soles where the blur of a scene is greatest, as a share of the picture's height. */
const FAR = 0.55;
/** Share of the scene's tint and brightness that the subject takes. A dark scene tints it little. */
const TINT = 0.22;
const BRIGHTNESS = 0.12;
/** Lightness of a scene, L*, that is neither bright nor dark. */
const MIDDLING = 72;
/** Darkness of the shadows at the contact and around it, and their reach as shares of the height. */
const CONTACT_DARK = 0.62;
const AMBIENT_DARK = 0.22;
const CONTACT_REACH = 0.006;
const AMBIENT_REACH = 0.03;
/** Least height of the slice at the bottom of a standing subject that throws the shadow at its feet. */
const FEET = 0.035;
/** Greatest height of one foot above the other in the picture, as a share of the height. */
const STRIDE = 0.07;

/**
 * The scene with the focus on the person: sharp on the floor at their feet, softer the farther behind. Soft everywhere
 * without a visible floor (`soles` is null).
 */
export async function behindSomebody(scene: Raster, soles: number | null): Promise<Raster> {
  const { width, height } = scene;
  const soft = await pixelsOf(pictureOf(scene).blur(Math.max(0.5, DEFOCUS * height)), scene);
  const behind = (row: number) => (soles === null ? 1 : clamp((soles - row) / (FAR * height)));
  return laidOver(scene, soft.data, (i) => behind(Math.floor(i / width)));
}

/** The scene with a subject in it, lit like the scene, with a contact shadow. All sizes must be equal. */
export function setInto(scene: Raster, subject: Raster, matte: Plane, contact: Contact): Raster {
  const { width, height } = scene;
  const shadow = contactShadow(matte, contact);
  const front = withoutHalo(litLike(scene, subject, matte), matte);
  const behind = planeOf(front.length, (k) => scene.data[k] * (1 - shadow[Math.floor(k / 3)]));
  return laidOver({ width, height, data: behind }, front, (i) => matte.data[i]);
}

/**
 * The picture with the subject's shadow on its own background. `matte` is the share of each pixel that is the subject.
 */
export function withShadow(picture: Raster, matte: Plane, contact: Contact): Raster {
  const shadow = contactShadow(matte, contact);
  return laidOver(picture, new Uint8Array(picture.data.length), (i) => shadow[i] * (1 - matte.data[i]));
}

/** Darkness of the shadow at each pixel, 0 to 1. */
function contactShadow(matte: Plane, contact: Contact): Float32Array {
  return contact === 'standing' ? feetShadow(matte) : flatShadow(matte, contact);
}

/** The subject's colours, shifted a little towards the scene's, so that its light matches. */
function litLike(scene: Raster, subject: Raster, matte: Plane): Float32Array {
  const around = meanOf(scene, () => true);
  const { l: lightness } = toLab({ width: 1, height: 1, data: new Uint8ClampedArray(around) });
  const brightness = lightness[0] / MIDDLING;
  const level = clamp(1 + BRIGHTNESS * (brightness - 1), 0.9, 1.06);
  const grey = Math.max(1, greyOf(around));
  const gains = around.map((value) => (1 + TINT * Math.min(1, brightness) * (value / grey - 1)) * level);
  // White cloth must not be clipped.
  const limit = greyOf(meanOf(subject, (i) => matte.data[i] > 0.9)) > 225 ? 1 : Number.POSITIVE_INFINITY;
  return planeOf(subject.data.length, (k) => subject.data[k] * Math.min(limit, gains[k % 3]));
}

const greyOf = ([red, green, blue]: readonly number[]) => (red + green + blue) / 3;

/** Mean of each channel over every fifth pixel that counts. */
function meanOf({ width, height, data }: Raster, counts: (pixel: number) => boolean): number[] {
  const pixels = pixelsWhere(width * height, (i) => i % 5 === 0 && counts(i));
  return [0, 1, 2].map((c) => pixels.reduce((sum, i) => sum + data[i * 3 + c], 0) / Math.max(1, pixels.length));
}

/** A dark line under each sole and a wide soft shadow on the floor around them; none for a cropped person. */
function feetShadow(matte: Plane): Float32Array {
  const { width, height, data } = matte;
  if (solesOf(matte) === null) return new Float32Array(data.length);
  const soles = lowestRows(data, width, height);
  const lowest = Math.max(...soles);
  const slice = Math.round(height * FEET);
  const sole = new Float32Array(data.length);
  for (let x = 0; x < width; x++) {
    // One foot may be farther back than the other. A higher end, such as a hem, does not touch the floor.
    if (soles[x] < lowest - STRIDE * height) continue;
    for (let y = Math.max(0, soles[x] - slice); y <= soles[x]; y++) {
      const to = Math.min(height - 1, Math.round(soles[x] - (soles[x] - y) * 0.45 + slice * 0.12));
      sole[to * width + x] = Math.max(sole[to * width + x], data[y * width + x]);
    }
  }
  const near = blur(sole, width, height, Math.max(1, height * CONTACT_REACH));
  const wide = blur(sole, width, height, height * AMBIENT_REACH * 0.6);
  return planeOf(data.length, (i) => Math.min(0.75, CONTACT_DARK * near[i] + AMBIENT_DARK * 2 * wide[i]));
}

/** The lowest row of the subject in each column; −1 if it does not cover the column. */
function lowestRows(data: Float32Array, width: number, height: number): Int32Array {
  const rows = new Int32Array(width).fill(-1);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (data[y * width + x] > 0.5) rows[x] = y;
  return rows;
}

/** The shadow of a flat subject on a table, close by, or of one that hangs before a wall, farther off and fainter. */
function flatShadow({ width, height, data }: Plane, contact: 'lying' | 'hanging'): Float32Array {
  const [reach, dark] = contact === 'lying' ? [0.007, 0.38] : [0.022, 0.2];
  const shift = Math.round(height * reach);
  const moved = new Float32Array(data.length);
  for (let y = shift; y < height; y++)
    for (let x = shift; x < width; x++) moved[y * width + x] = data[(y - shift) * width + x - Math.round(shift * 0.7)];
  const soft = blur(moved, width, height, Math.max(1, height * reach));
  return planeOf(data.length, (i) => dark * soft[i]);
}
