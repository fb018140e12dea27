import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { samples } from '../samples/index.ts';
import { createEngine } from '../src/index.ts';

/**
 * Times every operation but the try-on, which `bench:engine` measures, on the project's own pictures: the best of three
 * runs after one that is not counted, as Markdown.
 */
const RUNS = 3;
const engine = await createEngine({ cacheDirectory: path.join(os.tmpdir(), 'atelier-nets'), threads: 2 });
const library = new URL('../../server/library/', import.meta.url);
const [woman, shirt, avatar, room, linen] = await Promise.all([
  fs.readFile(fileURLToPath(samples['person-woman'].url)),
  fs.readFile(fileURLToPath(samples['garment-shirt'].url)),
  fs.readFile(new URL('avatar-lena.webp', library)),
  fs.readFile(new URL('preset-room.webp', library)),
  fs.readFile(new URL('preset-linen.webp', library)),
]);
const photo = await sharp(woman).resize(768, 1024).png().toBuffer();
/** A tenth of the picture. */
const mask = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="888" height="1184"><rect width="888" height="1184"/><rect x="40" y="300" width="324" height="324" fill="#fff"/></svg>',
  ),
)
  .png()
  .toBuffer();

const size = { width: 888, height: 1184 };
const variety = { seed: 1, variation: 0 };
const scene = { mode: 'presets', prompt: '', size, ...variety } as const;
const operations: readonly (readonly [name: string, target: string, run: () => Promise<unknown>])[] = [
  ['edit: recolour', '≤ 1 s', () => engine.edit({ image: woman, prompt: 'make the shirt navy', size, ...variety })],
  ['edit: background', '≤ 1 s', () => engine.edit({ image: woman, prompt: 'on a beige background', size, ...variety })],
  ['edit: tone', '≤ 1 s', () => engine.edit({ image: woman, prompt: 'a little warmer', size, ...variety })],
  [
    'inpaint: a tenth of 1 MP',
    '≤ 3 s',
    () => engine.inpaint({ image: woman, mask, prompt: '', size, expansionPercent: 3, strength: 1, ...variety }),
  ],
  [
    'generate: packshot',
    '≤ 0.5 s',
    () => engine.generate({ ...scene, products: [shirt], scene: linen, presetClass: 'flat_lay' }),
  ],
  ['generate: dressed avatar', '', () => engine.generate({ ...scene, avatar, products: [shirt], scene: room })],
  ['upscale: 768 × 1024 twice', '≤ 4 s', () => engine.upscale({ image: photo, factor: 2, denoise: 0 })],
  [
    'animate: 5 s of 720 × 1280',
    '≤ 6 s',
    () => engine.animate({ image: avatar, prompt: 'orbit', seconds: 5, size: { width: 720, height: 1280 } }),
  ],
];

process.stdout.write('| Operation | best of three, ms | target |\n| --- | --- | --- |\n');
for (const [name, target, run] of operations) {
  await run();
  let best = Number.POSITIVE_INFINITY;
  for (let index = 0; index < RUNS; index++) {
    const started = performance.now();
    await run();
    best = Math.min(best, performance.now() - started);
  }
  process.stdout.write(`| ${name} | ${Math.round(best)} | ${target} |\n`);
}
await engine.close();
