import { blur } from '../../pixels/filters.ts';
import { toLab } from '../../pixels/lab.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { withoutHalo } from '../cut-out/halo.ts';

/** How the subject touches the scene. */
export type Contact = 'standing' | 'lying' | 'hanging' | 'none';

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

/** The scene with a subject in it, lit like the scene, with a contact shadow. All sizes must be equal. */
export function setInto(scene: Raster, subject: Raster, matte: Plane, contact: Contact): Raster {
  const { width, height } = scene;
  const shadow = contactShadow(matte, contact);
  const front = withoutHalo(litLike(scene, subject, matte), matte);
  const out = { width, height, data: new Uint8ClampedArray(scene.data.length) };
  for (let i = 0; i < matte.data.length; i++) {
    const share = matte.data[i];
    for (let c = 0; c < 3; c++) {
      const behind = scene.data[i * 3 + c] * (1 - shadow[i]);
      out.data[i * 3 + c] = behind + (front[i * 3 + c] - behind) * share;
    }
  }
  return out;
}

/**
 * The picture with the subject's shadow on its own background. `matte` is the share of each pixel that is the subject.
 */
export function withShadow({ width, height, data }: Raster, matte: Plane, contact: Contact): Raster {
  const shadow = contactShadow(matte, contact);
  const out = new Uint8ClampedArray(data.length);
  for (let k = 0; k < data.length; k++) {
    const i = Math.floor(k / 3);
    out[k] = data[k] * (1 - shadow[i] * (1 - matte.data[i]));
  }
  return { width, height, data: out };
}

/** Darkness of the shadow at each pixel, 0 to 1. A person cropped by the picture throws none. */
function contactShadow(matte: Plane, contact: Contact): Float32Array {
  if (contact === 'none') return new Float32Array(matte.data.length);
  return contact === 'standing' ? feetShadow(matte) : flatShadow(matte, contact);
}

/** The subject's colours, shifted a little towards the scene's, so that its light matches. */
function litLike(scene: Raster, subject: Raster, matte: Plane): Float32Array {
  const around = meanOf(scene, () => true);
  const own = meanOf(subject, (i) => matte.data[i] > 0.9);
  const sceneLab = toLab({ width: 1, height: 1, data: new Uint8ClampedArray(around) });
  const [grey] = sceneLab.l;
  const level = Math.min(1.06, Math.max(0.9, 1 + BRIGHTNESS * ((grey - MIDDLING) / MIDDLING)));
  const mean = (around[0] + around[1] + around[2]) / 3;
  const tint = TINT * Math.min(1, grey / MIDDLING);
  const gain = around.map((value) => (1 + tint * (value / Math.max(1, mean) - 1)) * level);
  const bright = (own[0] + own[1] + own[2]) / 3;
  // White cloth must not be clipped.
  const limit = bright > 225 ? 1 : Number.POSITIVE_INFINITY;
  return planeOf(subject.data.length, (k) => subject.data[k] * Math.min(limit, gain[k % 3]));
}

function meanOf({ data }: Raster, counts: (pixel: number) => boolean): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i * 3 < data.length; i += 5) {
    if (!counts(i)) continue;
    count++;
    for (let c = 0; c < 3; c++) sum[c] += data[i * 3 + c];
  }
  const [red, green, blue] = sum;
  return [red / Math.max(1, count), green / Math.max(1, count), blue / Math.max(1, count)];
}

/** A dark line under each sole and a wide soft shadow on the floor around them. */
function feetShadow({ width, height, data }: Plane): Float32Array {
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
