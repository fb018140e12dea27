import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import type { RunControl } from '../src/index.ts';
import { openedEngine } from './opened.ts';
import { fromLibrary } from './sample-pictures.ts';
import { upscaled } from './upscaled.ts';

const SIZE = { width: 480, height: 640 };
const variety = { seed: 1, variation: 0 };
/** When a run is stopped: shares of the looks a whole run takes at its signal. */
const MOMENTS = [0, 0.2, 0.5, 0.9] as const;

const engine = openedEngine();
let woman: Buffer;
let shirt: Buffer;
let room: Buffer;
let mask: Buffer;
let used = 0;

beforeAll(async () => {
  woman = await sharp(fileURLToPath(samples['person-woman'].url)).resize(SIZE.width).png().toBuffer();
  shirt = await sharp(fileURLToPath(samples['garment-shirt'].url)).resize(360).png().toBuffer();
  room = await fromLibrary('preset-room');
  mask = await sharp({ create: { width: 480, height: 640, channels: 3, background: '#000' } })
    .composite([
      { input: { create: { width: 120, height: 120, channels: 3, background: '#fff' } }, left: 30, top: 200 },
    ])
    .png()
    .toBuffer();
});

/** The same picture as a file never seen before, so that nothing about it is remembered. */
function unseen(bytes: Buffer): Buffer {
  used += 1;
  return Buffer.concat([bytes, Buffer.from(`unseen ${used}`)]);
}

/** A generation that makes another picture each time: an engine remembers its own, too, while it works on them. */
const scene = () => ({
  products: [unseen(shirt)],
  avatar: unseen(woman),
  scene: room,
  mode: 'presets' as const,
  prompt: '',
  size: SIZE,
  seed: 1,
  variation: used,
});

const operations: Readonly<Record<string, (control: RunControl) => Promise<unknown>>> = {
  'try-on': (control) =>
    engine().tryOn({ person: unseen(woman), garments: [{ bytes: unseen(shirt) }], size: SIZE, ...variety }, control),
  generate: (control) => engine().generate(scene(), control),
  edit: (control) =>
    engine().edit({ image: unseen(woman), prompt: 'make the shirt navy', size: SIZE, ...variety }, control),
  inpaint: (control) =>
    engine().inpaint({ image: woman, mask, prompt: '', size: SIZE, strength: 1, ...variety }, control),
  upscale: (control) => upscaled(engine(), { image: shirt, factor: 2, denoise: 0.5 }, control),
  'image-to-video': (control) =>
    engine().animate({ image: unseen(woman), prompt: '', seconds: 1, size: { width: 144, height: 256 } }, control),
  'text-to-video': (control) =>
    engine().film({ ...scene(), prompt: 'zoom out', seconds: 1, size: { width: 144, height: 256 } }, control),
};

/** A signal that is raised after `looks` checks, and the number of its checks. */
function raisedAfter(looks: number) {
  const seen = { looks: 0 };
  const throwIfAborted = () => {
    if (seen.looks === looks) throw new Error('enough');
    seen.looks += 1;
  };
  return { seen, signal: { throwIfAborted } };
}

describe.each(Object.entries(operations))('%s', (_, run) => {
  test('ends at the first look at a raised signal, wherever in the run that is', async () => {
    const whole = raisedAfter(Number.POSITIVE_INFINITY);
    await run({ signal: whole.signal });
    // A run of a second that looks a hundred times is stopped soon; `npm run bench:cancel` measures how soon.
    expect(whole.seen.looks).toBeGreaterThan(25);
    for (const moment of MOMENTS) {
      const looks = Math.floor(whole.seen.looks * moment);
      const { seen, signal } = raisedAfter(looks);
      await expect(run({ signal })).rejects.toThrow('enough');
      expect(seen.looks).toBe(looks);
    }
  });
});
