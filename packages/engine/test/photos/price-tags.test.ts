import { describe, expect, test } from 'vitest';
import { luma } from '../../src/pixels/lab.ts';
import { doubtsOf } from '../../src/steps/try-on/doubts.ts';
import { garmentOf } from '../garment-of.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos } from '../photos.ts';

const analyses = openedAnalyses();

describe.skipIf(!hasPhotos)('price tags of real photos', () => {
  test.each([
    ['tops/cd-shirt-74f6f921.jpg', 0.46, 0.52],
    ['outerwear/cd-outwear-e36dcac4.jpg', 0.47, 0.39],
  ])('the tag goes, and dark cloth is where it hung: %s', async (file, across, down) => {
    const garment = await garmentOf(`garments/${file}`, analyses());
    const { raster } = garment;
    expect(doubtsOf(garment, 0, 0).warnings.map(({ code }) => code)).toContain('price_tag_removed');
    const at = Math.round(down * raster.height) * raster.width + Math.round(across * raster.width);
    expect(luma(raster.data, at)).toBeLessThan(130);
  });

  test.each(['tops/cd-t-shirt-2ce576f8.jpg', 'tops/cd-t-shirt-56c195bd.jpg', 'outerwear/cd-outwear-0c7412e7.jpg'])(
    'prints and badges stay: %s',
    async (file) => {
      expect((await garmentOf(`garments/${file}`, analyses())).hadPriceTag).toBe(false);
    },
  );
});
