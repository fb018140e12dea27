import { turn } from '../../checkpoint.ts';
import type { UpscaleRequest } from '../../engine.ts';
import type { Net } from '../../models/sessions.ts';
import { resizeRaster } from '../../pixels/decode.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
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

/** The place of a tile. */
interface Place extends Size {
  readonly left: number;
  readonly top: number;
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
  tile: Place,
  { factor, denoise, net }: Enlarging,
  out: Raster,
): Promise<void> {
  const seen = cropped(band, grown(tile, tileOf({ factor, denoise }).reach));
  const smooth = { ...seen, raster: denoised(seen.raster, denoise) };
  const clean = croppedWithin(smooth, grown(tile, TILES[factor].reach));
  const enlarged = await throughNet(clean.raster, net);
  const large = factor === 1 ? await resizeRaster(enlarged, clean.raster) : enlarged;
  const [left, top] = [(tile.left - clean.left) * factor, (tile.top - clean.top) * factor];
  for (let y = 0; y < tile.height * factor; y++) {
    const from = ((top + y) * large.width + left) * 3;
    out.data.set(large.data.subarray(from, from + tile.width * factor * 3), (y * out.width + tile.left * factor) * 3);
  }
}

function grown({ left, top, width, height }: Place, by: number): Place {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}

/** A part of a picture and its place. */
interface Part {
  readonly raster: Raster;
  readonly left: number;
  readonly top: number;
}

/** The part of another part within a box of their picture. */
function croppedWithin({ raster, left, top }: Part, box: Place): Part {
  const inner = cropped(raster, { ...box, left: box.left - left, top: box.top - top });
  return { raster: inner.raster, left: inner.left + left, top: inner.top + top };
}

/** The part of a picture within a box, which may extend beyond the picture. */
function cropped(picture: Raster, box: Place): Part {
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
  const width = Math.min(picture.width, box.left + box.width) - left;
  const height = Math.min(picture.height, box.top + box.height) - top;
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 3;
    data.set(picture.data.subarray(from, from + width * 3), y * width * 3);
  }
  return { raster: { width, height, data }, left, top };
}

/** The picture enlarged by the net, in as many runs as its size needs. */
async function throughNet(picture: Raster, net: EnlargingNet): Promise<Raster> {
  const { width, height } = picture;
  const out: Raster = {
    width: width * net.factor,
    height: height * net.factor,
    data: new Uint8ClampedArray(width * height * net.factor ** 2 * 3),
  };
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
  { left, top, width, height }: Place,
  { net, factor }: EnlargingNet,
  out: Raster,
): Promise<void> {
  const seen = repeatedBeyond(picture, grown({ left, top, width, height }, NET_REACH));
  const [values] = await net.run(planesOf(seen), [1, 3, seen.height, seen.width]);
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
 * A box of a picture, with the outermost pixels repeated outside it. At the end of its input the net darkens corners.
 */
function repeatedBeyond(picture: Raster, { left, top, width, height }: Place): Raster {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = Math.min(picture.height - 1, Math.max(0, top + y)) * picture.width;
    for (let x = 0; x < width; x++) {
      const from = (row + Math.min(picture.width - 1, Math.max(0, left + x))) * 3;
      for (let c = 0; c < 3; c++) data[(y * width + x) * 3 + c] = picture.data[from + c];
    }
  }
  return { width, height, data };
}

/** The channels of a picture one after the other, 0 to 255: the net's input. */
function planesOf({ width, height, data }: Raster): Float32Array {
  const size = width * height;
  const planes = new Float32Array(size * 3);
  for (let i = 0; i < size; i++) for (let c = 0; c < 3; c++) planes[c * size + i] = data[i * 3 + c];
  return planes;
}
