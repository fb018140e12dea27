import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { garmentOf } from './garment-of.ts';
import { openedEngine, openedNets } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { countOf, type Kind } from './picture-colours.ts';

const engine = openedEngine();
const nets = openedNets();

/** Outlines of jumpsuits in pictures of 900 × 1200. */
const LONG =
  'M370,90 Q450,150 530,90 L610,115 L720,260 L650,310 L590,235 Q580,330 575,430 Q610,520 625,650 L640,1120 L500,1125 L452,640 L448,640 L400,1125 L260,1120 L275,650 Q290,520 325,430 Q320,330 310,235 L250,310 L180,260 L290,115 Z';
const WIDE =
  'M365,90 L395,90 Q450,230 505,90 L535,90 L575,240 Q560,330 560,420 Q620,520 640,650 L700,1120 L490,1125 L452,660 L448,660 L410,1125 L200,1120 L260,650 Q280,520 340,420 Q340,330 325,240 Z';
const SHORT =
  'M380,150 Q450,210 520,150 L590,175 L680,320 L620,360 L575,300 L565,500 Q610,600 640,820 L480,835 L452,730 L448,730 L420,835 L260,820 Q290,600 335,500 L325,300 L280,360 L220,320 L310,175 Z';

/** A dress with a slit in the middle of its hem, as long as the legs of a romper. */
const SLIT =
  'M380,150 Q450,210 520,150 L590,175 L680,320 L620,360 L575,300 L565,500 L640,1000 L480,1000 L452,860 L448,860 L420,1000 L260,1000 L335,500 L325,300 L280,360 L220,320 L310,175 Z';

/** A photo of a garment of an even green, drawn. */
function drawn(outline: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#efefec"/><path d="${outline}" fill="#2f5d46"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

test.each([
  ['long trousers and short sleeves', LONG],
  ['wide trousers and no sleeves', WIDE],
  ['shorts', SHORT],
])('a trunk with two legs below it is a jumpsuit: one with %s', async (_, outline) => {
  const garment = await analyseGarment(await drawn(outline), undefined, nets());
  expect(garment.category).toBe('jumpsuit');
});

test('a dress that the words call a jumpsuit is refused, saying what its photo must show', async () => {
  const dress =
    'M380,150 Q450,210 520,150 L590,175 L680,320 L620,360 L575,300 L565,500 L700,1100 L200,1100 L335,500 L325,300 L280,360 L220,320 L310,175 Z';
  await expect(analyseGarment(await drawn(dress), 'jumpsuit', nets())).rejects.toThrow(/no two legs.*with the legs apart/);
});

test('what seems to have two legs is a dress where that is said of it', async () => {
  const photo = await drawn(SLIT);
  expect((await analyseGarment(photo, undefined, nets())).category).toBe('jumpsuit');
  expect((await analyseGarment(photo, 'dress', nets())).category).toBe('dress');
});

const isGreen: Kind = (red, green, blue) => green > 1.25 * red && green > blue + 8;
const isBlue: Kind = (red, _, blue) => blue > 120 && blue > 2 * red;
const isDark: Kind = (red, green, blue) => Math.max(red, green, blue) < 110 && Math.abs(red - blue) < 25;

describe.skipIf(!hasPhotos)('jumpsuits on people, with real photos (skipped where ../shared/data is missing)', () => {
  const wear = async (person: string, ...garments: Buffer[]) =>
    engine().tryOn({
      person: await photo(`persons/${person}`),
      garments: garments.map((bytes) => ({ bytes })),
      size: { width: 512, height: 768 },
      seed: 1,
      variation: 0,
    });
  const areaOf = (place: readonly number[]) => (place[2] - place[0]) * (place[3] - place[1]) * 512 * 768;

  test('both legs are in their own, with ground between them, and the trunk has no gap at the waist', async () => {
    const { raster } = await wear('ccp-0688.jpg', await drawn(LONG));
    const [left, between, right] = [
      [0.32, 0.75, 0.38, 0.85],
      [0.42, 0.78, 0.48, 0.85],
      [0.54, 0.78, 0.6, 0.85],
    ] as const;
    const trunk = [0.34, 0.25, 0.52, 0.45] as const;
    for (const place of [left, right, trunk]) expect(countOf(raster, place, isGreen)).toBeGreaterThan(0.97 * areaOf(place));
    expect(countOf(raster, between, isGreen)).toBeLessThan(10);
  });

  test('a jacket goes over it, whatever the order of the request', async () => {
    const jacket = await photo('garments/outerwear/magento-mj08-gray_main.jpg');
    const { raster } = await wear('ccp-0688.jpg', jacket, await drawn(LONG));
    const [chest, shin] = [
      [0.4, 0.28, 0.5, 0.38],
      [0.32, 0.75, 0.38, 0.85],
    ] as const;
    expect(countOf(raster, chest, isDark)).toBeGreaterThan(0.8 * areaOf(chest));
    expect(countOf(raster, shin, isGreen)).toBeGreaterThan(0.97 * areaOf(shin));
  });

  test('a tee goes under one without sleeves, as under overalls', async () => {
    const tee = await photo('garments/tops/saleor-ascii-shirt-front.png');
    const { raster } = await wear('ccp-0021.jpg', await drawn(WIDE), tee);
    const [sleeve, chest] = [
      [0.24, 0.27, 0.28, 0.33],
      [0.4, 0.3, 0.5, 0.4],
    ] as const;
    expect(countOf(raster, sleeve, isBlue)).toBeGreaterThan(0.8 * areaOf(sleeve));
    expect(countOf(raster, chest, isGreen)).toBeGreaterThan(0.97 * areaOf(chest));
  });

  test('a long one goes on somebody who sits with both knees below the hips, a short one does not', async () => {
    await expect(wear('fashn-model.webp', await drawn(LONG))).resolves.toMatchObject({ confidence: expect.any(Number) });
    await expect(wear('fashn-model.webp', await drawn(SHORT))).rejects.toThrow(/sits.*jumpsuits are fitted to legs that stand/);
  });

  test('it is not worn with trousers: both photos are named', async () => {
    const trousers = await photo('garments/bottoms/cd-pants-e73c67c9.jpg');
    await expect(wear('ccp-0688.jpg', await drawn(LONG), trousers)).rejects.toThrow(
      /photo 1 \(a jumpsuit\), photo 2 \(trousers or shorts\)/,
    );
  });

  test.each([
    'garments/outerwear/cd-outwear-349cf35c.jpg',
    'garments/bottoms/cd-pants-86d27363.jpg',
    'garments/dresses/cd-dress-881c62dc.jpg',
  ])('%s is none', async (file) => {
    expect((await garmentOf(file, nets())).category).not.toBe('jumpsuit');
  });
});
