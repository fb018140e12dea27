import { turn } from '../../checkpoint.ts';
import type { Net } from '../../models/sessions.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Side of the square that is worked on at once, in source pixels: small enough to stop soon, large enough to be quick. */
const TILE = 192;
/**
 * Source pixels around it that the net sees as well. A pixel of the output depends on 11 around its own, so tiles meet
 * without a seam.
 */
const MARGIN = 12;
/** How much the net enlarges. */
const FACTOR = 2;

/** Twice the picture, tile by tile. `onTile` hears the share that is done, 0 to 1. */
export async function enlarge(source: Raster, net: Net, onTile: (share: number) => void): Promise<Raster> {
  const { width, height } = source;
  const out: Raster = {
    width: width * FACTOR,
    height: height * FACTOR,
    data: new Uint8ClampedArray(width * height * FACTOR * FACTOR * 3),
  };
  const columns = Math.ceil(width / TILE);
  const tiles = columns * Math.ceil(height / TILE);
  for (let tile = 0; tile < tiles; tile++) {
    await turn();
    onTile(tile / tiles);
    await enlargeTile(source, net, (tile % columns) * TILE, Math.floor(tile / columns) * TILE, out);
  }
  onTile(1);
  return out;
}

async function enlargeTile({ width, height, data }: Raster, net: Net, left: number, top: number, out: Raster): Promise<void> {
  const [x0, y0] = [Math.max(0, left - MARGIN), Math.max(0, top - MARGIN)];
  const [right, bottom] = [Math.min(width, left + TILE), Math.min(height, top + TILE)];
  const w = Math.min(width, right + MARGIN) - x0;
  const h = Math.min(height, bottom + MARGIN) - y0;
  const input = new Float32Array(w * h * 3);
  for (let c = 0; c < 3; c++)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) input[(c * h + y) * w + x] = data[((y0 + y) * width + x0 + x) * 3 + c];
  const [values] = await net.run(input, [1, 3, h, w]);
  const [stride, rows] = [w * FACTOR, h * FACTOR];
  for (let y = top * FACTOR; y < bottom * FACTOR; y++) {
    for (let x = left * FACTOR; x < right * FACTOR; x++) {
      const from = (y - y0 * FACTOR) * stride + x - x0 * FACTOR;
      const to = (y * out.width + x) * 3;
      for (let c = 0; c < 3; c++) out.data[to + c] = values[c * rows * stride + from];
    }
  }
}
