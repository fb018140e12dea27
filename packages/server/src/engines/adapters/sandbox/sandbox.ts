import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAILURE_CODES, isVideo } from '@atelier/contract';
import sharp from 'sharp';
import type { EngineOutcome, EngineOutput, EngineTask, LocalEngine } from '../../port.ts';

/** Longest side of a drawn sandbox picture, in pixels. The result is then enlarged to the output's size. */
const SIDE_PIXELS_MAX = 512;

/** Area, in pixels, above which it is enlarged on disk. */
const MEMORY_PIXELS_MAX = 4_500_000;

/** Longest `sandbox:delay`, in milliseconds. */
const DELAY_MS_MAX = 60_000;

/** Most times that `sandbox:flaky` answers unavailable. */
const FLAKY_MAX = 100;

/** Height of the caption with the space above it, as a share of the picture's height. */
const CAPTION_SHARE = 0.12;

/** Number of captions that are cached. */
const CAPTIONS_MAX = 64;

/** Colours of the ground and of the ink. */
const GROUND_COLOUR = '#e8e4df';
const GROUND = Buffer.from([0xe8, 0xe4, 0xdf]);
const INK = 0x33;

/** Widest a thumbnail is, as a share of the picture's height. */
const THUMBNAIL_SHARE = 0.5;

/** Shape of a thumbnail, width to height: that of most photos of people and products. */
const PORTRAIT = 3 / 4;

/** Where the caption stands and where its space begins, as shares of the picture's height. */
const CAPTION_BASELINE = 0.8;
const CAPTION_TOP = CAPTION_BASELINE - CAPTION_SHARE;

/**
 * The engine of sandbox workspaces (decisions §8). It draws a real picture of the operation's size within a moment,
 * with thumbnails of the inputs and the operation's name. Words in the prompt select an outcome. `temporaryFolder`
 * holds pictures too large for memory.
 */
export function sandboxEngine({ temporaryFolder }: { readonly temporaryFolder: string }): LocalEngine {
  return {
    kind: 'local',
    name: 'sandbox',
    serves: () => true,
    startsMax: FLAKY_MAX + 1,
    async run(task, { signal, onProgress }) {
      const { prompt } = task.order;
      const delayMs = Math.min(DELAY_MS_MAX, numberAfter(prompt, 'delay'));
      if (delayMs > 0) await sleep(delayMs, undefined, { signal });
      signal.throwIfAborted();
      onProgress(0.5);
      return asked(prompt, task.attempt) ?? { kind: 'made', output: await make(task, temporaryFolder), warnings: [] };
    },
    ready: async () => {},
    close: async () => {},
  };
}

/** The outcome that the prompt selects, or null for a picture. */
function asked(prompt: string, attempt: number): EngineOutcome | null {
  if (/\bsandbox:block\b/.test(prompt)) return failureOf('policy_blocked');
  if (/\bsandbox:nsfw\b/.test(prompt))
    return { kind: 'policy_blocked', stage: 'output', message: 'The sandbox was asked to filter this output.' };
  const [, word] = /\bsandbox:fail=(\S*)/.exec(prompt) ?? [];
  if (word !== undefined) return failureOf(word);
  if (attempt <= Math.min(FLAKY_MAX, numberAfter(prompt, 'flaky')))
    return { kind: 'unavailable', message: 'The sandbox was asked to be unavailable.' };
  return null;
}

function failureOf(word: string): EngineOutcome {
  const code = FAILURE_CODES.find((known) => known === word);
  if (!code) {
    const message = `sandbox:fail is ${JSON.stringify(word)}; allowed: ${FAILURE_CODES.join(', ')}.`;
    return { kind: 'input_rejected', message };
  }
  if (code === 'policy_blocked')
    return { kind: 'policy_blocked', stage: 'input', message: 'The sandbox was asked to refuse this input.' };
  return { kind: 'failed', code, message: `The sandbox was asked to fail with ${code}.` };
}

function numberAfter(prompt: string, word: string): number {
  return Number(new RegExp(`\\bsandbox:${word}=(\\d{1,6})`).exec(prompt)?.[1] ?? 0);
}

type Drawn = Extract<EngineOutput, { kind: 'pixels' }>;

/** A picture, or a video of it for operations that make videos. */
async function make(task: EngineTask, temporaryFolder: string): Promise<EngineOutput> {
  const picture = await draw(task);
  if (!isVideo(task.order.operation)) return enlarged(picture, task.size, temporaryFolder);
  // Loaded with the first video: it brings the whole engine, which otherwise runs in its own threads.
  const { filmOf } = await import('./video.ts');
  return filmOf(picture);
}

/** A picture at another size; a large one on disk. */
async function enlarged(picture: Drawn, { width, height }: EngineTask['size'], folder: string): Promise<EngineOutput> {
  if (picture.width === width && picture.height === height) return picture;
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const large = sharp(picture.rgb, { raw }).resize(width, height, { fit: 'fill', kernel: 'nearest' });
  if (width * height <= MEMORY_PIXELS_MAX) return { kind: 'pixels', width, height, rgb: await large.raw().toBuffer() };
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.tiff`);
  await large.tiff({ compression: 'none' }).toFile(file);
  return { kind: 'pixel_file', width, height, path: file };
}

/** A plain ground with the inputs' thumbnails side by side and the name of the operation. */
async function draw({ order, size, pictures }: EngineTask): Promise<Drawn> {
  const scale = Math.min(1, SIDE_PIXELS_MAX / Math.max(size.width, size.height));
  const width = Math.max(8, Math.round(size.width * scale));
  const height = Math.max(8, Math.round(size.height * scale));
  const rgb = Buffer.alloc(width * height * 3, GROUND);
  const across = Math.max(4, Math.floor(Math.min(height * THUMBNAIL_SHARE, width / Math.max(1, pictures.length))));
  const down = Math.min(Math.floor(across / PORTRAIT), Math.floor(height * CAPTION_TOP));
  const thumbnails = await Promise.all(pictures.map(({ bytes }) => thumbnail(bytes, across, down)));
  for (const [index, pixels] of thumbnails.entries()) {
    const left = Math.min(width - across, index * across);
    for (let row = 0; row < down; row++)
      pixels.copy(rgb, (row * width + left) * 3, row * across * 3, (row + 1) * across * 3);
  }
  darken(rgb, await caption(order.operation, width, height));
  return { kind: 'pixels', width, height, rgb };
}

/** A part of a picture from its top, where a person has the head, as RGB. */
function thumbnail(bytes: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(bytes)
    .resize(width, height, { fit: 'cover', position: 'top' })
    .flatten({ background: GROUND_COLOUR })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Draws text in the ink's colour over a picture; `coverage` is the share of each pixel it covers, 0 to 255. */
function darken(rgb: Buffer, coverage: Uint8Array): void {
  for (const [pixel, covered] of coverage.entries()) {
    if (covered === 0) continue;
    for (let at = pixel * 3; at < pixel * 3 + 3; at++)
      rgb[at] = Math.round(((rgb[at] ?? 0) * (255 - covered) + INK * covered) / 255);
  }
}

/** Cached captions: there are few operations and sizes, and setting text is the slowest step. */
const captions = new Map<string, Promise<Uint8Array>>();

function caption(operation: string, width: number, height: number): Promise<Uint8Array> {
  const name = `${operation} ${width} ${height}`;
  const known = captions.get(name);
  if (known !== undefined) return known;
  if (captions.size === CAPTIONS_MAX) captions.clear();
  const set = setCaption(operation, width, height);
  captions.set(name, set);
  set.catch(() => captions.delete(name));
  return set;
}

async function setCaption(operation: string, width: number, height: number): Promise<Uint8Array> {
  // The longest caption is about 13 times as wide as its font is high.
  const size = Math.max(4, Math.round(Math.min(height * CAPTION_SHARE * 0.5, width / 15)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="${Math.round(height * CAPTION_BASELINE)}" font-family="sans-serif" font-size="${size}" text-anchor="middle">sandbox · ${operation}</text></svg>`;
  return sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
}
