import { describe, expect, it } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { withoutHalo } from './halo.ts';

const width = 60;
const height = 40;
const [WALL, SHIRT, STRAP] = [30, 240, 120];

/** A white shirt right of column 30 before a dark wall. The lens mixed the wall into the shirt's outermost pixels. */
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
    const isStrap = (x: number) => x >= 5 && x < 8;
    const strap = planeOf(width * height, (i) => (isStrap(i % width) || i % width >= 30 ? 1 : 0));
    const grey = planeOf(colours.length, (k) => (isStrap(Math.floor(k / 3) % width) ? STRAP : colours[k]));
    expect(at(withoutHalo(grey, { width, height, data: strap }), 6)).toBe(STRAP);
  });
});
