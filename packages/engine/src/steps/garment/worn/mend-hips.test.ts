import { expect, test } from 'vitest';
import { maskOf } from '../../../pixels/planes.ts';
import { mendHips } from './mend-hips.ts';

const SIZE = { width: 300, height: 400 };

/** The corner of the waistband below a hand: below a line that falls from it. */
const isHandOnHip = (x: number, y: number) => y < 130 && x > 170 + (y - 60) * 0.4;
const isTrousers = (x: number, y: number) => x >= 100 && x < 200 && y >= 60 && y < 360;
/** The hand and its arm beside the hip. */
const isLimb = (x: number, y: number) => y < 130 && x < 240 && isHandOnHip(x, y) && y >= 40;

const at = (test: (x: number, y: number) => boolean) =>
  maskOf(SIZE.width * SIZE.height, (i) => test(i % SIZE.width, Math.floor(i / SIZE.width)));

test('a corner of the waistband that a hand hides is as far out as the other', () => {
  const limb = at(isLimb);
  const seen = at((x, y) => isTrousers(x, y) && !isHandOnHip(x, y));
  const mended = mendHips(seen, SIZE, (i) => limb[i] === 1);
  const hidden = at((x, y) => isTrousers(x, y) && isHandOnHip(x, y) && y >= 64);
  const places = [...hidden.keys()].filter((i) => hidden[i] === 1);
  expect(places.filter((i) => mended[i] === 1).length).toBeGreaterThan(0.9 * places.length);
});

test('trousers that are seen whole stay as they are', () => {
  const whole = at(isTrousers);
  expect(mendHips(whole, SIZE, () => false)).toEqual(whole);
});
