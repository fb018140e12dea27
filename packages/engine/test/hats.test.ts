import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { AccessoryAnalysis } from '../src/analysis.ts';
import { decodePicture } from '../src/pixels/decode.ts';
import { analyseAccessory } from '../src/steps/garment/analyse-accessory.ts';
import { fitBackground } from '../src/steps/garment/cut-out/background.ts';
import { cutOutByAlpha } from '../src/steps/garment/cut-out/cut-out.ts';
import { cutOutProduct } from '../src/steps/garment/cut-out/cut-out-product.ts';
import { measureHatShape } from '../src/steps/try-on/accessories/fit-hat.ts';
import { openedNets } from './opened.ts';

const SIZE = { width: 800, height: 600 };

const nets = openedNets();

/** A blue hat drawn on white. */
const drawn = (shapes: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#fff"/>${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const BRIMMED = `<ellipse cx="400" cy="420" rx="330" ry="75" fill="#1038c0"/>
  <path fill="#1038c0" d="M215 420 C220 240 260 120 330 110 Q400 140 470 110 C540 120 580 240 585 420 Q400 480 215 420 Z"/>
  <path fill="#0a2070" d="M216 415 Q400 475 584 415 L578 345 Q400 400 222 345 Z"/>`;

const CAP_ASIDE = `<path fill="#1038c0" d="M120 420 C110 200 230 110 350 110 C480 110 540 230 540 400 Q330 440 120 420 Z"/>
  <path fill="#0c2a90" d="M430 350 C560 330 700 370 740 450 C640 430 540 430 420 425 Z"/>`;

/** The hat of a drawing, cut out. */
async function cutOut(shapes: string): Promise<AccessoryAnalysis> {
  const { raster } = await decodePicture(await drawn(shapes), SIZE);
  const found = await cutOutProduct(raster, fitBackground(raster), nets().productMatte);
  return analyseAccessory(found, 'hat', 1, { raster, alpha: null });
}

describe('the shape of a hat', () => {
  test('is told from the front: where its crown sits, how wide it is there, and that a brim stands out below', async () => {
    const shape = measureHatShape(await cutOut(BRIMMED));
    expect(shape?.brimmed).toBe(true);
    expect(shape?.crown.width).toBeGreaterThan(330);
    expect(shape?.crown.width).toBeLessThan(420);
    expect(shape?.crown.seat).toBeGreaterThan(330);
    expect(shape?.crown.seat).toBeLessThan(430);
  });

  test('is told of a sun hat too, whose brim is much wider than its crown', async () => {
    const sunHat = `<path fill="#1038c0" d="M30 430 Q160 370 400 365 Q640 370 770 430 Q610 515 400 520 Q190 515 30 430 Z"/>
      <path fill="#1038c0" d="M265 430 C265 300 300 190 400 185 C500 190 535 300 535 430 Q400 470 265 430 Z"/>`;
    const shape = measureHatShape(await cutOut(sunHat));
    expect(shape?.brimmed).toBe(true);
    expect(shape?.crown.width).toBeGreaterThan(240);
    expect(shape?.crown.width).toBeLessThan(320);
  });

  test('is not told where the cut-out has eaten into its top', async () => {
    const bites = Array.from(
      { length: 12 },
      (_, k) => `<circle cx="${300 + k * 18}" cy="${112 + (k % 3) * 9}" r="9" fill="#fff"/>`,
    );
    expect(measureHatShape(await cutOut(BRIMMED + bites.join('')))).toBeNull();
  });

  test.each([
    ['from the side', CAP_ASIDE],
    [
      'from above, a brim all round',
      `<ellipse cx="400" cy="300" rx="270" ry="240" fill="#1038c0"/><ellipse cx="400" cy="290" rx="130" ry="140" fill="#2048d0"/>`,
    ],
    [
      'from above, the visor below the whole crown',
      `<path fill="#1038c0" d="M280 400 C230 250 300 60 400 60 C500 60 570 250 520 400 Z"/><path fill="#0c2a90" d="M275 400 Q400 350 525 400 Q520 540 400 545 Q280 540 275 400 Z"/>`,
    ],
    ['on a cord', `${BRIMMED}<path d="M250 420 Q400 720 550 420" fill="none" stroke="#222" stroke-width="10"/>`],
  ])('is not told %s', async (_, shapes) => {
    expect(measureHatShape(await cutOut(shapes))).toBeNull();
  });

  test('is not told of a transparent photo with a gap over its strap', async () => {
    const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
      <mask id="gap"><rect width="800" height="600" fill="#fff"/><ellipse cx="400" cy="300" rx="60" ry="40"/></mask>
      <g mask="url(#gap)">${BRIMMED}</g></svg>`;
    const { raster, alpha } = await decodePicture(await sharp(Buffer.from(photo)).png().toBuffer(), SIZE);
    if (!alpha) throw new Error('the drawing has no transparency');
    expect(measureHatShape(analyseAccessory(cutOutByAlpha(raster, alpha), 'hat', 1, { raster, alpha }))).toBeNull();
  });

  test('leaves out the shadow on the ground below a visor', async () => {
    const shadow = `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#909090"/><stop offset="1" stop-color="#e4e4e4"/></linearGradient></defs>
      <path fill="url(#g)" d="M260 430 L540 430 L540 500 L260 500 Z"/>`;
    const cap = `<path fill="#1038c0" d="M220 400 C220 180 300 110 400 110 C500 110 580 180 580 400 Z"/><path fill="#0c2a90" d="M215 380 L585 380 L585 500 L545 500 Q400 430 255 500 L215 500 Z"/>`;
    const rowsBelow = ({ alpha }: AccessoryAnalysis) =>
      alpha.data.filter((share, i) => share > 0.5 && i % alpha.width === 400 && i > alpha.width * 475).length;
    expect(rowsBelow(await cutOut(shadow + cap))).toBe(0);
    expect(rowsBelow(await cutOut(`${cap}<path fill="#0c2a90" d="M260 430 H540 V500 H260 Z"/>`))).toBeGreaterThan(10);
  });
});
