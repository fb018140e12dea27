import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { take } from './render/run/take.ts';
import { type ShotName, shots } from './render/scenes/shots.ts';

const usage = `Renders the sample pictures next to this file.

  node packages/engine/samples/render.ts [name …] [--out folder] [--draft] [--threads n]

  name       one of ${Object.keys(shots).join(', ')}; all when none is given
  --out      folder to write to; default: this folder
  --draft    a third of the size with coarse meshes, as PNG, for a quick look
  --webp     a draft as WebP, as the mannequins of packages/engine/test are kept
  --threads  worker threads; default: all cores`;

/** Effort for the committed pictures and for a quick look. */
const qualities = {
  final: { reduction: 1, coarseness: 1, rays: 64 },
  draft: { reduction: 3, coarseness: 2, rays: 16, samples: 2 },
} as const;

/** WebP quality that keeps every picture under 250 KB without visible blocks. */
const webpQuality = 90;

/** Whether a word names a picture. */
function isShotName(word: string): word is ShotName {
  return Object.hasOwn(shots, word);
}

/** Renders one picture and writes it. */
async function renderTo(
  folder: string,
  name: ShotName,
  { draft, webp, threads }: { draft: boolean; webp: boolean; threads: number },
): Promise<void> {
  const started = performance.now();
  const quality = draft ? qualities.draft : { ...qualities.final, samples: shots[name].samples };
  const progress = (step: string) => console.log(`${name}: ${step}`);
  const { width, height, pixels } = await take(name, { ...quality, threads, progress });
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  const asPng = draft && !webp;
  const file = join(folder, `${name}.${asPng ? 'png' : 'webp'}`);
  await (asPng ? picture.png() : picture.webp({ quality: webpQuality, effort: 6, smartSubsample: true })).toFile(file);
  console.log(`${name}: ${file}, ${Math.round((performance.now() - started) / 1000)} s`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: import.meta.dirname },
    draft: { type: 'boolean', default: false },
    webp: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((word) => !isShotName(word));
if (values.help || unknown.length > 0) {
  console.error(unknown.length > 0 ? `unknown picture: ${unknown.join(', ')}\n\n${usage}` : usage);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  await mkdir(values.out, { recursive: true });
  const names = positionals.length > 0 ? positionals.filter(isShotName) : Object.keys(shots).filter(isShotName);
  const { draft, webp } = values;
  for (const name of names) await renderTo(values.out, name, { draft, webp, threads: Number(values.threads) });
}
