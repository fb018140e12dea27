import fs from 'node:fs/promises';
import { yieldThread } from '../checkpoint.ts';
import type { PixelFileResult, RunControl, UpscaleRequest } from '../engine.ts';
import type { Nets } from '../models/nets.ts';
import { decodeToFile, readRows, writePixels } from '../pixels/pixel-file.ts';
import { createRaster, type Size } from '../pixels/raster.ts';
import { type Enlarging, enlargeTile, tileOf } from '../steps/upscale/enlarge-tile.ts';

/**
 * Enlarges a picture by a super-resolution net, from file to file. Memory holds one row of tiles for any size. A factor
 * of 1 enlarges twofold and halves the result: it keeps the added sharpness and loses noise and block artefacts.
 */
export async function upscale(request: UpscaleRequest, nets: Nets, control: RunControl): Promise<PixelFileResult> {
  const { image, factor, file } = request;
  const sourceFile = `${file}.source.v`;
  try {
    const source = await decodeToFile(image, sourceFile);
    const size = { width: source.width * factor, height: source.height * factor };
    const net = factor === 4 ? nets.upscale4 : nets.upscale2;
    await writePixels(file, size, enlarged(sourceFile, source, { ...request, net }, control));
    return { ...size, file, warnings: [] };
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  } finally {
    await fs.rm(sourceFile, { force: true });
  }
}

/** The pixels of the result, some rows at a time from the top. `source` is the size of the picture in the file. */
async function* enlarged(file: string, source: Size, enlarging: Enlarging, { onProgress }: RunControl) {
  const { factor } = enlarging;
  const { side, reach } = tileOf(enlarging);
  const [columns, rows] = [Math.ceil(source.width / side), Math.ceil(source.height / side)];
  for (let row = 0; row < rows; row++) {
    const top = row * side;
    const height = Math.min(side, source.height - top);
    const first = Math.max(0, top - reach);
    const seen = { width: source.width, height: Math.min(source.height, top + height + reach) - first };
    const band = await readRows(file, first, seen);
    const out = createRaster(source.width * factor, height * factor);
    for (let column = 0; column < columns; column++) {
      await yieldThread();
      const left = column * side;
      const place = { left, top: top - first, width: Math.min(side, source.width - left), height };
      await enlargeTile(band, place, enlarging, out);
      onProgress?.((row * columns + column + 1) / (rows * columns), 'enlarge');
    }
    yield out.data;
  }
}
