import { describe, expect, it } from 'vitest';
import type { GarmentAnalysis } from '../../analysis.ts';
import { arrange } from './arrange.ts';

const SIZE = { width: 300, height: 400 };

/** The fields of a product that `arrange` reads; the product fills its photo. */
function product(category: GarmentAnalysis['category'], width: number, height: number) {
  const raster = { width, height, data: new Uint8ClampedArray(width * height * 3) };
  return { raster, alpha: { width, height, data: new Float32Array(width * height).fill(1) }, category };
}

/** Covered share of the frame, and the first and last covered row. */
function covered(data: Float32Array): { share: number; from: number; to: number } {
  const pixels = [...data.keys()].filter((i) => data[i] > 0.5);
  const row = (i: number | undefined) => Math.floor((i ?? 0) / SIZE.width);
  return { share: pixels.length / data.length, from: row(pixels[0]), to: row(pixels.at(-1)) };
}

describe('arrange', () => {
  it('lays products in rows where that shows them larger than side by side', async () => {
    const wide = [product('top', 100, 60), product('top', 100, 60), product('top', 100, 60)];
    const { matte } = await arrange(wide, SIZE, null);
    const { share, from, to } = covered(matte.data);
    expect(share).toBeGreaterThan(0.35);
    expect(Math.abs(from + to - SIZE.height)).toBeLessThan(5);
  });

  it.each(['trousers', 'jumpsuit'] as const)('shows %s longer than a top', async (category) => {
    const { matte } = await arrange([product('top', 50, 50), product(category, 25, 50)], SIZE, 380);
    const lengthAt = (x: number) =>
      [...Array(SIZE.height).keys()].filter((y) => matte.data[y * SIZE.width + x] > 0.5).length;
    expect(lengthAt(220)).toBeGreaterThan(1.2 * lengthAt(90));
  });

  it('stands products on the ground that it is given', async () => {
    const { matte } = await arrange([product('top', 40, 50), product('skirt', 40, 30)], SIZE, 320);
    expect(Math.abs(covered(matte.data).to - 320)).toBeLessThan(3);
  });
});
