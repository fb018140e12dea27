import { describe, expect, test } from 'vitest';
import { isAccessory } from '../../src/analysis.ts';
import { HANGS_FROM } from '../../src/steps/try-on/layers.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

describe.skipIf(!hasPhotos)('garments on models, with real photos (skipped where ../shared/data is missing)', () => {
  const analyses = openedAnalyses();

  test.each(['0190', '0225', '0290'])('the shirt of %s counts as a shirt, not as outerwear', async (name) => {
    const bytes = await photo(`training/persons/photos/${name}.jpg`);
    const top = await analyses().garment({ bytes, category: 'top' });
    expect(isAccessory(top) || top.outerness).toBeLessThan(HANGS_FROM);
  });
});
