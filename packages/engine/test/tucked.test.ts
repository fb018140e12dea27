import { expect, test } from 'vitest';
import { asPng } from '../bench/cases/case.ts';
import { decodeAt } from '../src/pixels/decode.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { modelBody } from '../src/steps/try-on/body/body-model.ts';
import { openedAnalyses, openedEngine } from './opened.ts';
import { sample } from './sample-pictures.ts';

const engine = openedEngine();
const analyses = openedAnalyses();
const SIZE = { width: 480, height: 640 };

/** A person in one garment, dressed as the words say. */
async function wear(person: Uint8Array, garment: Parameters<typeof sample>[0], prompt = ''): Promise<Raster> {
  const garments = [{ bytes: await sample(garment) }];
  return (await engine().tryOn({ person, garments, size: SIZE, seed: 1, variation: 0, prompt })).raster;
}

/** Share of the pixels in the middle of a person's hips that a picture has in common with the person's photo. */
async function keptHips(person: Uint8Array, made: Raster): Promise<number> {
  const [analysis, photo] = [await analyses().person(person), await decodeAt(person, SIZE)];
  const { axis, halfWidth } = modelBody(analysis);
  const scale = SIZE.width / analysis.raster.width;
  const [middle, half] = [axis(0.95).x * scale, (halfWidth(0.95, 0) / 2) * scale];
  const row = Math.round(axis(0.95).y * scale);
  const columns = Array.from({ length: Math.round(2 * half) }, (_, k) => Math.round(middle - half + k));
  const kept = columns.filter((column) => {
    const i = 3 * (row * SIZE.width + column);
    return [0, 1, 2].every((channel) => Math.abs(made.data[i + channel] - photo.data[i + channel]) < 4);
  });
  return kept.length / columns.length;
}

test('a top is tucked in where the own one is, unless the words say otherwise', async () => {
  const person = await asPng(await wear(await sample('person-man'), 'garment-tshirt', 'tucked in'));
  expect(await keptHips(person, await wear(person, 'garment-stripes'))).toBe(1);
  expect(await keptHips(person, await wear(person, 'garment-stripes', 'untucked'))).toBeLessThan(0.2);
});

test('a top hangs over the waistband where the own one does', async () => {
  const person = await sample('person-man');
  expect(await keptHips(person, await wear(person, 'garment-stripes'))).toBeLessThan(0.2);
});
