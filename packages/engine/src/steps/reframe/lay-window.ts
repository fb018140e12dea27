import sharp from 'sharp';
import type { Box } from '../../pixels/crop.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { blur } from '../../pixels/filters.ts';
import { smoothstep } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';

/** Enlargement from which a picture is plainly short of detail. */
const ENLARGED_MAX = 2.5;

/** A part of a photo at the size of the output. */
export interface LaidWindow {
  readonly picture: Raster;
  /** 1 where the photo is, 0 where it ends. */
  readonly known: Uint8Array;
  /** Output pixels to one of the photo, as it was sent, above which it is short of detail. */
  readonly isEnlarged: boolean;
}

/** Cuts a window out of a photo. `shown` is the size of the picture in whose pixels the window is given. */
export async function layWindow(bytes: Uint8Array, shown: Size, window: Box, size: Size): Promise<LaidWindow> {
  const { autoOrient: whole } = await sharp(bytes).metadata();
  const scale = whole.width / shown.width;
  const output = size.width / window.width / scale;
  const from = {
    left: Math.max(0, Math.round(window.left * scale)),
    top: Math.max(0, Math.round(window.top * scale)),
  };
  const part = {
    ...from,
    width: Math.min(whole.width, Math.round((window.left + window.width) * scale)) - from.left,
    height: Math.min(whole.height, Math.round((window.top + window.height) * scale)) - from.top,
  };
  const at = {
    left: Math.max(0, Math.round((from.left - window.left * scale) * output)),
    top: Math.max(0, Math.round((from.top - window.top * scale) * output)),
  };
  const to = {
    width: nearly(Math.round(part.width * output), size.width - at.left),
    height: nearly(Math.round(part.height * output), size.height - at.top),
  };
  const data = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .extract(part)
    .resize(to.width, to.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const picture = { ...size, data: new Uint8ClampedArray(size.width * size.height * 3) };
  const known = new Uint8Array(size.width * size.height);
  for (let y = 0; y < to.height; y++) {
    const row = (at.top + y) * size.width + at.left;
    picture.data.set(data.subarray(y * to.width * 3, (y + 1) * to.width * 3), row * 3);
    known.fill(1, row, row + to.width);
  }
  return { picture, known, isEnlarged: output > ENLARGED_MAX };
}

/** A length that rounding left two pixels short, or that is too long, is the room itself. */
function nearly(length: number, room: number): number {
  return length > room - 3 ? room : length;
}

/**
 * The picture with its background continued where it is not known: mirrored at the edge, without the subject, and the
 * farther out the softer, so that nothing is seen twice.
 */
export function continuePicture({ picture, known }: LaidWindow, subject: Plane | null): Raster {
  const { width, height, data } = picture;
  const source = maskOf(known.length, (i) => known[i] === 1 && (subject === null || subject.data[i] < 0.03));
  if (!source.includes(1)) return picture;
  const { left, top, right, bottom } = boxOf(known, width);
  const behind = pushPull(data, source, width, height);
  const mirrored = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = reflected(y, top, bottom) * width;
    for (let x = 0; x < width; x++) {
      const from = (row + reflected(x, left, right)) * 3;
      for (let c = 0; c < 3; c++) mirrored[(y * width + x) * 3 + c] = behind[from + c];
    }
  }
  const out = { width, height, data: new Uint8ClampedArray(data) };
  const away = distanceTo(known, width, height);
  for (let c = 0; c < 3; c++) {
    const sharp = planeOf(known.length, (i) => mirrored[i * 3 + c]);
    const soft = blur(sharp, width, height, height * SOFT);
    const softest = blur(soft, width, height, height * SOFTEST);
    for (let i = 0; i < known.length; i++) {
      if (known[i]) continue;
      const near = smoothstep(0, height * SOFT_FROM, away[i]);
      const far = smoothstep(height * SOFT_FROM, height * SOFTEST_FROM, away[i]);
      const inner = sharp[i] + (soft[i] - sharp[i]) * near;
      out.data[i * 3 + c] = inner + (softest[i] - inner) * far;
    }
  }
  return out;
}

/** Blurs of a continued background, and the distances from the photo at which each is reached; shares of the height. */
const SOFT = 0.008;
const SOFTEST = 0.03;
const SOFT_FROM = 0.05;
const SOFTEST_FROM = 0.3;

function boxOf(known: Uint8Array, width: number) {
  const [first, last] = [known.indexOf(1), known.lastIndexOf(1)];
  return {
    left: first % width,
    top: Math.floor(first / width),
    right: last % width,
    bottom: Math.floor(last / width),
  };
}

/** A place mirrored at both ends of a range until it lies within. */
function reflected(at: number, low: number, high: number): number {
  const length = Math.max(1, high - low);
  const along = (((at - low) % (2 * length)) + 2 * length) % (2 * length);
  return low + (along > length ? 2 * length - along : along);
}
