import sharp, { type Sharp } from 'sharp';
import type { Raster, Size } from '../../src/pixels/raster.ts';
import { upscaled } from '../../test/upscaled.ts';
import { likeness } from '../measures/pixels.ts';
import { asPng, type Bench, type Case, type Outcome, timed } from './case.ts';

/** Photos that are made smaller and enlarged again. */
const PHOTOS: readonly (readonly [file: string, factor: 2 | 4])[] = [
  ['persons/kodak-18.png', 2],
  ['persons/ccp-0021.jpg', 2],
  ['scenes/kodak-08.png', 2],
  ['persons/kodak-18.png', 4],
  ['persons/ccp-0021.jpg', 4],
  ['scenes/kodak-19.png', 4],
];
const HELD = 'persons/kodak-18.png';

/** The part of each photo that is enlarged, in pixels. */
const PART: Size = { width: 384, height: 384 };

/** Each photo made smaller and enlarged again: the original is what it should come to. */
export const UPSCALES: readonly Case[] = PHOTOS.map(([file, factor]) => ({
  operation: 'upscale',
  name: `${file.replace(/.*\/|\..*/g, '')}-${factor}`,
  held: file === HELD,
  run: (bench) => enlarge(file, factor, bench),
}));

async function enlarge(file: string, factor: 2 | 4, bench: Bench): Promise<Outcome> {
  const truth = await pixelsOf(
    sharp(await bench.photo(file))
      .autoOrient()
      .resize({ ...PART, fit: 'cover' }),
  );
  const image = await sharp(await asPng(truth))
    .resize(PART.width / factor, PART.height / factor)
    .png()
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
