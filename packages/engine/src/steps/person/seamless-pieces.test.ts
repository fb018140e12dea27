import { expect, test } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { seamlessPieces } from './seamless-pieces.ts';

const [WIDTH, HEIGHT] = [40, 40];
const [GROUND, TOP, THING] = [0, 1, 2];
/** A thing of 10 by 10 pixels within a top. */
const isThing = (x: number, y: number) => x >= 15 && x < 25 && y >= 15 && y < 25;
const isTop = (x: number, y: number) => x >= 5 && x < 35 && y >= 5;

/** Whether the thing belongs to the top, by the lightness of each place. */
function isSeamless(lightness: (x: number, y: number) => number, isOnTop = isTop): boolean {
  const places = Array.from({ length: WIDTH * HEIGHT }, (_, i) => [i % WIDTH, Math.floor(i / WIDTH)] as const);
  const labels = Uint8Array.from(places, ([x, y]) => (isThing(x, y) ? THING : isOnTop(x, y) ? TOP : GROUND));
  const none = new Float32Array(labels.length);
  const lab = {
    l: planeOf(labels.length, (i) => lightness(...places[i])),
    a: none,
    b: none,
    width: WIDTH,
    height: HEIGHT,
  };
  const mask = seamlessPieces(labels, THING, TOP, lab);
  expect(mask.every((value, i) => value === 0 || labels[i] === THING)).toBe(true);
  return mask.includes(1);
}

test('what counts as a thing belongs to the top if its cloth goes on, also with a print in the middle', () => {
  expect(isSeamless(() => 50)).toBe(true);
  expect(isSeamless((x, y) => (x > 18 && x < 22 && y > 18 && y < 22 ? 90 : 50))).toBe(true);
});

test('a thing with an edge before the top stays a thing', () => {
  expect(isSeamless((x, y) => (isThing(x, y) ? 65 : 50))).toBe(false);
});

test('a thing that hardly borders on the top stays a thing, whatever its colour', () => {
  expect(
    isSeamless(
      () => 50,
      (x, y) => y < 15 && x >= 15 && x < 25,
    ),
  ).toBe(false);
});

test('a strap that is narrower than the compared places stays a thing', () => {
  const isStrap = (x: number) => x === 20;
  const labels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isStrap(i % WIDTH) ? THING : TOP));
  const none = new Float32Array(labels.length);
  const lab = {
    l: planeOf(labels.length, (i) => (isStrap(i % WIDTH) ? 20 : 70)),
    a: none,
    b: none,
    width: WIDTH,
    height: HEIGHT,
  };
  expect(seamlessPieces(labels, THING, TOP, lab).includes(1)).toBe(false);
});
