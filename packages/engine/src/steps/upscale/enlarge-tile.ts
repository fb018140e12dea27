import type { UpscaleRequest } from '../../engine.ts';
import type { Net } from '../../models/sessions.ts';
import { type Box, cropRaster, grownWithin, laidInto } from '../../pixels/crop.ts';
import { resizeRaster } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import { createRaster, type Raster } from '../../pixels/raster.ts';
import { DENOISE_REACH, denoised } from './denoise.ts';

/**
 * A pixel of a net's output depends on 10 pixels around its own. The net gets at least this margin, which is discarded.
 */
const NET_REACH = 12;
/** Margin in source pixels that a Lanczos filter of reach six needs where it halves the result. */
const HALVING_REACH = 4;
/** Longest side in pixels of one run of the net: short enough to stop soon, long enough to be fast. */
const RUN_SIDE = 216;

/** A request's settings, and the net that enlarges. */
export interface Enlarging extends Pick<UpscaleRequest, 'factor' | 'denoise'> {
  readonly net: Net;
}

/**
 * Side of the square that one run of the net enlarges, and the margin around it that affects the result; both in source
 * pixels. So tiles meet without a seam.
 */
export function tileOf({ factor, denoise }: Pick<UpscaleRequest, 'factor' | 'denoise'>) {
  const reach = NET_REACH + (factor === 1 ? HALVING_REACH : 0);
  return { side: RUN_SIDE - 2 * reach, reach: denoise > 0 ? reach + DENOISE_REACH : reach };
}

/** Enlarges the tile at a place of a band into the same place of `out`, a band of the result. */
export async function enlargeTile(band: Raster, tile: Box, enlarging: Enlarging, out: Raster): Promise<void> {
  const { factor, denoise, net } = enlarging;
  const seen = grownWithin(tile, band, tileOf(enlarging).reach);
  const source = denoised(cropRaster(band, seen), denoise);
  const wide = grownWithin(tile, band, factor === 1 ? HALVING_REACH : 0);
  const within = { ...wide, left: wide.left - seen.left, top: wide.top - seen.top };
  const enlarged = await runNet(source, within, net, factor === 4 ? 4 : 2);
  const large = factor === 1 ? await resizeRaster(enlarged, wide) : enlarged;
  const size = { width: tile.width * factor, height: tile.height * factor };
  const from = { left: (tile.left - wide.left) * factor, top: (tile.top - wide.top) * factor };
  const part = cropRaster(large, { ...from, ...size });
  laidInto(out.data, part.data, 3, out.width, { left: tile.left * factor, top: 0, ...size });
}

/** A box of a picture, enlarged by the net from the box and its surroundings. */
async function runNet(picture: Raster, { left, top, width, height }: Box, net: Net, factor: 2 | 4): Promise<Raster> {
  const seen = {
    left: left - NET_REACH,
    top: top - NET_REACH,
    width: width + 2 * NET_REACH,
    height: height + 2 * NET_REACH,
  };
  const [values] = await net.run(planesOf(picture, seen), [1, 3, seen.height, seen.width]);
  const [stride, rows] = [seen.width * factor, seen.height * factor];
  const margin = NET_REACH * factor;
  const out = createRaster(width * factor, height * factor);
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      const from = (y + margin) * stride + x + margin;
      const to = (y * out.width + x) * 3;
      for (let c = 0; c < 3; c++) out.data[to + c] = values[c * rows * stride + from];
    }
  }
  return out;
}

/**
 * The channels of a box of a picture one after the other, 0 to 255: the net's input. Outside the picture its outermost
 * pixels repeat, because the net darkens corners at the end of its input.
 */
function planesOf(picture: Raster, { left, top, width, height }: Box): Float32Array {
  const size = width * height;
  const planes = new Float32Array(size * 3);
  for (let i = 0; i < size; i++) {
    const column = clamp(left + (i % width), 0, picture.width - 1);
    const row = clamp(top + Math.floor(i / width), 0, picture.height - 1);
    for (let c = 0; c < 3; c++) planes[c * size + i] = picture.data[(row * picture.width + column) * 3 + c];
  }
  return planes;
}
