import { fork } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import sharp from 'sharp';
import { embeddedEngine } from '../src/engines/adapters/embedded/embedded.ts';
import { discardPixels } from '../src/engines/pictures/formats.ts';
import type { EngineTask } from '../src/engines/port.ts';
import { finish } from '../src/work/finish.ts';

/**
 * Measures the memory of an upscale, from the encoded photo to the PNG on disk, and prints Markdown. The figure is the
 * peak resident memory of a process that does nothing else, less its memory after a small upscale.
 *
 * `npm run bench:upscale-memory [-- FOLDER FOR THE PICTURES]`
 */
const MEGAPIXELS = [16, 32, 64] as const;
const FACTOR = 4;
const PHOTO = fileURLToPath(new URL('../library/avatar-lena.webp', import.meta.url));
const [folder = path.join(os.tmpdir(), 'atelier-upscale-memory'), only] = process.argv.slice(2);

if (only === undefined) {
  process.stdout.write('| Result | before, MB | peak, MB | above, MB | s |\n| --- | --- | --- | --- | --- |\n');
  for (const megapixels of MEGAPIXELS) await inProcessOfItsOwn(megapixels);
} else await measure(Number(only));

function inProcessOfItsOwn(megapixels: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = fork(fileURLToPath(import.meta.url), [folder, String(megapixels)]);
  child.once('error', reject);
  child.once('exit', (code) =>
    code === 0 ? resolve() : reject(new Error(`the process of ${megapixels} MP ended with ${code}`)),
  );
  return promise;
}

async function measure(megapixels: number): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  const engine = embeddedEngine({
    log: pino({ level: 'silent' }),
    temporaryFolder: folder,
    threads: 2,
  });
  const task = await enlarging(megapixels);
  const enlarge = async (one: EngineTask) => {
    const outcome = await engine.run(one, { signal: new AbortController().signal, onProgress: () => {} });
    if (outcome.kind !== 'made' || outcome.output.kind !== 'pixel_file')
      throw new Error('the engine made no picture on disk');
    const { open, remove, facts } = await finish('bench', outcome.output);
    await fs.writeFile(path.join(folder, `${megapixels}-mp.png`), open());
    await remove();
    await discardPixels(outcome.output);
    return (facts.width * facts.height) / 1e6;
  };
  await enlarge(await enlarging(1));
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const made = await enlarge(task);
  const seconds = (performance.now() - started) / 1000;
  // Of the whole process, with its threads and libvips, in kilobytes.
  const peak = process.resourceUsage().maxRSS * 1024;
  const cells = [
    `${made.toFixed(1)} MP`,
    ...[before, peak, peak - before].map((bytes) => Math.round(bytes / 1e6)),
    Math.round(seconds),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  await engine.close();
}

/** A task that enlarges a photo to the given megapixels. */
async function enlarging(megapixels: number): Promise<EngineTask> {
  const side = Math.sqrt((megapixels * 1e6) / 12);
  const { data: bytes, info } = await sharp(PHOTO)
    .resize(Math.floor((3 * side) / FACTOR), Math.floor((4 * side) / FACTOR), { fit: 'cover' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    jobId: 'bench',
    order: {
      operation: 'upscale',
      model: 'upscale-1',
      resolution: 'standard',
      aspectRatio: null,
      seed: 1,
      prompt: '',
      options: { upscaleFactor: FACTOR },
      pictures: [],
    },
    position: 0,
    attempt: 1,
    size: { width: width * FACTOR, height: height * FACTOR },
    pictures: [{ role: 'source', bytes, width, height, pointer: '/image' }],
  };
}
