import { describe, expect, test } from 'vitest';
import type { Raster, Size } from '../src/pixels/raster.ts';
import { openedEngine } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { countOf } from './picture-colours.ts';

const engine = openedEngine();

async function wear(person: string, garment: string, size: Size): Promise<Raster> {
  const { raster } = await engine().tryOn({
    person: await photo(`persons/${person}.jpg`),
    garments: [{ bytes: await photo(`garments/${garment}.jpg`) }],
    size,
    seed: 1,
    variation: 0,
  });
  return raster;
}

describe.skipIf(!hasPhotos)('legs that are bared, with real photos (skipped where ../shared/data is missing)', () => {
  test('between them the ground goes on, leaves and what is dark behind them', async () => {
    const result = await wear('ccp-0933', 'dresses/cd-dress-cbf45350', { width: 520, height: 800 });
    const between = [0.48, 0.62, 0.505, 0.73] as const;
    const count = (isKind: (red: number, green: number, blue: number) => boolean) => countOf(result, between, isKind);
    const all = count(() => true);
    expect(count((_, green) => green < 35)).toBeGreaterThan(0.2 * all);
    expect(count((red, green) => green > 80 && green > red)).toBeGreaterThan(0.03 * all);
  });

  test('nothing is left of the outline of the dress that was worn', async () => {
    const result = await wear('ccp-0976', 'dresses/cd-dress-cbf45350', { width: 512, height: 804 });
    const fringe = [0.65, 0.65, 0.71, 0.75] as const;
    expect(countOf(result, fringe, (red, green, blue) => Math.min(red, green, blue) > 210)).toBeLessThan(8);
  });
});
