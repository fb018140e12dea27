import fs from 'node:fs/promises';
import path from 'node:path';
import { outputSize } from '@atelier/contract';
import sharp from 'sharp';
import type { Engine, EngineWarning } from '../../src/engine.ts';
import { createEngine } from '../../src/index.ts';
import { loadNets, type Nets, releaseNets } from '../../src/models/nets.ts';
import { netLoader } from '../../src/models/sessions.ts';
import { sizeOfPicture } from '../../src/pixels/decode.ts';
import type { Raster, Size } from '../../src/pixels/raster.ts';
import { hasPhotos, PHOTOS } from '../../test/photos.ts';
import type { Figures } from '../measures/figures.ts';

/** The operations, in the order of their tables. */
export const OPERATIONS = ['try-on', 'edit', 'recolour', 'inpaint', 'generate', 'upscale', 'animate'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One thing the engine is asked for, and how the result is judged. */
export interface Case {
  readonly operation: Operation;
  /** Of one word, unique within the operation. */
  readonly name: string;
  /** True for those whose figures a test holds. */
  readonly held: boolean;
  run(bench: Bench): Promise<Outcome>;
}

/** The outcome of a case. */
export interface Outcome {
  /** The inputs and the result, as encoded files; the last is the result. */
  readonly pictures: readonly Uint8Array[];
  readonly figures: Figures;
  readonly warnings: readonly EngineWarning[];
  /** Milliseconds of the engine alone. */
  readonly firstMs: number;
}

/** The services that cases need. */
export interface Bench {
  readonly engine: Engine;
  /** For analyses that judge results; the engine has its own. */
  readonly nets: Nets;
  /** A photo by its path in the folder. */
  photo(file: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Loads the nets twice: for the engine, and for those who judge it. */
export async function openBench(): Promise<Bench> {
  if (!hasPhotos) throw new Error(`the photos are not here: ${PHOTOS} is missing`);
  const nets = await loadNets(netLoader(2));
  const engine = await createEngine({ threads: 2 });
  return {
    engine,
    nets,
    photo: (file) => fs.readFile(path.join(PHOTOS, file)),
    close: async () => {
      await engine.close();
      await releaseNets(nets);
    },
  };
}

/** All requests of the bench: the same random numbers each time. */
export const VARIETY = { seed: 1, variation: 0 } as const;

/** The size an output in standard resolution has if nothing else is asked. */
export async function standardSize(photo: Uint8Array): Promise<Size> {
  return outputSize(await sizeOfPicture(photo), 'standard');
}

/** Does something, and says how long it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly firstMs: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, firstMs: performance.now() - begun };
}

/** A picture as a file. */
export function asPng({ width, height, data }: Raster): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}
