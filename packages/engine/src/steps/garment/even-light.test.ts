import { expect, test } from 'vitest';
import { evenLight } from './even-light.ts';

const SIZE = { width: 120, height: 160 };
const CLOTH = [180, 120, 90] as const;

type Colour = readonly [number, number, number];

/** Mean colour of columns of cloth in more even light. `colourAt` gives the photo, `covered` the columns of cloth. */
function evened(colourAt: (x: number, y: number) => Colour, from: number, to: number, covered = SIZE.width): number[] {
  const { width, height } = SIZE;
  const data = new Uint8ClampedArray(width * height * 3);
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.floor(i / width)), i * 3);
  const alpha = {
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, i) => +(i % width < covered)),
  };
  const even = evenLight({ width, height, data }, alpha);
  const sums = [0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = from; x < to; x++) for (let c = 0; c < 3; c++) sums[c] += even.data[(y * width + x) * 3 + c];
  return sums.map((sum) => sum / ((to - from) * height));
}

const lit = (gains: Colour): Colour => [CLOTH[0] * gains[0], CLOTH[1] * gains[1], CLOTH[2] * gains[2]];

test('a shadow on plain cloth keeps about the square root of its depth', () => {
  const shadow = lit([0.75, 0.75, 0.75]);
  const [red] = evened((x) => (x > 80 ? shadow : CLOTH), 95, 115);
  expect(red / CLOTH[0]).toBeGreaterThan(0.83);
  expect(red / CLOTH[0]).toBeLessThan(0.9);
});

test('a tinted reflection on plain cloth loses half of its tint', () => {
  const tinted = lit([1, 0.95, 0.8]);
  const colour = evened((x) => (x > 80 ? tinted : CLOTH), 95, 115);
  expect(colour[2] / CLOTH[2]).toBeGreaterThan(0.87);
  expect(colour[2] / CLOTH[2]).toBeLessThan(0.93);
});

test('texture and narrow stripes keep their contrast', () => {
  const rib = lit([0.85, 0.85, 0.85]);
  const photo = (x: number): Colour => (x % 4 < 2 ? rib : CLOTH);
  expect(evened(photo, 60, 62)[0] / evened(photo, 62, 64)[0]).toBeCloseTo(0.85, 1);
});

test('cloth of two colours keeps both', () => {
  const navy: Colour = [20, 30, 90];
  const photo = (x: number): Colour => (x > 60 ? navy : CLOTH);
  expect(evened(photo, 90, 110).map(Math.round)).toEqual([...navy]);
  expect(evened(photo, 10, 30).map(Math.round)).toEqual([...CLOTH]);
});

test('a photo without cloth stays, and its background counts for no light', () => {
  expect(evened(() => CLOTH, 0, 120, 0).map(Math.round)).toEqual([...CLOTH]);
  const onBlack = (x: number): Colour => (x < 60 ? CLOTH : [0, 0, 0]);
  expect(evened(onBlack, 10, 50, 60).map(Math.round)).toEqual([...CLOTH]);
});
