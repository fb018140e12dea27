import { expect, test } from 'vitest';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { plainCloth } from './plain-cloth.ts';

const [WIDTH, HEIGHT, HEM] = [100, 60, 30];

/** Cloth below a gap, with the grey or the colour of a column and a row, on shoulders of 100 pixels. */
function clothOf(colourAt: (x: number, y: number) => number | readonly number[]) {
  const colours = new Float32Array(WIDTH * HEIGHT * 3).map((_, k) => {
    const i = Math.floor(k / 3);
    const colour = colourAt(i % WIDTH, Math.floor(i / WIDTH));
    return typeof colour === 'number' ? colour : colour[k % 3];
  });
  const scene = {
    colours,
    body: { shoulderWidth: 100, torsoPlace: ({ x, y }: { x: number; y: number }) => ({ share: y, offset: x - 50 }) },
    placement: { width: WIDTH, height: HEIGHT, scale: 1, placeOf: (i: number) => pixelMiddle(i, WIDTH, 1) },
  };
  const gap = maskOf(WIDTH * HEIGHT, (i) => i < HEM * WIDTH);
  const source = maskOf(WIDTH * HEIGHT, (i) => i >= HEM * WIDTH);
  const clothAt = plainCloth(scene, gap, source);
  return clothAt && ((x: number, y: number) => clothAt(y * WIDTH + x)[0]);
}

test('plain cloth continues with the tone of each column, and reflects its folds', () => {
  const fold = (y: number) => (y > 40 && y < 45 ? 20 : 0);
  const clothAt = clothOf((x, y) => (x < 50 ? 60 : 80) + fold(y));
  expect([clothAt?.(10, 2), clothAt?.(90, 2), clothAt?.(90, 29)]).toEqual([60, 80, 80]);
  expect([clothAt?.(10, 18), clothAt?.(90, 15)]).toEqual([80, 100]);
});

test('ground below the cloth is not reflected', () => {
  const clothAt = clothOf((_, y) => (y > 40 && y < 45 ? 220 : 30));
  expect(clothAt?.(50, 17)).toBeCloseTo(30, 0);
});

test('a column of ground between the legs is no cloth', () => {
  expect(clothOf((x) => (x > 40 && x < 60 ? 220 : 30))?.(50, 2)).toBeCloseTo(30, 0);
});

test('cloth with stripes is not plain, whether they differ in lightness or in hue', () => {
  expect(clothOf((_, y) => (y % 8 < 4 ? 30 : 200))).toBeNull();
  expect(clothOf((_, y) => (y % 8 < 4 ? [200, 60, 60] : [60, 130, 60]))).toBeNull();
});
