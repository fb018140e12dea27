import { blurColours } from '../../pixels/filters.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Raster } from '../../pixels/raster.ts';
import { paintBackdrop } from '../backdrop/backdrop.ts';
import { withoutHalo } from '../cut-out/halo.ts';
import { solesOf } from '../cut-out/soles.ts';
import { setInto } from '../generate/set-into.ts';
import type { Change } from './grammar/instruction.ts';
import type { Subject } from './subject.ts';

/** Radius of the background's blur, as a share of the picture's height. */
const DEFOCUS = 0.012;
/** Stands for transparency. */
const WHITE = [255, 255, 255] as const;

/** The picture with another background: a painted place, a colour, or its own, blurred. */
export async function onBackground(
  picture: Raster,
  { fill, tint }: Extract<Change, { kind: 'background' }>,
  { matte, isProduct }: Subject,
): Promise<Raster> {
  const { width, height } = picture;
  const flat = fill === 'transparent' ? WHITE : fill;
  if (typeof flat === 'string' && flat !== 'blur') {
    const soles = isProduct ? null : solesOf(matte);
    const backdrop = await paintBackdrop(flat, { width, height, soles, tint: tint ?? null });
    return setInto(backdrop, picture, matte, isProduct ? 'hanging' : 'standing');
  }
  const front = withoutHalo(Float32Array.from(picture.data), matte);
  // The old background without the subject, so that no halo of it remains.
  const behind =
    flat === 'blur'
      ? blurColours(behindSubject(picture, matte.data, 0.02), width, height, height * DEFOCUS)
      : planeOf(front.length, (k) => flat[k % 3]);
  return laidOver({ width, height, data: behind }, front, (i) => matte.data[i]);
}

/** The colours of a picture, continued smoothly over pixels with at least `least` of the subject. */
export function behindSubject({ width, height, data }: Raster, matte: Float32Array, least: number): Float32Array {
  const known = maskOf(matte.length, (i) => matte[i] < least);
  return known.includes(1) ? pushPull(data, known, width, height) : Float32Array.from(data);
}
