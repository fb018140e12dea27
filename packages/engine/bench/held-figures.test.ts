import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPhotos } from '../test/photos.ts';
import { type Bench, openBench } from './cases/case.ts';
import { HELD_CASES, heldFigures, idOf, worseThan } from './held-figures.ts';

describe('worseThan', () => {
  test('lets a figure get better by any amount, and worse within its tolerance', () => {
    expect(worseThan({ colourDeltaE: 5, keptDb: 40 }, { colourDeltaE: 1, keptDb: 99 })).toEqual([]);
    expect(worseThan({ colourDeltaE: 5, keptDb: 40 }, { colourDeltaE: 6.9, keptDb: 38.6 })).toEqual([]);
  });

  test('names each figure that got worse by more, with both values', () => {
    expect(worseThan({ colourDeltaE: 5, keptDb: 40 }, { colourDeltaE: 7.5, keptDb: 30 })).toEqual([
      'kept, dB: 30.00, held 40 ± 1.5',
      'colour, ΔE: 7.50, held 5 ± 2',
    ]);
  });

  test('takes a figure that is no longer measured for worse', () => {
    expect(worseThan({ gainDb: 3 }, {})).toEqual(['above Lanczos, dB: 3 was held, nothing is measured now']);
  });
});

describe.skipIf(!hasPhotos)('with real photos (skipped where ../shared/data is missing)', () => {
  const held = heldFigures();
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.close());

  test('the file holds exactly the held cases: npm run bench:hold', () => {
    expect(Object.keys(held).sort()).toEqual(HELD_CASES.map(idOf).sort());
  });

  test.each(HELD_CASES.map((one) => [idOf(one), one] as const))('%s is no worse than held', async (id, one) => {
    const { figures } = await one.run(bench);
    expect(worseThan(held[id] ?? {}, figures)).toEqual([]);
  });
});
