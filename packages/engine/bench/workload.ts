import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { samples } from '../samples/index.ts';
import type { Engine, RunControl } from '../src/index.ts';
import type { Size } from '../src/pixels/raster.ts';
import { upscaled } from '../test/upscaled.ts';

/** One operation with its input. */
export interface Work {
  readonly name: string;
  /**
   * How long it may take on two cores with its photos seen before, in milliseconds, at one megapixel; absent: no
   * target.
   */
  readonly targetMs?: number;
  readonly run: (engine: Engine, control?: RunControl) => Promise<unknown>;
}

/** Output sizes of an engine's work: pictures of about one and about four megapixels, and films for both. */
export const SIZES = {
  standard: { picture: { width: 888, height: 1184 }, film: { width: 720, height: 1280 } },
  high: { picture: { width: 1776, height: 2368 }, film: { width: 1080, height: 1920 } },
} as const;

/** Every operation on the project's own pictures, at a size. */
export async function workload({
  picture: size,
  film,
}: {
  readonly picture: Size;
  readonly film: Size;
}): Promise<Work[]> {
  const library = new URL('../../server/library/', import.meta.url);
  const [woman, man, shirt, trousers, avatar, room, linen] = await Promise.all([
    fs.readFile(fileURLToPath(samples['person-woman'].url)),
    fs.readFile(fileURLToPath(samples['person-man'].url)),
    fs.readFile(fileURLToPath(samples['garment-shirt'].url)),
    fs.readFile(fileURLToPath(samples['garment-trousers'].url)),
    fs.readFile(new URL('avatar-lena.webp', library)),
    fs.readFile(new URL('preset-room.webp', library)),
    fs.readFile(new URL('preset-linen.webp', library)),
  ]);
  const photo = await sharp(woman).resize(768, 1024).png().toBuffer();
  const mask = await tenthOf(size);
  const variety = { seed: 1, variation: 0 };
  const scene = { mode: 'presets', prompt: '', size, ...variety } as const;
  const edit = (prompt: string) => (engine: Engine, control?: RunControl) =>
    engine.edit({ image: woman, prompt, size, ...variety }, control);
  return [
    {
      name: 'try-on: 768 × 1024',
      targetMs: 1_200,
      run: (engine, control) =>
        engine.tryOn(
          { person: photo, garments: [{ bytes: shirt }], size: { width: 768, height: 1024 }, ...variety },
          control,
        ),
    },
    {
      name: 'try-on: two garments',
      run: (engine, control) =>
        engine.tryOn({ person: man, garments: [{ bytes: shirt }, { bytes: trousers }], size, ...variety }, control),
    },
    { name: 'edit: recolour', targetMs: 1_000, run: edit('make the shirt navy') },
    { name: 'edit: background', targetMs: 1_000, run: edit('on a beige background') },
    { name: 'edit: tone', targetMs: 1_000, run: edit('a little warmer') },
    { name: 'edit: turned by 7 degrees, background continued', targetMs: 1_000, run: edit('rotate 7 degrees') },
    {
      name: 'inpaint: a tenth',
      targetMs: 3_000,
      run: (engine, control) =>
        engine.inpaint({ image: woman, mask, prompt: '', size, strength: 1, ...variety }, control),
    },
    {
      name: 'generate: packshot',
      targetMs: 500,
      run: (engine, control) =>
        engine.generate({ ...scene, products: [shirt], scene: linen, presetClass: 'flat_lay' }, control),
    },
    {
      name: 'generate: dressed avatar',
      run: (engine, control) => engine.generate({ ...scene, avatar, products: [shirt], scene: room }, control),
    },
    {
      name: 'upscale: 768 × 1024 twice',
      targetMs: 4_000,
      run: (engine, control) => upscaled(engine, { image: photo, factor: 2, denoise: 0 }, control),
    },
    {
      name: 'upscale: 768 × 1024 four times',
      run: (engine, control) => upscaled(engine, { image: photo, factor: 4, denoise: 0 }, control),
    },
    {
      name: `image-to-video: 5 s of ${film.width} × ${film.height}`,
      targetMs: 6_000,
      run: (engine, control) => engine.animate({ image: avatar, prompt: 'orbit', seconds: 5, size: film }, control),
    },
    {
      name: `text-to-video: 1 s of ${film.width} × ${film.height}`,
      run: (engine, control) =>
        engine.film({ ...scene, avatar, products: [shirt], scene: room, size: film, seconds: 1 }, control),
    },
  ];
}

/** A mask of a tenth of the picture. */
function tenthOf({ width, height }: Size): Promise<Buffer> {
  const side = Math.round(Math.sqrt((width * height) / 10));
  const paint = `<rect x="${width * 0.05}" y="${height * 0.25}" width="${side}" height="${side}" fill="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}"/>${paint}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
