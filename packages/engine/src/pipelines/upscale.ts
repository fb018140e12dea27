import type { PictureResult, RunControl, UpscaleRequest } from '../engine.ts';
import type { Nets } from '../models/nets.ts';
import { decodeWhole, resizeRaster } from '../pixels/decode.ts';
import { denoised } from '../steps/upscale/denoise.ts';
import { enlarge } from '../steps/upscale/enlarge.ts';

/**
 * Makes a picture larger by the super-resolution net, twice over for a factor of four. A factor of one makes it twice as
 * large and halves it again: what the net adds in sharpness stays, noise and blocks do not.
 */
export async function upscale(
  { image, factor, denoise }: UpscaleRequest,
  nets: Nets,
  { onProgress }: RunControl,
): Promise<PictureResult> {
  const source = await decodeWhole(image);
  const net = await nets.upscale();
  const clean = denoised(source, denoise);
  const passes = factor === 4 ? [1 / 5, 1] : [1];
  let [raster, before] = [clean, 0];
  for (const after of passes) {
    const from = before;
    raster = await enlarge(raster, net, (share) => {
      onProgress?.(from + (after - from) * share, 'enlarge');
    });
    before = after;
  }
  return { raster: factor === 1 ? await resizeRaster(raster, source) : raster, warnings: [] };
}
