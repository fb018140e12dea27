import sharp, { type Sharp } from 'sharp';
import { onWhite, pngOf, sizeOfPicture } from '../../pixels/decode.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Plane, Size } from '../../pixels/raster.ts';
import { continuePicture } from './continue-picture.ts';
import { layWindow } from './lay-window.ts';
import type { Sitter } from './sitter.ts';
import { slantOf } from './slant.ts';
import { hasRatioOf } from './window.ts';

/** Least byte of a pixel of the rotated photo that holds nothing from beyond its edge. */
const WHOLE = 254;

/** A rotated photo, and the new size of its output. */
export interface Turned {
  readonly bytes: Uint8Array;
  readonly size: Size;
  /** True if its background was continued beyond its edge. */
  readonly isContinued: boolean;
}

/**
 * Rotates a photo clockwise. Quarter turns swap the sides of an output that has the photo's ratio. Other angles keep
 * the ratio, and keep the subject whole: see slantOf. Throws EngineRejection.
 */
export async function turned(
  bytes: Uint8Array,
  degrees: number,
  size: Size,
  sitterIn: (bytes: Uint8Array) => Promise<Sitter>,
): Promise<Turned> {
  const whole = await sizeOfPicture(bytes);
  const angle = degrees % 360;
  if (angle % 90 === 0) {
    const swaps = angle % 180 !== 0 && hasRatioOf(size, whole);
    const upright = await rotated(onWhite(bytes), angle);
    return { bytes: upright, size: swaps ? { width: size.height, height: size.width } : size, isContinued: false };
  }
  const sitter = await sitterIn(bytes);
  const slant = slantOf(sitter, angle);
  const { isContinued } = slant;
  // A continued picture has the pixels of the output, because it takes time to continue; any other keeps its own.
  const scale = isContinued
    ? Math.sqrt((size.width * size.height) / (slant.width * slant.height))
    : whole.width / sitter.width;
  const width = Math.max(1, Math.round(sitter.width * scale));
  const full = { width, height: Math.max(1, Math.round((width * whole.height) / whole.width)) };
  const part = {
    width: Math.max(1, Math.floor(slant.width * scale)),
    height: Math.max(1, Math.floor(slant.height * scale)),
  };
  const laid = async (picture: Sharp) => {
    const canvas = await rotated(picture.resize(full.width, full.height, { fit: 'fill' }), angle);
    const around = await sizeOfPicture(canvas);
    const left = around.width / 2 + slant.centre.x * scale - part.width / 2;
    const top = around.height / 2 + slant.centre.y * scale - part.height / 2;
    return layWindow(canvas, around, { left, top, ...part }, part);
  };
  const { picture } = await laid(onWhite(bytes));
  if (!isContinued || !sitter.matte) return { bytes: await pngOf(picture), size, isContinued };
  const bytesOf = async (plane: Plane) => {
    const grey = Uint8Array.from(plane.data, (share) => share * 255);
    const { data } = (await laid(sharp(grey, { raw: { ...plane, channels: 1 } }))).picture;
    return planeOf(part.width * part.height, (i) => data[i * 3]);
  };
  const photo = await bytesOf({ ...full, data: new Float32Array(full.width * full.height).fill(1) });
  const subject = await bytesOf(sitter.matte);
  const known = maskOf(photo.length, (i) => photo[i] >= WHOLE);
  const matte = { ...part, data: subject.map((byte) => byte / 255) };
  return { bytes: await pngOf(continuePicture({ picture, known }, matte)), size, isContinued };
}

/** A picture rotated clockwise, as a PNG file. Corners outside it are black. */
async function rotated(picture: Sharp, degrees: number): Promise<Buffer> {
  const encoded = (one: Sharp) => one.png({ compressionLevel: 1 }).toBuffer();
  return encoded(sharp(await encoded(picture)).rotate(degrees));
}
