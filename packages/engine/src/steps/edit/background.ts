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
  const behind = fill === 'blur' ? defocused(picture, matte) : even(picture, fill);
  const front = withoutHalo(Float32Array.from(picture.data), matte);
  return laidOver({ ...picture, data: behind }, front, (i) => matte.data[i]);
}

/** The blurred old background without the subject, so that no halo of it remains. */
function defocused({ width, height, data }: Raster, matte: Plane): Float32Array {
  const known = maskOf(matte.data.length, (i) => matte.data[i] < 0.02);
  const filled = known.includes(1) ? pushPull(data, known, width, height) : Float32Array.from(data);
  return blurColours(filled, width, height, height * DEFOCUS);
}

/** An even colour. */
function even({ width, height }: Raster, colour: Colour): Float32Array {
  return planeOf(width * height * 3, (k) => colour[k % 3]);
}
