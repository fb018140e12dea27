import sharp from 'sharp';
import { expect, test } from 'vitest';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { openedNets } from './opened.ts';

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
  ['shorts', SHORT],
  ['wide trousers and no sleeves', WIDE],
])('a trunk with two legs below it is a jumpsuit: one with %s', async (_, outline) => {
  const garment = await analyseGarment(await drawn(outline), undefined, nets());
  expect(garment.category).toBe('jumpsuit');
});

test('a dress that the words call a jumpsuit is refused, saying what its photo must show', async () => {
  const dress =
    'M380,150 Q450,210 520,150 L590,175 L680,320 L620,360 L575,300 L565,500 L700,1100 L200,1100 L335,500 L325,300 L280,360 L220,320 L310,175 Z';
  await expect(analyseGarment(await drawn(dress), 'jumpsuit', nets())).rejects.toThrow(
    /two separate legs.*with the legs apart/,
  );
});

test('what seems to have two legs is a dress where that is said of it', async () => {
  const photo = await drawn(SLIT);
  expect((await analyseGarment(photo, undefined, nets())).category).toBe('jumpsuit');
  expect((await analyseGarment(photo, 'dress', nets())).category).toBe('dress');
});
