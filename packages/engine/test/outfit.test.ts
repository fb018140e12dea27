import sharp from 'sharp';
import { expect, test } from 'vitest';
import { EngineRejection } from '../src/rejection.ts';
import { openedEngine } from './opened.ts';
import { sample } from './sample-pictures.ts';

const engine = openedEngine();
const words = { prompt: '', style: '' };

test('the photos of an outfit are read, each garment once, trousers before what is worn above them', async () => {
  const [shirt, trousers] = await Promise.all([sample('garment-tshirt'), sample('garment-trousers')]);
  const { pieces, hasAccessories } = await engine().readOutfit({ garments: [shirt, trousers, shirt], ...words });
  expect(pieces.map(({ category }) => category)).toEqual(['trousers', 'top']);
  // Nobody wears them: their photos stay as they are.
  expect(pieces.map(({ photo }) => photo)).toEqual([trousers, shirt]);
  expect(hasAccessories).toBe(false);
});

test('what somebody wears is cut out on white', async () => {
  const { pieces } = await engine().readOutfit({ garments: [await sample('person-woman')], ...words });
  expect(pieces).toHaveLength(1);
  const { data, info } = await sharp(pieces[0]?.photo).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixel = (x: number, y: number) => [...data.subarray((y * width + x) * channels).subarray(0, 3)];
  expect(pixel(0, 0)).toEqual([255, 255, 255]);
  expect(pixel(width - 1, height - 1)).toEqual([255, 255, 255]);
  // Her T-shirt is green.
  const [red = 0, green = 0] = pixel(width >> 1, height >> 1);
  expect(green).toBeGreaterThan(red + 20);
});

test('garments that are not worn together are refused', async () => {
  const trousers = await sample('garment-trousers');
  const others = await sharp(trousers).flop().png().toBuffer();
  await expect(engine().readOutfit({ garments: [trousers, others], ...words })).rejects.toThrow(EngineRejection);
});
