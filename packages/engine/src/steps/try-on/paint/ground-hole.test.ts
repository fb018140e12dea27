import { describe, expect, test } from 'vitest';
import { maskOf } from '../../../pixels/planes.ts';
import { groundToFill } from './ground-hole.ts';

const width = 60;
const height = 20;

/** Background beside a person from 10 to 50. The hole lies between two legs and beside the left one. */
const somebody = (x: number) => x >= 10 && x < 50;
const wanted = (x: number) => (x >= 10 && x < 14) || (x >= 27 && x < 32);
const row = (isSet: (x: number) => boolean) => maskOf(width * height, (i) => isSet(i % width));
const ground = { width, height, hole: row(wanted), source: row((x) => !somebody(x)), edge: row(() => true) };
const openAt = (near: number, legWidth: number) => groundToFill(ground, near, legWidth).subarray(0, width);

describe('ground that is filled', () => {
  test('goes on behind legs, from the hole on one side to that or the ground on the other', () => {
    expect([...openAt(0, 20)]).toEqual([...row(somebody).subarray(0, width)]);
  });

  test('does not behind what is wider', () => {
    const open = openAt(0, 15);
    expect(open[20]).toBe(1);
    expect(open[40]).toBe(0);
  });

  test('does not where ground is seen in the gap', () => {
    const source = row((x) => !somebody(x) || x === 32);
    const open = groundToFill({ ...ground, source }, 0, 20).subarray(0, width);
    expect(open[20]).toBe(0);
    expect(open[40]).toBe(0);
  });

  test('touches what is around the hole', () => {
    const open = openAt(2, 0);
    expect([...open.subarray(24, 36)]).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(open[9]).toBe(0);
  });
});
