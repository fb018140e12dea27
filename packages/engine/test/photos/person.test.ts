import { describe, expect, test } from 'vitest';
import type { TryOnResult } from '../../src/engine.ts';
import { EngineRejection } from '../../src/index.ts';
import { decodeAt } from '../../src/pixels/decode.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';
import { countOf } from '../picture-colours.ts';

const engine = openedEngine();

const TEE = 'tops/saleor-monospace-white-tee-front.png';
const PANTS = 'bottoms/cd-pants-e73c67c9.jpg';
const SKIRT = 'bottoms/cd-skirt-dab7f764.jpg';
const DRESS = 'dresses/cd-dress-cbf45350.jpg';
const SHORTS = 'bottoms/cd-shorts-879ed4b1.jpg';
const JEANS_ON_CLIPS = 'bottoms/cd-pants-17bebe65.jpg';
const QUILTED_JACKET = 'outerwear/cd-outwear-463bbfd1.jpg';
const PADDED_COAT = 'outerwear/cd-outwear-ee4d62e7.jpg';
const GREEN_PANTS = 'bottoms/magento-mp03-green_main.jpg';

async function wear(
  person: string,
  garment: string | readonly string[],
  size = { width: 512, height: 768 },
): Promise<TryOnResult> {
  const garments = await Promise.all([garment].flat().map((file) => photo(`garments/${file}`)));
  return engine().tryOn({
    person: await photo(`persons/${person}`),
    garments: garments.map((bytes) => ({ bytes })),
    size,
    seed: 1,
    variation: 0,
  });
}

describe.skipIf(!hasPhotos)('how much of a person a photo shows (skipped where ../shared/data is missing)', () => {
  test.each([
    'paperkit-clem-onojeghuo-2.jpg',
    'paperkit-ayo-ogunseinde-2.jpg',
    'paperkit-kaci-baum-2.jpg',
    'omnitry-person_glasses.jpg',
  ])('%s, which ends far above the waist, is refused, saying what would do', async (person) => {
    await expect(wear(person, TEE)).rejects.toThrow(EngineRejection);
    await expect(wear(person, TEE)).rejects.toThrow(/ends far above the waist.*shoulders, chest and arms/);
  });

  test('one that ends a little lower shows enough of both arms for a top', async () => {
    await expect(wear('omnitry-person_hat.jpg', TEE)).resolves.toMatchObject({ confidence: expect.any(Number) });
  });

  test('of someone seen down to the waist a top can be changed, trousers cannot', async () => {
    await expect(wear('paperkit-clem-onojeghuo-3.jpg', TEE)).resolves.toMatchObject({ confidence: expect.any(Number) });
    await expect(wear('paperkit-clem-onojeghuo-3.jpg', PANTS)).rejects.toThrow(
      /ends above the hips.*down to the knees/,
    );
  });

  test.each([
    ['human-stock-models-16.jpg', PANTS],
    ['human-stock-models-16.jpg', SKIRT],
    ['fashn-model.webp', SKIRT],
    ['fashn-model.webp', SHORTS],
    ['fashn-model.webp', DRESS],
    ['human-stock-models-16.jpg', DRESS],
  ])('%s, who sits, cannot put on %s, and is told what would do', async (person, garment) => {
    await expect(wear(person, garment)).rejects.toThrow(/sits.*photo of the person standing; this one takes tops/);
  });

  test.each([
    ['ccp-0974.jpg', SKIRT],
    ['ccp-0974.jpg', DRESS],
  ])(
    '%s, who stands sideways in a wide skirt, cannot put on %s, and is told what would do',
    async (person, garment) => {
      await expect(wear(person, garment)).rejects.toThrow(/stands sideways.*facing the camera/);
    },
  );

  test('shorts in the place of a skirt that hides the feet are refused, trousers are not', async () => {
    await expect(wear('ccp-0716.jpg', SHORTS)).rejects.toThrow(/hide the legs down to the feet.*shoes show/);
    await expect(wear('ccp-0716.jpg', GREEN_PANTS)).resolves.toMatchObject({ confidence: expect.any(Number) });
  });

  test.each([
    ['0131', [0.38, 0.9, 0.58, 0.93]],
    ['0276', [0.2, 0.88, 0.45, 0.93]],
  ] as const)('on %s, whose clothes hide the feet, trousers reach the ground as these did', async (name, atGround) => {
    const person = `../training/persons/photos/${name}.jpg`;
    const [{ raster }, before] = [await wear(person, JEANS_ON_CLIPS), await unchanged(person)];
    const isDenim = (red: number, green: number, blue: number) => blue > 1.3 * red && blue > green;
    expect(countOf(raster, atGround, isDenim)).toBeGreaterThan(countOf(before, atGround, isDenim) + 400);
  });

  test('shorts that a long coat would cover are refused, trousers that show below it are not', async () => {
    const person = '../training/persons/photos/0224.jpg';
    await expect(wear(person, SHORTS)).rejects.toThrow(/would cover the garment: only \d % of it would show/);
    await expect(wear(person, PANTS)).resolves.toMatchObject({ confidence: expect.any(Number) });
  });

  test('a skirt that a long coat would cover is refused', async () => {
    await expect(wear('ccp-0943.jpg', SKIRT)).rejects.toThrow(/would cover the garment: only \d % of it would show/);
  });

  test('a T-shirt alone is refused where a coat hides hands and most of a skirt', async () => {
    await expect(wear('../training/persons/photos/0250.jpg', 'tops/saleor-team-tee-front.png')).rejects.toThrow(
      /invent skin or clothes in \d+ %/,
    );
  });

  test('a coat that hides both hands takes trousers, and neither tops nor jackets', async () => {
    const person = '../training/persons/photos/0004.jpg';
    for (const garments of [TEE, QUILTED_JACKET, [TEE, PANTS]])
      await expect(wear(person, garments)).rejects.toThrow(
        /does not show a hand.*shows both hands; this one takes trousers/,
      );
    await expect(wear(person, PANTS)).resolves.toMatchObject({ confidence: expect.any(Number) });
  });

  test('a person turned aside can put on a top over a wide skirt, bottoms in place of it, and shorts for trousers', async () => {
    for (const garment of [TEE, PANTS, SHORTS])
      await expect(wear('ccp-0265.jpg', garment)).resolves.toMatchObject({ confidence: expect.any(Number) });
    await expect(wear('omnitry-person_bag.jpg', SHORTS)).resolves.toMatchObject({ confidence: expect.any(Number) });
  });

  test('a seated person can put on a top, and long trousers if the knees are below the hips', async () => {
    await expect(wear('human-stock-models-16.jpg', TEE)).resolves.toMatchObject({ confidence: expect.any(Number) });
    await expect(wear('fashn-model.webp', PANTS)).resolves.toMatchObject({ confidence: expect.any(Number) });
  });

  test('on a seated person a jacket ends in the lap, and a coat is refused', async () => {
    const { raster } = await wear('fashn-model.webp', QUILTED_JACKET);
    const isGreen = (red: number, green: number, blue: number) => green > red + 15 && green > blue + 8;
    const [belly, lap] = [
      [0.5, 0.53, 0.65, 0.56],
      [0.5, 0.62, 0.7, 0.68],
    ] as const;
    expect(countOf(raster, belly, isGreen)).toBeGreaterThan(0.9 * 0.15 * 0.03 * 512 * 768);
    // Of 4700 pixels: those at the edge of the hem.
    expect(countOf(raster, lap, isGreen)).toBeLessThan(40);
    await expect(wear('fashn-model.webp', PADDED_COAT)).rejects.toThrow(
      /sits.*photo of the person standing; this one takes short jackets/,
    );
  });

  test.each([
    'magento-mh09-blue_main.jpg',
    'magento-wj02-gray_main.jpg',
    'magento-wj03-red_main.jpg',
    'magento-mj10-red_main.jpg',
  ])(
    'trousers are hardly wider than the hips of %s, whose knees are not in the picture, and have no gap between the legs',
    async (person) => {
      const { raster } = await wear(person, GREEN_PANTS, HALF_BODY);
      const before = await unchanged(person);
      for (const down of [0.93, 0.98]) {
        const [was, is] = [sideToSide(before, down), sideToSide(raster, down)];
        // Eight hundredths looser, and a pixel of soft edge on either side.
        expect(is.width).toBeLessThanOrEqual(was.width * 1.08 + 2);
        expect(is.white).toBeLessThan(14);
      }
    },
  );

  test('jeans that hung on clips stay behind a hand that hangs beside the thigh, and do not stand out beyond it', async () => {
    const person = 'magento-wj02-gray_main.jpg';
    const [{ raster }, before] = [await wear(person, JEANS_ON_CLIPS, HALF_BODY), await unchanged(person)];
    // The jeans are that much wider than the leggings in the photo.
    for (const down of [0.88, 0.93, 0.98])
      expect(sideToSide(raster, down).width).toBeLessThan(sideToSide(before, down).width * 1.03);
  });
});

/** Size of the results of half bodies, in pixels. */
const HALF_BODY = { width: 512, height: 632 };

/** The photo of a person at that size. */
async function unchanged(person: string): Promise<Raster> {
  return decodeAt(await photo(`persons/${person}`), HALF_BODY);
}

/**
 * How far a person before white paper reaches from side to side in a row, in pixels, and how many white ones lie
 * between.
 */
function sideToSide({ width, height, data }: Raster, down: number) {
  const row = Math.round(down * height) * width;
  const isPerson = Array.from(
    { length: width },
    (_, x) => Math.min(...data.subarray((row + x) * 3, (row + x) * 3 + 3)) < 225,
  );
  const [first, last] = [isPerson.indexOf(true), isPerson.lastIndexOf(true)];
  return { width: last - first + 1, white: isPerson.slice(first, last + 1).filter((person) => !person).length };
}
