import { expect, test } from 'vitest';
import { maskOf } from '../../../pixels/planes.ts';
import { openGapHoles } from './gap-holes.ts';

const SIZE = { width: 100, height: 100 };

/** A mask that is 0 in boxes, given as [left, top, right, bottom], and outside the cloth, and 1 elsewhere. */
const clothWithout = (...boxes: readonly (readonly [number, number, number, number])[]) =>
  maskOf(SIZE.width * SIZE.height, (i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    const isOutside = x < 10 || x >= 90 || y < 10 || y >= 90;
    return !isOutside && boxes.every(([left, top, right, bottom]) => x < left || x >= right || y < top || y >= bottom);
  });

/** A photo of a light ground with dark cloth where a mask is 1. */
const photoOf = (cloth: Uint8Array) => ({
  ...SIZE,
  data: Uint8ClampedArray.from({ length: cloth.length * 3 }, (_, k) => (cloth[Math.floor(k / 3)] ? 30 : 230)),
});

const GAP = [25, 44, 31, 90] as const;
/** The upper end of the gap, which the sleeve touches below; a print on the body, and a tear above the hem. */
const [UPPER_END, PRINT, TEAR] = [[25, 20, 31, 42] as const, [50, 40, 56, 60] as const, [70, 70, 76, 88] as const];

test('of the holes of a garment that one is open below which the gap between sleeve and body goes on', () => {
  const mask = clothWithout(GAP, UPPER_END, PRINT, TEAR);
  const photo = photoOf(clothWithout(GAP, UPPER_END));
  expect(openGapHoles(clothWithout(GAP), mask, photo)).toEqual(clothWithout(GAP, UPPER_END));
});

test('of those below which the background is near that one is open which shows it, and a tear that shows a lining is not', () => {
  const mask = clothWithout(PRINT, TEAR);
  expect(openGapHoles(clothWithout(), mask, photoOf(mask))).toEqual(clothWithout(TEAR));
  expect(openGapHoles(clothWithout(), mask, photoOf(clothWithout(PRINT)))).toEqual(clothWithout());
});
