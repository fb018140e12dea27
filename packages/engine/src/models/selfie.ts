import { resizeValues } from '../pixels/filters.ts';
import type { Plane, Raster, Size } from '../pixels/raster.ts';
import { cropSquare, uprightCrop } from './crop.ts';
import type { Net } from './sessions.ts';

/** Side of the net's input and output in pixels. */
const SIDE = 256;

/**
 * Probability that each pixel belongs to a person, 0 to 1, by MediaPipe's selfie net on the whole picture, stretched.
 * `size` has the picture's ratio. Close views of the person beside it change no score of the regions.
 */
export async function segmentPerson(raster: Raster, { width, height }: Size, net: Net): Promise<Plane> {
  const whole = uprightCrop({ left: 0, top: 0, ...raster });
  const [mask] = await net.run(cropSquare(raster, SIDE, whole), [1, SIDE, SIDE, 3]);
  return { width, height, data: resizeValues(mask, SIDE, SIDE, width, height) };
}
