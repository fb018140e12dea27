import { expect, test } from 'vitest';
import { planeOf } from '../../../pixels/planes.ts';
import { takeClothesOutOfHair } from './hair-over-clothes.ts';

const SIDE = 40;
const HAIR = [60, 40, 30];
/** Columns from which hair is mixed with clothes, and from which there are clothes alone. */
const ENDS = 16;
const CLOTH = 20;
/** Share of hair in the mixed columns. */
const MIXED = 0.5;

/** A pixel of the ends of dark hair over clothes with rows of some colours, without the clothes. */
function loosened(...cloth: readonly (readonly number[])[]) {
  const columnOf = (i: number) => i % SIDE;
  const own = (i: number) => (columnOf(i) < ENDS ? 1 : columnOf(i) < CLOTH ? MIXED : 0);
  const scene = {
    placement: { width: SIDE, height: SIDE, scale: 1 },
    body: { shoulderWidth: 40 },
    colours: planeOf(SIDE * SIDE * 3, (k) => {
      const i = Math.floor(k / 3);
      const row = cloth[Math.floor(i / SIDE) % cloth.length];
      return HAIR[k % 3] * own(i) + row[k % 3] * (1 - own(i));
    }),
    parts: { hair: planeOf(SIDE * SIDE, (i) => (columnOf(i) < CLOTH ? 1 : 0)) },
  };
  const old = planeOf(SIDE * SIDE, (i) => (columnOf(i) < CLOTH ? 0 : 1));
  takeClothesOutOfHair(scene, old);
  const { colours, parts } = scene;
  const at = 20 * SIDE + CLOTH - 2;
  return { share: parts.hair[at], colour: Array.from(colours.subarray(at * 3, at * 3 + 3)) };
}

test.each([
  { name: 'plain', cloth: [[240, 80, 160]] },
  {
    name: 'striped',
    cloth: [
      [240, 80, 160],
      [80, 200, 240],
    ],
  },
])('$name old clothes between the ends of hair leave with the clothes', ({ cloth }) => {
  const { share, colour } = loosened(...cloth);
  expect(share).toBeCloseTo(MIXED / 0.7, 1);
  for (const [c, value] of colour.entries()) expect(Math.abs(value - HAIR[c])).toBeLessThan(15);
});

test('hair over clothes of nearly its colour stays as it is', () => {
  const { share, colour } = loosened([70, 50, 40]);
  expect(share).toBe(1);
  for (const [c, value] of colour.entries()) expect(Math.abs(value - [65, 45, 35][c])).toBeLessThan(3);
});

test('hair over clothes of many tones near its own stays whole', () => {
  const tones = [0, 12, 24, 36].map((light) => HAIR.map((value) => value + 12 + light));
  expect(loosened(...tones).share).toBeGreaterThan(0.85);
});
