import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster, Size } from '../../src/pixels/raster.ts';
import { upscaled } from '../../test/upscaled.ts';
import { likeness } from '../measures/pixels.ts';
import { asPng, type Bench, type Case, type Outcome, timed } from './case.ts';

/** Photos that are made smaller and enlarged again: people, a portrait, houses, a fence. */
const PHOTOS = [
  'persons/kodak-18.png',
  'persons/ccp-0021.jpg',
  'persons/fashn-model.webp',
  'persons/paperkit-kaci-baum-2.jpg',
  'scenes/kodak-08.png',
  'scenes/kodak-19.png',
];
const FACTORS = [2, 4] as const;
/** The formats of the small picture. */
const FORMATS = ['png', 'jpeg'] as const;
const JPEG_QUALITY = 85;
const HELD: ReadonlySet<string> = new Set(['kodak-18-2', 'kodak-18-4']);

interface Enlargement {
  readonly file: string;
  readonly factor: (typeof FACTORS)[number];
  readonly format: (typeof FORMATS)[number];
}

/** The part of each photo that is enlarged, in pixels. */
const PART: Size = { width: 384, height: 384 };

/** Each photo made smaller and enlarged again, compared with the original. */
export const UPSCALES: readonly Case[] = FORMATS.flatMap((format) =>
  FACTORS.flatMap((factor) => PHOTOS.map((file) => caseOf({ file, factor, format }))),
);

function caseOf(enlargement: Enlargement): Case {
  const { file, factor, format } = enlargement;
  const name = `${path.parse(file).name}-${factor}${format === 'jpeg' ? '-jpeg' : ''}`;
  return { operation: 'upscale', name, held: HELD.has(name), run: (bench) => enlarge(enlargement, bench) };
}

async function enlarge({ file, factor, format }: Enlargement, bench: Bench): Promise<Outcome> {
  const truth = await pixelsOf(
    sharp(await bench.photo(file))
      .autoOrient()
      .resize({ ...PART, fit: 'cover' }),
  );
  const image = await sharp(await asPng(truth))
    .resize(PART.width / factor, PART.height / factor)
    .toFormat(format, format === 'jpeg' ? { quality: JPEG_QUALITY } : {})
    .toBuffer();
  const { result, firstMs } = await timed(() => upscaled(bench.engine, { image, factor, denoise: 0 }));
  const lanczos = await pixelsOf(sharp(image).resize(PART.width, PART.height));
  const near = (picture: Raster) => likeness(picture, truth, () => true);
  return {
    pictures: [await asPng(lanczos), await asPng(truth), await asPng(result)],
    figures: { gainDb: near(result) - near(lanczos) },
    warnings: [],
    firstMs,
  };
}

async function pixelsOf(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}
