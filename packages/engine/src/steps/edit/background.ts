import { blurColours } from '../../pixels/filters.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { withoutHalo } from '../cut-out/halo.ts';
import type { Colour } from './grammar/colours.ts';

/** Radius of the background's blur, as a share of the picture's height. */
const DEFOCUS = 0.012;

/** The picture with another background: a colour, or its own, blurred. */
export function withBackground(picture: Raster, matte: Plane, fill: Colour | 'blur'): Raster {
  const front = withoutHalo(Float32Array.from(picture.data), matte);
  const { width, height } = picture;
  // The old background without the subject, so that no halo of it remains.
  const behind =
    fill === 'blur'
      ? blurColours(behindSubject(picture, matte.data, 0.02), width, height, height * DEFOCUS)
      : planeOf(front.length, (k) => fill[k % 3]);
  return laidOver({ width, height, data: behind }, front, (i) => matte.data[i]);
}

/** The colours of a picture, continued smoothly over pixels with at least `least` of the subject. */
export function behindSubject({ width, height, data }: Raster, matte: Float32Array, least: number): Float32Array {
  const known = maskOf(matte.length, (i) => matte[i] < least);
  return known.includes(1) ? pushPull(data, known, width, height) : Float32Array.from(data);
}
