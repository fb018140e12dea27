import { describe, expect, it } from 'vitest';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { setInto } from './set-into.ts';

const width = 120;
const height = 200;

const even = (value: number): Raster => ({
  width,
  height,
  data: new Uint8ClampedArray(width * height * 3).fill(value),
});

/** Two legs; the right one ends `back` rows higher. */
function legs(back: number): Plane {
  const data = new Float32Array(width * height);
  for (let y = 20; y < 180; y++)
    for (let x = 30; x < 90; x++) if (x < 50 || (x >= 70 && y < 180 - back)) data[y * width + x] = 1;
  return { width, height, data };
}

const redAt = ({ data }: Raster, x: number, y: number) => data[(y * width + x) * 3];

describe('setInto', () => {
  it('tints somebody before a bright wall, and not before a dark one', () => {
    const before = (wall: readonly number[]) => {
      const data = new Uint8ClampedArray(width * height * 3).map((_, k) => wall[k % 3]);
      const { data: set } = setInto({ width, height, data }, even(120), legs(0), 'standing');
      const i = (100 * width + 40) * 3;
      return set[i + 2] / set[i];
    };
    expect(before([150, 170, 230])).toBeGreaterThan(1.08);
    expect(before([28, 38, 80])).toBeLessThan(1.08);
  });

  it('grounds both feet, though one stands farther back', () => {
    const set = setInto(even(200), even(120), legs(8), 'standing');
    expect(redAt(set, 40, 181)).toBeLessThan(150);
    expect(redAt(set, 80, 173)).toBeLessThan(150);
    expect(redAt(set, 10, 100)).toBe(200);
  });

  it('throws no shadow from what ends far above the floor, such as a sleeve', () => {
    const set = setInto(even(200), even(120), legs(60), 'standing');
    expect(redAt(set, 80, 122)).toBeGreaterThan(190);
  });
});
