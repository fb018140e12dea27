import { turn } from '../../checkpoint.ts';
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
/** Longest side in pixels of one run of the net: short enough to stop soon, long enough to be fast. */
const RUN_SIDE = 216;

/**
 * For each factor, the side of a tile in source pixels, and the margin of source around it that affects the result. The
 * margin is the net's reach, plus four pixels where a Lanczos filter of reach six halves the result. So tiles meet
 * without a seam.
 */
const TILES: Readonly<Record<UpscaleRequest['factor'], { readonly side: number; readonly reach: number }>> = {
  1: { side: 184, reach: NET_REACH + 4 },
  2: { side: 192, reach: NET_REACH },
  4: { side: 168, reach: NET_REACH },
};

/** Side of the square processed at once, in source pixels, and the margin of source that it needs. */
export function tileOf({ factor, denoise }: Pick<UpscaleRequest, 'factor' | 'denoise'>): {
  side: number;
  reach: number;
} {
  const { side, reach } = TILES[factor];
  return { side, reach: denoise > 0 ? reach + DENOISE_REACH : reach };
}

/** Settings of the enlargement. */
interface Enlarging extends Pick<UpscaleRequest, 'factor' | 'denoise'> {
  readonly net: EnlargingNet;
}

/** A net and its enlargement. */
export interface EnlargingNet {
  readonly net: Net;
  readonly factor: 2 | 4;
}

/** Enlarges the tile at a place of a band into the same place of `out`, a band of the result. */
export async function enlargeTile(
  band: Raster,
  tile: Box,
  { factor, denoise, net }: Enlarging,
  out: Raster,
): Promise<void> {
  const seen = grownWithin(tile, band, tileOf({ factor, denoise }).reach);
  const smooth = denoised(cropRaster(band, seen), denoise);
  const clean = grownWithin(tile, band, TILES[factor].reach);
  const source = cropRaster(smooth, { ...clean, left: clean.left - seen.left, top: clean.top - seen.top });
  const enlarged = await throughNet(source, net);
  const large = factor === 1 ? await resizeRaster(enlarged, clean) : enlarged;
  const size = { width: tile.width * factor, height: tile.height * factor };
  const from = { left: (tile.left - clean.left) * factor, top: (tile.top - clean.top) * factor };
  const part = cropRaster(large, { ...from, ...size });
  laidInto(out.data, part.data, 3, out.width, { left: tile.left * factor, top: 0, ...size });
}

/** The picture enlarged by the net, in as many runs as its size needs. */
async function throughNet(picture: Raster, net: EnlargingNet): Promise<Raster> {
  const { width, height } = picture;
  const out = createRaster(width * net.factor, height * net.factor);
  const [sideX, sideY] = [runSide(width), runSide(height)];
  for (let top = 0; top < height; top += sideY) {
    for (let left = 0; left < width; left += sideX) {
      await turn();
      await runNet(
        picture,
        { left, top, width: Math.min(sideX, width - left), height: Math.min(sideY, height - top) },
        net,
        out,
      );
    }
  }
  return out;
}

/** Side of the runs that divide a length evenly, without the margin of each. */
function runSide(length: number): number {
  return Math.ceil(length / Math.max(1, Math.ceil((length - 2 * NET_REACH) / (RUN_SIDE - 2 * NET_REACH))));
}

async function runNet(
  picture: Raster,
  { left, top, width, height }: Box,
  { net, factor }: EnlargingNet,
  out: Raster,
): Promise<void> {
  const seen = {
    left: left - NET_REACH,
    top: top - NET_REACH,
    width: width + 2 * NET_REACH,
    height: height + 2 * NET_REACH,
  };
  const [values] = await net.run(planesOf(picture, seen), [1, 3, seen.height, seen.width]);
  const [stride, rows] = [seen.width * factor, seen.height * factor];
  const margin = NET_REACH * factor;
  for (let y = 0; y < height * factor; y++) {
    for (let x = 0; x < width * factor; x++) {
      const from = (y + margin) * stride + x + margin;
      const to = ((y + top * factor) * out.width + x + left * factor) * 3;
      for (let c = 0; c < 3; c++) out.data[to + c] = values[c * rows * stride + from];
    }
  }
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
