import { expect, test } from 'vitest';
import { REGIONS, type Region } from '../../../analysis.ts';
import { EngineRejection } from '../../../rejection.ts';
import { placementOf } from '../placement.ts';
import { judgePicture } from './picture.ts';

const SIZE = { width: 40, height: 20 };
const PIXELS = SIZE.width * SIZE.height;
const POSE = { landmarks: [], detectionScore: 1, presence: 1 };

/** A picture in which new clothes cover the left half of the person, who fills it. */
const PICTURE = {
  person: { pose: POSE },
  placement: placementOf(SIZE, SIZE, 1, 0, 0),
  colours: new Float32Array(PIXELS * 3),
  matte: new Float32Array(PIXELS).fill(1),
  worn: Float32Array.from({ length: PIXELS }, (_, i) => (i % SIZE.width < SIZE.width / 2 ? 1 : 0)),
};

/** A net that sees one region in the upper rows of the picture, another in the rest. */
const netSeeing =
  (above: Region, below: Region, rows: number) =>
  async ({ raster: { width, height } }: Parameters<Parameters<typeof judgePicture>[2]>[0]) => ({
    probability: REGIONS.map((region) =>
      Float32Array.from({ length: width * height }, (_, i) => ((i < rows * width ? above : below) === region ? 1 : 0)),
    ),
    dress: 0,
    skirt: 0,
  });

test('tells the share of the new clothes in which the net sees clothes', async () => {
  expect(await judgePicture(PICTURE, ['skirt'], netSeeing('skin', 'lower', 1))).toBeCloseTo(0.9);
  expect(await judgePicture(PICTURE, ['top'], netSeeing('lower', 'upper', 5))).toBe(1);
});

test('refuses trousers in which the net sees a top, and tells the share', async () => {
  const judged = judgePicture(PICTURE, ['trousers'], netSeeing('lower', 'upper', 5));
  await expect(judged).rejects.toThrow(EngineRejection);
  await expect(judged).rejects.toThrow('Only 50 % of the new clothes would look like clothes');
});

test('refuses a top in which the net sees no clothes', async () => {
  await expect(judgePicture(PICTURE, ['top'], netSeeing('upper', 'background', 5))).rejects.toThrow('Only 50 %');
});

test('accepts a picture whose new clothes show nowhere: another judge tells of these', async () => {
  const hidden = { ...PICTURE, worn: new Float32Array(PIXELS) };
  expect(await judgePicture(hidden, ['top'], netSeeing('skin', 'skin', 1))).toBe(1);
});
