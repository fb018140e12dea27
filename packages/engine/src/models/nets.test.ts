import { expect, test } from 'vitest';
import { loadNets, releaseNets } from './nets.ts';

test('every net that was loaded is freed', async () => {
  const counts = { loaded: 0, released: 0 };
  const nets = await loadNets(async () => {
    counts.loaded++;
    return {
      run: async () => [],
      release: async () => {
        counts.released++;
      },
    };
  });
  expect(counts.loaded).toBeGreaterThan(0);
  await releaseNets(nets);
  expect(counts.released).toBe(counts.loaded);
});
