import { describe, expect, it } from 'vitest';
import { maskOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';
import { sourceAround } from './fill.ts';

const width = 120;
const height = 160;

/** Blue cloth with folds between columns 20 and 100, paper around it. */
const garment: Raster = {
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 3 }, (_, k) => {
    const x = Math.floor(k / 3) % width;
    return x < 20 || x >= 100 ? 244 : [90, 130, 180][k % 3] + 12 * Math.sin(x / 3);
  }),
};

const holeFrom = (left: number, right: number) =>
  maskOf(width * height, (i) => i % width >= left && i % width < right && i >= 60 * width && i < 90 * width);

const at = (mask: Uint8Array, x: number, y: number) => mask[y * width + x];

describe('sourceAround', () => {
  it('fills a hole in cloth from cloth alone, in light and shade, and not from the paper around', () => {
    const source = sourceAround(garment, holeFrom(45, 75));
    expect([at(source, 5, 75), at(source, 60, 75)]).toEqual([0, 0]);
    expect([30, 35, 40, 90].map((x) => at(source, x, 75))).toEqual([1, 1, 1, 1]);
  });

  it('fills one that reaches beyond the cloth from both', () => {
    const source = sourceAround(garment, holeFrom(5, 60));
    expect([at(source, 110, 75), at(source, 90, 75), at(source, 30, 75)]).toEqual([1, 1, 0]);
  });

  it('fills from everywhere where there is too little of the ground', () => {
    const source = sourceAround(garment, holeFrom(22, 98));
    const tall = maskOf(width * height, (i) => i % width >= 24 && i % width < 96 && i >= 8 * width && i < 152 * width);
    expect(at(source, 5, 75)).toBe(0);
    expect(at(sourceAround(garment, tall), 5, 75)).toBe(1);
  });
});
