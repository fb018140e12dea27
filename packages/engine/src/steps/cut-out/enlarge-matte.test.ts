import { describe, expect, it } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { resizeMatte } from './enlarge-matte.ts';

const SMALL = { width: 40, height: 40 };
const LARGE = { width: 160, height: 160 };

/** The slanting edge of a cut-out: each pixel is fully inside or outside. */
const slanting = { ...SMALL, data: planeOf(1600, (i) => (i % 40 > 12 + Math.floor(i / 40) / 4 ? 1 : 0)) };

/** The column in each row where a matte begins, between pixels. */
function edgeOf(data: Float32Array, width: number, height: number): number[] {
  return [...Array(height).keys()].map((y) => {
    const row = data.subarray(y * width, (y + 1) * width);
    const x = row.findIndex((value) => value >= 0.5);
    return x - (row[x] - 0.5) / (row[x] - row[x - 1]);
  });
}

describe('resizeMatte', () => {
  it('lets an enlarged outline run on without the steps of the smaller one', () => {
    const { data } = resizeMatte(slanting, LARGE);
    const edge = edgeOf(data, LARGE.width, LARGE.height).slice(20, 140);
    const off = edge.map((x, k) => Math.abs(x - (edge[0] + ((edge[119] - edge[0]) * k) / 119)));
    expect(Math.max(...off)).toBeLessThan(1);
  });

  it('keeps edges about as sharp as the enlarged picture beside them', () => {
    const { data } = resizeMatte(slanting, LARGE);
    const row = data.subarray(80 * LARGE.width, 81 * LARGE.width);
    expect(row.filter((value) => value > 0.05 && value < 0.95).length).toBeLessThan(8);
  });

  it('leaves a matte that is not enlarged as it is', () => {
    expect(resizeMatte(slanting, SMALL).data).toEqual(slanting.data);
  });
});
