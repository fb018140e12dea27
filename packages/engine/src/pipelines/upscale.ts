import fs from 'node:fs/promises';
import { turn } from '../checkpoint.ts';
import type { PixelFileResult, RunControl, UpscaleRequest } from '../engine.ts';
import type { Nets } from '../models/nets.ts';
import {
  createPixels,
  decodeToFile,
  openPixels,
  type ReadablePixels,
  type WritablePixels,
} from '../pixels/pixel-file.ts';
import { createRaster } from '../pixels/raster.ts';
import { type EnlargingNet, enlargeTile, tileOf } from '../steps/upscale/enlarge-tile.ts';

/**
 * Enlarges a picture by a super-resolution net, from file to file. Memory holds one row of tiles for any size. A factor
 * of 1 enlarges twofold and halves the result: it keeps the added sharpness and loses noise and block artefacts.
 */
export async function upscale(request: UpscaleRequest, nets: Nets, control: RunControl): Promise<PixelFileResult> {
  const { image, factor, file } = request;
  const sourceFile = `${file}.source.v`;
  try {
    await decodeToFile(image, sourceFile);
    const source = await openPixels(sourceFile);
    try {
      const size = { width: source.width * factor, height: source.height * factor };
      const target = await createPixels(file, size);
      try {
        await enlarge(source, target, request, await enlargingNet(factor, nets), control);
      } finally {
        await target.close();
      }
      return { ...size, file, warnings: [] };
    } finally {
      await source.close();
    }
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  } finally {
    await fs.rm(sourceFile, { force: true });
  }
}

/** The net for a factor: the fourfold net for 4, otherwise the twofold one. */
async function enlargingNet(factor: UpscaleRequest['factor'], { upscale2, upscale4 }: Nets): Promise<EnlargingNet> {
  return factor === 4 ? { net: await upscale4.loaded(), factor } : { net: await upscale2.loaded(), factor: 2 };
}

async function enlarge(
  source: ReadablePixels,
  target: WritablePixels,
  { factor, denoise }: UpscaleRequest,
  net: EnlargingNet,
  { onProgress }: RunControl,
): Promise<void> {
  const { side, reach } = tileOf({ factor, denoise });
  const [columns, rows] = [Math.ceil(source.width / side), Math.ceil(source.height / side)];
  for (let row = 0; row < rows; row++) {
    const top = row * side;
    const height = Math.min(side, source.height - top);
    const band = await bandAround(source, top, height, reach);
    const out = createRaster(source.width * factor, height * factor);
    for (let column = 0; column < columns; column++) {
      await turn();
      const left = column * side;
      const place = { left, top: top - band.top, width: Math.min(side, source.width - left), height };
      await enlargeTile(band.raster, place, { factor, denoise, net }, out);
      onProgress?.((row * columns + column + 1) / (rows * columns), 'enlarge');
    }
    await target.write(out);
  }
}

/** The rows of a band and the surrounding rows that affect it. */
async function bandAround(source: ReadablePixels, top: number, height: number, reach: number) {
  const first = Math.max(0, top - reach);
  const end = Math.min(source.height, top + height + reach);
  return { top: first, raster: await source.rows(first, end - first) };
}
