import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { Engine, RunControl, UpscaleRequest } from '../src/engine.ts';
import type { Raster } from '../src/pixels/raster.ts';

/** An engine's result for a picture that fits into memory, without its file. */
export async function upscaled(
  engine: Engine,
  request: Omit<UpscaleRequest, 'file'>,
  control?: RunControl,
): Promise<Raster> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-upscale-'));
  try {
    const { file, width, height } = await engine.upscale(
      { ...request, file: path.join(folder, 'large.tiff') },
      control,
    );
    return { width, height, data: new Uint8ClampedArray(await sharp(file).raw().toBuffer()) };
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}
