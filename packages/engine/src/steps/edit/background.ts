import { blur } from '../../pixels/filters.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { withoutHalo } from '../cut-out/halo.ts';
import type { Colour } from './colours.ts';

/** Radius of the blur of a background out of focus, as a share of the picture's height. */
const DEFOCUS = 0.012;
/** Warm grey of a studio's paper roll, at its brightest. */
const PAPER: Colour = [214, 211, 206];
/** How much darker the corners of a studio are than the light behind the person. */
const FALL_OFF = 0.2;
/** Strength of the shadow at the feet. */
const SHADOW = 0.35;

/** The picture with another background: a colour, the paper of a studio, or its own out of focus. */
export function withBackground(picture: Raster, matte: Plane, fill: Colour | 'blur' | 'studio'): Raster {
  const behind = fill === 'blur' ? defocused(picture, matte) : painted(picture, matte, fill);
  const front = withoutHalo(Float32Array.from(picture.data), matte);
  const out = { width: picture.width, height: picture.height, data: new Uint8ClampedArray(picture.data.length) };
  for (let i = 0; i < matte.data.length; i++) {
    const share = matte.data[i];
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = behind[i * 3 + c] + (front[i * 3 + c] - behind[i * 3 + c]) * share;
  }
  return out;
}

/** The old background without the subject, so that no halo of it is left, blurred. */
function defocused({ width, height, data }: Raster, matte: Plane): Float32Array {
  const known = maskOf(matte.data.length, (i) => matte.data[i] < 0.02);
  const filled = known.includes(1) ? pushPull(data, known, width, height) : Float32Array.from(data);
  const out = new Float32Array(data.length);
  for (let c = 0; c < 3; c++) {
    const soft = blur(
      planeOf(matte.data.length, (i) => filled[i * 3 + c]),
      width,
      height,
      height * DEFOCUS,
    );
    for (let i = 0; i < soft.length; i++) out[i * 3 + c] = soft[i];
  }
  return out;
}

/** A colour, even; or the paper of a studio with the light falling off, and a shadow where the subject stands on it. */
function painted({ width, height }: Raster, matte: Plane, fill: Colour | 'studio'): Float32Array {
  const colour = fill === 'studio' ? PAPER : fill;
  const shadow = fill === 'studio' ? groundShadow(matte) : null;
  return planeOf(width * height * 3, (k) => {
    const i = Math.floor(k / 3);
    const across = ((i % width) / width - 0.5) * 1.2;
    const down = Math.floor(i / width) / height - 0.4;
    const light = fill === 'studio' ? 1 - FALL_OFF * Math.min(1, (across * across + down * down) * 1.6) : 1;
    return colour[k % 3] * light * (1 - SHADOW * (shadow?.[i] ?? 0));
  });
}

/** A soft, flat shadow under the lowest part of the subject. */
function groundShadow({ width, height, data }: Plane): Float32Array {
  let lowest = 0;
  for (let i = 0; i < data.length; i++) if (data[i] > 0.5) lowest = Math.max(lowest, Math.floor(i / width));
  const feet = Math.round(height * 0.03);
  const flat = new Float32Array(data.length);
  for (let y = Math.max(0, lowest - feet * 2); y <= lowest; y++) {
    const to = Math.min(height - 1, Math.round(lowest + (y - lowest) * 0.35 + feet * 0.25));
    for (let x = 0; x < width; x++) flat[to * width + x] = Math.max(flat[to * width + x], data[y * width + x]);
  }
  return blur(flat, width, height, height * 0.008);
}
