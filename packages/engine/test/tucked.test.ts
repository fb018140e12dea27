import { expect, test } from 'vitest';
import { asPng } from '../bench/cases/case.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { modelBody } from '../src/steps/try-on/body/body-model.ts';
import { openedAnalyses, openedEngine } from './opened.ts';
import { sample } from './sample-pictures.ts';

const engine = openedEngine();
const analyses = openedAnalyses();
const SIZE = { width: 768, height: 1024 };

/** A person in one garment, dressed as the words say. */
async function wear(person: Uint8Array, garment: Parameters<typeof sample>[0], prompt = ''): Promise<Raster> {
  const garments = [{ bytes: await sample(garment) }];
  return (await engine().tryOn({ person, garments, size: SIZE, seed: 1, variation: 0, prompt })).raster;
}

/** Share of the pixels in the middle of the hips that two pictures have in common. */
async function sameHips(person: Uint8Array, [a, b]: readonly [Raster, Raster]): Promise<number> {
  const { axis, halfWidth } = modelBody(await analyses().person(person));
  const { x, y } = axis(0.95);
  const half = halfWidth(0.95, 0) / 2;
  const columns = Array.from({ length: Math.round(2 * half) }, (_, k) => Math.round(x - half + k));
  const same = columns.filter((column) => {
    const i = 3 * (Math.round(y) * a.width + column);
    return [0, 1, 2].every((channel) => Math.abs(a.data[i + channel] - b.data[i + channel]) < 4);
  });
  return same.length / columns.length;
}

test('a top is tucked in where the own one is, unless the words say otherwise', async () => {
  const tucked = await wear(await sample('person-man'), 'garment-tshirt', 'tucked in');
  const person = await asPng(tucked);
  expect(await sameHips(person, [tucked, await wear(person, 'garment-stripes')])).toBe(1);
  expect(await sameHips(person, [tucked, await wear(person, 'garment-stripes', 'untucked')])).toBeLessThan(0.2);
});

test('a top hangs over the waistband where the own one does', async () => {
  const hanging = await wear(await sample('person-man'), 'garment-tshirt', 'untucked');
  const person = await asPng(hanging);
  expect(await sameHips(person, [hanging, await wear(person, 'garment-stripes')])).toBeLessThan(0.2);
});
