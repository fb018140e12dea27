import { describe, expect, test } from 'vitest';
import { type GarmentAnalysis, isAccessory, type PersonAnalysis } from '../../src/analysis.ts';
import { distance } from '../../src/pixels/geometry.ts';
import { modelBody } from '../../src/steps/try-on/body/body-model.ts';
import { fitGarment } from '../../src/steps/try-on/fit/fit-garment.ts';
import { layersOf, wearOf } from '../../src/steps/try-on/layers.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

/** Greatest distance between a point of a garment and its place on its own wearer, in shoulder widths. */
const OFF_MAX = 0.24;
/** Greatest place among layers of shirts and T-shirts. */
const SHIRT_MAX = 2;

describe.skipIf(!hasPhotos)('garments that their models wear (needs ../shared/data)', () => {
  const analyses = openedAnalyses();

  /** A person, and the top that they wear. */
  async function wearerOf(name: string): Promise<{ person: PersonAnalysis; top: GarmentAnalysis }> {
    const bytes = await photo(`training/persons/photos/${name}.jpg`);
    const top = await analyses().garment({ bytes, category: 'top' });
    if (isAccessory(top)) throw new Error(`the top of ${name} counts as an accessory`);
    return { person: await analyses().person(bytes), top };
  }

  test.each(['0190', '0225', '0675'])('the top of %s lands where it is when its wearer puts it on', async (name) => {
    const { person, top } = await wearerOf(name);
    const body = modelBody(person);
    const [layer] = layersOf([top], '');
    const fit = fitGarment(
      layer.garment,
      person,
      body,
      wearOf(layer, { person, body }, () => 0.5),
    );
    const corners = ['neckLeft', 'neckRight', 'shoulderLeft', 'shoulderRight', 'hemLeft', 'hemRight'] as const;
    const off = corners.map((corner) => distance(fit.body[0].map(top.landmarks[corner]), top.landmarks[corner]));
    expect(Math.max(...off) / body.shoulderWidth).toBeLessThan(OFF_MAX);
  });

  test.each(['0190', '0225', '0290'])(
    'the shirt of %s is no outerwear, whatever its wearer looks like',
    async (name) => {
      expect((await wearerOf(name)).top.outerness).toBeLessThan(SHIRT_MAX);
    },
  );
});
