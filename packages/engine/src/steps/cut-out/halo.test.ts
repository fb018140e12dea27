import { describe, expect, it } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { withoutHalo } from './halo.ts';

const width = 60;
const height = 40;
const [WALL, SHIRT] = [30, 240];

/** A white shirt right of column 30 before a dark wall that the lens has mixed into its outermost pixels. */
const colours = planeOf(width * height * 3, (k) => {
  const x = Math.floor(k / 3) % width;
  return x < 30 ? WALL : x < 32 ? (WALL + SHIRT) / 2 : SHIRT;
});

const matteFrom = (column: number) => ({
  width,
  height,
  data: planeOf(width * height, (i) => (i % width >= column ? 1 : 0)),
});

const at = (values: Float32Array, x: number) => values[(20 * width + x) * 3];

describe('withoutHalo', () => {
  it('leaves no line of the old background along an edge, though the matte counts it to the subject', () => {
    const clean = withoutHalo(colours, matteFrom(30));
    for (const x of [30, 31, 32, 50]) expect(at(clean, x)).toBeGreaterThan(SHIRT - 5);
  });

  it('keeps the colours of a part that is nothing but edge', () => {
    const strap = { ...matteFrom(30), data: planeOf(width * height, (i) => (i % width >= 40 && i % width < 43 ? 1 : 0)) };
    expect(at(withoutHalo(colours, strap), 41)).toBe(SHIRT);
  });
});
