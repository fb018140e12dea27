import { describe, expect, test } from 'vitest';
import { ACCESSORIES } from '../../src/analysis.ts';
import { analyseGarment } from '../../src/steps/garment/analyse-garment.ts';
import { openedNets } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const nets = openedNets();

const kindOf = async (bytes: Uint8Array) => (await analyseGarment(bytes, undefined, nets())).category;

describe.skipIf(!hasPhotos)('a photographed product (skipped where ../shared/data is missing)', () => {
  test.each([
    ['a sling bag, shaped like a dress', 'garments/accessories/magento-mb04-black-0.jpg'],
    ['boots on a patterned floor', 'garments/shoes/cd-shoes-253dc2b9.jpg'],
    ['a beanie on a head seen from behind', 'garments/accessories/sylius-caps-cap_02.jpg'],
    ['a cap on a bed', 'garments/accessories/cd-hat-bade5af9.jpg'],
  ])('%s is no garment', async (_, file) => {
    expect(ACCESSORIES).toContain(await kindOf(await photo(file)));
  });

  test.each([
    ['a watch', 'garments/accessories/magento-mg02-bk-0.jpg'],
    ['a ring', 'garments/accessories/omnitry-ring.jpg'],
    ['a neck warmer', 'garments/accessories/saleor-neck-warmer.png'],
  ])('%s, which looks a little like a hat, is called none', async (_, file) => {
    expect(await kindOf(await photo(file))).toBe('other');
  });
});
