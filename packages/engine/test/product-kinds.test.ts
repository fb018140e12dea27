import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { openedNets } from './opened.ts';

const nets = openedNets();

const kindOf = async (bytes: Uint8Array) => (await analyseGarment(bytes, undefined, nets())).category;

/** A product drawn on white. */
const drawn = (shapes: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700"><rect width="600" height="700" fill="#fff"/>${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

describe('a drawn product is told by its outline and what is seen in it', () => {
  test.each([
    [
      'bag',
      `<path d="M200 280 C200 60 400 60 400 280" fill="none" stroke="#5a3018" stroke-width="22"/><path fill="#7a4424" d="M110 270 H490 L530 600 H70 Z"/>
       <path fill="#6a3a1e" d="M110 270 H490 L480 400 Q300 450 120 400 Z"/><rect x="275" y="390" width="50" height="50" fill="#d8b050"/>`,
    ],
    [
      'beanie',
      `<path fill="#2c5a48" d="M100 470 C90 150 230 90 300 90 C370 90 510 150 500 470 Z"/><rect x="90" y="440" width="420" height="120" rx="20" fill="#23483a"/>
       <g stroke="#1c3a2e" stroke-width="5">${[130, 170, 210, 250, 290, 330, 370, 410, 450].map((x) => `<path d="M${x} 445 V555"/>`).join('')}</g>`,
    ],
    [
      'shoes',
      [-1, 1]
        .map(
          (
            side,
          ) => `<g transform="translate(300 0) scale(${side} 1)"><path fill="#4a2c1a" d="M40 120 C40 60 190 60 190 130 C190 260 215 380 210 500 C205 640 60 640 45 500 C30 380 55 260 40 120 Z"/>
            <path fill="#c8a078" d="M65 125 C65 85 165 85 165 130 C165 200 170 250 165 290 Q115 340 65 290 Z"/></g>`,
        )
        .join(''),
    ],
    [
      'glasses',
      `<g fill="#333" stroke="#111" stroke-width="16"><rect x="60" y="270" width="210" height="150" rx="60"/><rect x="330" y="270" width="210" height="150" rx="60"/></g><rect x="265" y="300" width="70" height="22" fill="#111"/>`,
    ],
    [
      'skirt',
      `<path fill="#84324a" d="M200 90 H400 L520 600 Q300 640 80 600 Z"/><rect x="200" y="90" width="200" height="40" fill="#6a2438"/><g stroke="#6a2438" stroke-width="5"><path d="M260 130 L220 620 M300 130 V625 M340 130 L380 620"/></g>`,
    ],
    [
      'trousers',
      `<path fill="#2c4468" d="M180 60 H420 L470 640 H340 L300 240 L260 640 H130 Z"/><rect x="180" y="60" width="240" height="36" fill="#223656"/><path d="M300 96 V240" stroke="#1a2a44" stroke-width="6"/>`,
    ],
  ])('%s', async (kind, shapes) => {
    expect(await kindOf(await drawn(shapes))).toBe(kind);
  });
});

test('a thin chain does not stand out enough from its ground', async () => {
  const necklace = await drawn(
    '<path d="M170 60 C180 300 250 470 300 520 C350 470 420 300 430 60" fill="none" stroke="#b08a30" stroke-width="14"/><path fill="#2c6a8a" d="M300 510 L345 570 L300 650 L255 570 Z"/>',
  );
  await expect(kindOf(necklace)).rejects.toThrow(/No garment stands out/);
});

test('the category that the caller names counts more than what the net sees', async () => {
  const glasses = await drawn(
    '<g fill="#333"><rect x="60" y="270" width="210" height="150" rx="60"/><rect x="330" y="270" width="210" height="150" rx="60"/></g><rect x="265" y="300" width="70" height="22" fill="#111"/>',
  );
  expect((await analyseGarment(glasses, 'top', nets())).category).toBe('top');
});
