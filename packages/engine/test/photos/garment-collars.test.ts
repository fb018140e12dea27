import { describe, expect, test } from 'vitest';
import { distance } from '../../src/pixels/geometry.ts';
import type { Plane } from '../../src/pixels/raster.ts';
import { garmentOf } from '../garment-of.ts';
import { openedAnalyses } from '../opened.ts';
import { hasPhotos } from '../photos.ts';

const PUFFER = 'garments/outerwear/cd-outwear-3108045a.jpg';
const TURTLENECK = 'garments/tops/cd-longsleeve-368ef683.jpg';
const GILET = 'garments/outerwear/cd-outwear-0c7412e7.jpg';

describe.skipIf(!hasPhotos)('collars, with real photos (skipped where ../shared/data is missing)', () => {
  const analyses = openedAnalyses();

  /** The lowest place of a neckline, as a share of the height of its photo. */
  async function lowestOf(file: string): Promise<number> {
    const { neckline, raster } = await garmentOf(file, analyses());
    return Math.max(...(neckline?.edge ?? []).map(({ y }) => y)) / raster.height;
  }

  test('a turtleneck is closed, and its neck is where its collar stands on the shoulders', async () => {
    const { landmarks, neckline } = await garmentOf(TURTLENECK, analyses());
    expect(neckline?.closed).toBe(true);
    const { neckLeft, neckRight, shoulderLeft, shoulderRight } = landmarks;
    expect(Math.abs(neckLeft.y - shoulderLeft.y)).toBeLessThan(0.38 * distance(neckLeft, neckRight));
    expect(Math.abs(neckRight.y - shoulderRight.y)).toBeLessThan(0.38 * distance(neckLeft, neckRight));
    expect((neckline?.collar ?? []).every(({ y }) => y < Math.min(neckLeft.y, neckRight.y))).toBe(true);
  });

  /** Depth of an open neckline below its ends, in neck widths; null for a closed one. */
  async function depthOf(file: string): Promise<number | null> {
    const { landmarks, neckline } = await garmentOf(file, analyses());
    const lowest = Math.max(...(neckline?.edge ?? []).map(({ y }) => y));
    const { neckLeft, neckRight } = landmarks;
    return neckline?.closed === false
      ? (lowest - (neckLeft.y + neckRight.y) / 2) / distance(neckLeft, neckRight)
      : null;
  }

  test.fails.each([GILET, PUFFER])(
    'known fault: the front of the zipped collar of %s ends at the neck',
    async (file) => {
      expect(await depthOf(file)).toBeLessThan(0.2);
    },
  );

  test.each([
    'garments/tops/saleor-polo-shirt-front.png',
    'garments/tops/cd-shirt-29f8cf36.jpg',
    'garments/tops/cd-t-shirt-05d01bf9.jpg',
    'garments/outerwear/cd-outwear-fa9f16fa.jpg',
  ])('%s: a collar that is turned down, and a T-shirt, have none that stands', async (file) => {
    expect((await garmentOf(file, analyses())).neckline?.collar).toBeNull();
  });

  test('a collar that somebody wears open over a shirt keeps its leaves, and no tip of one passes for a shoulder', async () => {
    const { landmarks, neckline } = await garmentOf('garments/outerwear/magento-mj08-gray_main.jpg', analyses());
    const { neckLeft, neckRight, shoulderLeft, shoulderRight } = landmarks;
    expect(neckline?.collar?.every(({ y }) => y < Math.min(neckLeft.y, neckRight.y))).toBe(true);
    const reach = [neckLeft.x - shoulderLeft.x, shoulderRight.x - neckRight.x];
    expect(Math.min(...reach)).toBeGreaterThan(0.3 * Math.max(...reach));
  });

  test('a shirt with buttons that is laid flat lies open at its collar, not at the upper edge of its back', async () => {
    const { landmarks, neckline } = await garmentOf('garments/tops/cd-shirt-118fb0e8.jpg', analyses());
    const lowest = Math.max(...(neckline?.edge ?? []).map(({ y }) => y));
    const { neckLeft, neckRight } = landmarks;
    const deep = (lowest - (neckLeft.y + neckRight.y) / 2) / distance(neckLeft, neckRight);
    expect(deep).toBeGreaterThan(0.5);
    expect(deep).toBeLessThan(1.15);
  });

  test('the neckline of a dark dress is the edge of its front, not that of its back, which is as dark', async () => {
    const lowest = await lowestOf('garments/dresses/cd-dress-cbf45350.jpg');
    expect(lowest).toBeGreaterThan(0.19);
    expect(lowest).toBeLessThan(0.26);
  });

  /** Where zip or buttons begin, by eye, as a share of the height of the photo. */
  const BEGINS = [
    ['garments/outerwear/magento-mj08-gray_main.jpg', 0.37],
    ['garments/tops/magento-mh12-red_main.jpg', 0.43],
    ['garments/tops/cd-longsleeve-aa8c2c36.jpg', 0.49],
    ['garments/outerwear/magento-wj04-white_main.jpg', 0.39],
  ] as const;

  test.each(BEGINS)('%s: the neckline goes down to where zip or buttons begin', async (file, begins) => {
    expect(Math.abs((await lowestOf(file)) - begins)).toBeLessThan(0.045);
  });

  test('the neckline of a shirt on a hanger lies below the bar in its open collar', async () => {
    expect(await lowestOf('garments/tops/cd-shirt-74f6f921.jpg')).toBeGreaterThan(0.3);
  });

  test('the neckline of a shirt whose collar hides the neck of its hanger lies below the collar', async () => {
    expect(await lowestOf('garments/tops/cd-shirt-01b3083f.jpg')).toBeGreaterThan(0.22);
  });

  test('a hood that stands up empty is cut off above the neck, which is open', async () => {
    const { category, alpha, landmarks, neckline } = await garmentOf(
      'garments/tops/saleor-white-hoodie.png',
      analyses(),
    );
    const { neckLeft, neckRight, shoulderLeft, shoulderRight } = landmarks;
    expect([category, neckline?.closed]).toEqual(['top', false]);
    expect(Math.min(neckLeft.y, neckRight.y) - highestCloth(alpha)).toBeLessThan(0.04 * alpha.height);
    expect(neckRight.x - neckLeft.x).toBeLessThan(0.6 * (shoulderRight.x - shoulderLeft.x));
  });
});

/** The row of the highest cloth in a cut-out. */
function highestCloth({ width, data }: Plane): number {
  return Math.floor(data.findIndex((share) => share > 0.5) / width);
}
