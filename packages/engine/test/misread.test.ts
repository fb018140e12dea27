import { expect, test } from 'vitest';
import { type GarmentAnalysis, isAccessory } from '../src/analysis.ts';
import { tryOn } from '../src/pipelines/try-on.ts';
import { rejectCovered, rejectInvented } from '../src/steps/try-on/judge/garment.ts';
import { openedAnalyses } from './opened.ts';
import { SIZE, sample } from './sample-pictures.ts';

const analyses = openedAnalyses();

/** The analysis of a sample. Throws if the engine reads an accessory. */
async function garmentOf(name: Parameters<typeof sample>[0]): Promise<GarmentAnalysis> {
  const product = await analyses().garment({ bytes: await sample(name) });
  if (isAccessory(product)) throw new Error(`${name} was taken for ${product.category}`);
  return product;
}

/** A sample T-shirt whose cut-out lost a band of its chest, `lost` of its height. */
async function holedShirt(lost: number): Promise<GarmentAnalysis> {
  const shirt = await garmentOf('garment-tshirt');
  const { alpha, landmarks } = shirt;
  const from = landmarks.armpitLeft.y;
  const to = from + lost * (landmarks.hemLeft.y - landmarks.neckLeft.y);
  const data = alpha.data.map((share, i) => {
    const row = Math.floor(i / alpha.width);
    return row > from && row < to ? 0 : share;
  });
  return { ...shirt, alpha: { ...alpha, data } };
}

/** Dresses a man in garments whose analyses are given, so that their photos are not read. */
async function dressIn(...garments: readonly GarmentAnalysis[]) {
  const person = await sample('person-man');
  const inputs = garments.map((_, index) => ({ bytes: Uint8Array.of(index) }));
  const request = { person, garments: inputs, size: SIZE, seed: 1, variation: 0 };
  return tryOn(request, { ...analyses(), garment: async ({ bytes: [index] }) => garments[index] }, {});
}

test('a garment whose photo fills too little of the trunk is refused, saying what photo would do', async () => {
  await expect(dressIn(await holedShirt(0.5))).rejects.toThrow(
    /fills only \d+ % of the trunk. Use a photo of the garment alone, spread out flat/,
  );
});

test('the refusal names the photo among several', async () => {
  await expect(dressIn(await garmentOf('garment-trousers'), await holedShirt(0.5))).rejects.toThrow(
    /^Garment photo 2 of 2 cannot be used: /,
  );
});

test('a garment whose sleeve is folded is refused, saying what photo would do', async () => {
  const shirt = await garmentOf('garment-tshirt');
  await expect(dressIn({ ...shirt, isFolded: true })).rejects.toThrow(
    /does not show both sleeves whole.*both sleeves spread out/,
  );
});

test('trousers with a folded leg are refused, saying what photo would do', async () => {
  await expect(dressIn({ ...(await garmentOf('garment-trousers')), isFolded: true })).rejects.toThrow(
    /does not show both legs whole.*side by side/,
  );
});

test('a garment is refused if less than a tenth of it would show', () => {
  expect(() => rejectCovered({ shown: 0.1 })).not.toThrow();
  expect(() => rejectCovered({ shown: 0.09 })).toThrow('only 9 % of it would show');
});

test('more than 13 % of a trunk is too much to invent', () => {
  expect(() => rejectInvented({ invented: 0.13 })).not.toThrow();
  expect(() => rejectInvented({ invented: 0.14 })).toThrow('fills only 86 % of the trunk');
});

test('a small hole is filled and lowers the confidence', async () => {
  const { result: whole } = await dressIn(await holedShirt(0));
  const { result: holed } = await dressIn(await holedShirt(0.06));
  expect(holed.confidence).toBeLessThan(whole.confidence);
});
