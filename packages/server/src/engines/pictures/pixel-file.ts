import fs from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { EngineOutput } from '../port.ts';

/** Pixels on disk, maybe too many for memory. */
export type PixelFile = Omit<Extract<EngineOutput, { kind: 'pixel_file' }>, 'kind'>;

/** Pixels on disk to be read once from top to bottom, a few rows at a time. */
export function readPixels({ path, width, height }: PixelFile): Sharp {
  // Else libvips kept the open file, and with it its space on disk, for the next who asks for the same.
  sharp.cache({ files: 0 });
  return sharp(path, { limitInputPixels: width * height, sequentialRead: true });
}

/** Removes the file of an output, if it has one. */
export async function discardPixels(output: EngineOutput): Promise<void> {
  if (output.kind === 'pixel_file') await fs.rm(output.path, { force: true });
}
