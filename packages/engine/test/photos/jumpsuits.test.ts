import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { garmentOf } from '../garment-of.ts';
import { openedAnalyses, openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

const engine = openedEngine();

const analyses = openedAnalyses();

/** Outlines of jumpsuits in pictures of 900 × 1200. */
const LONG =
  'M370,90 Q450,150 530,90 L610,115 L720,260 L650,310 L590,235 Q580,330 575,430 Q610,520 625,650 L640,1120 L500,1125 L452,640 L448,640 L400,1125 L260,1120 L275,650 Q290,520 325,430 Q320,330 310,235 L250,310 L180,260 L290,115 Z';

const SHORT =
  'M380,150 Q450,210 520,150 L590,175 L680,320 L620,360 L575,300 L565,500 Q610,600 640,820 L480,835 L452,730 L448,730 L420,835 L260,820 Q290,600 335,500 L325,300 L280,360 L220,320 L310,175 Z';

/** A photo of a garment of an even green, drawn. */
function drawn(outline: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#efefec"/><path d="${outline}" fill="#2f5d46"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

describe.skipIf(!hasPhotos)('jumpsuits on people, with real photos (skipped where ../shared/data is missing)', () => {
  const wear = async (person: string, ...garments: Buffer[]) =>
    engine().tryOn({
      person: await photo(`persons/${person}`),
      garments: garments.map((bytes) => ({ bytes })),
      size: { width: 512, height: 768 },
      seed: 1,
      variation: 0,
    });

  test('a long one goes on somebody who sits with both knees below the hips, a short one does not', async () => {
    await expect(wear('fashn-model.webp', await drawn(LONG))).resolves.toMatchObject({
      confidence: expect.any(Number),
    });
    await expect(wear('fashn-model.webp', await drawn(SHORT))).rejects.toThrow(
      /sits.*jumpsuits need a standing person/,
    );
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
    expect((await garmentOf(file, analyses())).category).not.toBe('jumpsuit');
  });
});
