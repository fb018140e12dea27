import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scoreView } from './view-score.ts';

/** A drawing on a background: SVG shapes in a square of 400 units, rendered at a side in pixels. */
function drawn(shapes: string, side = 800, background = '#ffffff'): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${side}" height="${side}"><rect width="400" height="400" fill="${background}"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const SHIRT =
  '<path fill="#c03030" d="M140 80 L260 80 L340 150 L310 190 L270 160 L270 330 L130 330 L130 160 L90 190 L60 150 Z"/>';
const TURNED = '<path fill="#c03030" d="M200 80 L330 150 L300 190 L270 330 L230 330 L200 240 L90 220 Z"/>';
const STRIPES = Array.from(
  { length: 20 },
  (_, i) => `<rect x="${i * 20}" width="10" height="400" fill="#405060"/>`,
).join('');

test('a whole garment from the front on a plain background scores above every other view of it', async () => {
  const front = await scoreView(await drawn(SHIRT), 'a.png');
  const others = {
    'turned to the side': await drawn(TURNED),
    'on a patterned ground': await drawn(STRIPES + SHIRT),
    'a detail that runs out of the image': await drawn(
      '<rect width="400" height="400" fill="#c03030"/><circle cx="70" cy="300" r="90" fill="#f0e0d0"/>',
    ),
    'far away': await drawn(`<g transform="translate(180 180) scale(0.1)">${SHIRT}</g>`),
    'too few pixels': await drawn(SHIRT, 120),
  };
  expect(front).toBeGreaterThan(0.95);
  for (const [name, picture] of Object.entries(others))
    expect(await scoreView(picture, 'a.png'), name).toBeLessThan(front);
});

test('file names settle what pixels cannot: the back of a garment looks like its front', async () => {
  const picture = await drawn(SHIRT);
  const [plain, back, front] = await Promise.all(
    ['shirt.png', 'shirt-back.png', 'shirt_front.png'].map((name) => scoreView(picture, name)),
  );
  expect(back).toBeLessThan(0.6);
  expect(front).toBeGreaterThan(plain ?? 1);
  expect(await scoreView(picture, 'backpack.png'), 'a word within a word is none').toBe(plain);
});
