import { expect, test } from 'vitest';
import { maskOf } from '../../../pixels/planes.ts';
import { limbsBeside, outToBody } from './out-to-body.ts';

const [WIDTH, HEIGHT] = [500, 200];

type Box = readonly [left: number, top: number, right: number, bottom: number];

const isIn = (i: number, [left, top, right, bottom]: Box) => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  return x >= left && x < right && y >= top && y < bottom;
};
const maskOfBoxes = (...boxes: readonly Box[]) => maskOf(WIDTH * HEIGHT, (i) => boxes.some((box) => isIn(i, box)));

/** Share of cloth in a box after the extension. */
function taken(box: Box, cloth: readonly Box[], body: readonly Box[]): number {
  const size = { width: WIDTH, height: HEIGHT };
  const [told, all] = [maskOfBoxes(...cloth), maskOfBoxes(...body)];
  const mended = outToBody(told, all, limbsBeside(told, all, size), size);
  return (
    mended.reduce((sum, set, i) => sum + (set && isIn(i, box) ? 1 : 0), 0) / ((box[2] - box[0]) * (box[3] - box[1]))
  );
}

const CLOTH: Box = [200, 20, 300, 180];

test('a rim that colours left out is cloth again, also beyond a piping', () => {
  const rim: Box = [300, 20, 306, 180];
  expect(taken(rim, [CLOTH], [CLOTH, rim])).toBe(1);
});

test('an arm beside the cloth and the finger of its hand are none', () => {
  const arm: Box = [300, 20, 360, 100];
  const finger: Box = [300, 100, 308, 130];
  expect(taken(arm, [CLOTH], [CLOTH, arm, finger])).toBe(0);
  expect(taken(finger, [CLOTH], [CLOTH, arm, finger])).toBe(0);
});

test('the rim far below a hand is cloth again', () => {
  const arm: Box = [300, 20, 360, 60];
  const rim: Box = [300, 60, 306, 180];
  expect(taken([300, 150, 306, 180], [CLOTH], [CLOTH, arm, rim])).toBe(1);
});
