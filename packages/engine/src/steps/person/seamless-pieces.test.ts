import { expect, test } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { seamlessPieces } from './seamless-pieces.ts';

const [WIDTH, HEIGHT] = [40, 40];
const [GROUND, TOP, THING] = [0, 1, 2];
/** A thing of 10 by 10 pixels within a top. */
const isThing = (x: number, y: number) => x >= 15 && x < 25 && y >= 15 && y < 25;
const isTop = (x: number, y: number) => x >= 5 && x < 35 && y >= 5;

const places = Array.from({ length: WIDTH * HEIGHT }, (_, i) => [i % WIDTH, Math.floor(i / WIDTH)] as const);
type At<T> = (x: number, y: number) => T;

/** Whether the things of a picture belong to its top, by the label and the lightness of each place. */
function belongs(labelAt: At<number>, lightness: At<number>): boolean {
  const labels = Uint8Array.from(places, ([x, y]) => labelAt(x, y));
  const none = new Float32Array(labels.length);
  const l = planeOf(labels.length, (i) => lightness(...places[i]));
  const mask = seamlessPieces(labels, THING, TOP, { l, a: none, b: none, width: WIDTH, height: HEIGHT });
  expect(mask.every((value, i) => value === 0 || labels[i] === THING)).toBe(true);
  return mask.includes(1);
}

/** The same for one thing of 10 by 10 pixels. */
const isSeamless = (lightness: At<number>, isOnTop = isTop) =>
  belongs((x, y) => (isThing(x, y) ? THING : isOnTop(x, y) ? TOP : GROUND), lightness);

test('a piece that counts as a thing belongs to the top if its cloth goes on, also with a print', () => {
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
  expect(
    belongs(
      (x) => (isStrap(x) ? THING : TOP),
      (x) => (isStrap(x) ? 20 : 70),
    ),
  ).toBe(false);
});
