import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Engine, RunControl, UpscaleRequest } from '../src/engine.ts';
import { openPixels } from '../src/pixels/pixel-file.ts';
import type { Raster } from '../src/pixels/raster.ts';

/** What an engine makes of a picture that fits into memory, without its file. */
export async function upscaled(engine: Engine, request: Omit<UpscaleRequest, 'file'>, control?: RunControl): Promise<Raster> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-upscale-'));
  try {
    const { file, height } = await engine.upscale({ ...request, file: path.join(folder, 'large.v') }, control);
    const pixels = await openPixels(file);
    const raster = await pixels.rows(0, height);
    await pixels.close();
    return raster;
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}
