import { expect, test } from 'vitest';
import { createLayer, type Layer } from '../../../pixels/layer.ts';
import { fillGaps } from './fill-gaps.ts';

const SIZE = 60;
const OUTLINE = [
  { x: 10, y: 10 },
  { x: 50, y: 10 },
  { x: 50, y: 50 },
  { x: 10, y: 50 },
];

/** A layer with grey cloth in the rows from `from` up to `to`. */
function cloth(from: number, to: number): Layer {
  const layer = createLayer(SIZE, SIZE);
  layer.alpha.fill(1, from * SIZE, to * SIZE);
  layer.colour.fill(100, from * SIZE * 3, to * SIZE * 3);
  return layer;
}

const at = (x: number, y: number) => y * SIZE + x;

test('cloth fills its outline in its colour, and nothing beyond it', () => {
  const layer = cloth(0, 30);
  expect(fillGaps(layer, OUTLINE)).toBeCloseTo(40 * 20);
  expect(layer.alpha[at(30, 45)]).toBe(1);
  expect(layer.colour[at(30, 45) * 3]).toBeCloseTo(100);
  expect(layer.alpha[at(30, 55)]).toBe(0);
  expect(layer.alpha[at(5, 45)]).toBe(0);
});

test('stripes continue across a gap', () => {
  const layer = cloth(0, 60);
  const isLight = (y: number) => Math.floor(y / 5) % 2 === 0;
  for (let i = 0; i < SIZE * SIZE; i++)
    for (let c = 0; c < 3; c++) layer.colour[i * 3 + c] = isLight(Math.floor(i / SIZE)) ? 200 : 40;
  for (let y = 14; y < 46; y++) layer.alpha.fill(0, at(36, y), at(44, y));
  fillGaps(layer, OUTLINE);
  const filled = Array.from({ length: 24 }, (_, k) => at(40, 18 + k));
  expect(filled.map((i) => layer.colour[i * 3])).toEqual(filled.map((_, k) => (isLight(18 + k) ? 200 : 40)));
});

test('a sleeve has no gap where the trunk covers the body', () => {
  const sleeve = cloth(0, 30);
  fillGaps(sleeve, OUTLINE, cloth(40, 60));
  expect(sleeve.alpha[at(30, 35)]).toBe(1);
  expect(sleeve.alpha[at(30, 45)]).toBe(0);
});

test('without cloth near it an outline stays empty', () => {
  const layer = createLayer(SIZE, SIZE);
  expect(fillGaps(layer, OUTLINE)).toBe(0);
  expect(layer.alpha.every((share) => share === 0)).toBe(true);
});

test('sheer cloth with a solid edge stays sheer', () => {
  const layer = cloth(0, 15);
  layer.alpha.fill(0.5, 15 * SIZE, 60 * SIZE);
  expect(fillGaps(layer, OUTLINE)).toBe(0);
  expect(layer.alpha[at(30, 30)]).toBe(0.5);
});
