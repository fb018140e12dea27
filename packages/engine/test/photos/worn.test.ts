import { describe, expect, test } from 'vitest';
import { HANGS_FROM } from '../../src/steps/garment/kind/garment-kind.ts';
import { garmentOf } from '../garment-of.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos } from '../photos.ts';

describe.skipIf(!hasPhotos)('garments on models, with real photos (skipped where ../shared/data is missing)', () => {
  const analyses = openedAnalyses();

  test.each(['0190', '0225', '0290'])('the shirt of %s counts as a shirt, not as outerwear', async (name) => {
    const top = await garmentOf(`training/persons/photos/${name}.jpg`, analyses(), 'top');
    expect(top.outerness).toBeLessThan(HANGS_FROM);
  });

  test('a woman who is printed on a T-shirt does not wear it', async () => {
    const print = await garmentOf('training/garments/t-shirt/87f0405b-bdea-4e8a-a0bf-5199dd1a158c.jpg', analyses());
    expect(print).toMatchObject({ category: 'top', sleeves: 'short', isWorn: false });
    const model = await garmentOf('garments/outerwear/magento-wj04-white_main.jpg', analyses());
    expect(model.isWorn).toBe(true);
  });
});
