import { expect, test } from 'vitest';
import { loadNets, releaseNets } from './nets.ts';
import type { LoadNet, Net } from './sessions.ts';

/** Loads nets that do nothing, and counts them. It rejects a load if `refuses` returns true. */
function countingLoader(refuses: () => boolean = () => false) {
  const counts = { loaded: 0, released: 0 };
  const load: LoadNet = async (): Promise<Net> => {
    if (refuses()) throw new Error('the disk is away');
    counts.loaded++;
    return {
      run: async () => [],
      release: async () => {
        counts.released++;
      },
    };
  };
  return { counts, load };
}

test('every net that was loaded is freed, that of upscales too, which is loaded once and only when it is asked for', async () => {
  const { counts, load } = countingLoader();
  const nets = await loadNets(load);
  const first = counts.loaded;
  await Promise.all([nets.upscale2.loaded(), nets.upscale2.loaded()]);
  expect(counts.loaded).toBe(first + 1);
  await releaseNets(nets);
  expect(counts.released).toBe(counts.loaded);
});

test('a net of upscales that was never asked for needs no freeing', async () => {
  const { counts, load } = countingLoader();
  await releaseNets(await loadNets(load));
  expect(counts.released).toBe(counts.loaded);
});

test('a net of upscales that could not be loaded is loaded when it is asked for again', async () => {
  let isAway = false;
  const { load } = countingLoader(() => isAway);
  const nets = await loadNets(load);
  isAway = true;
  await expect(nets.upscale2.loaded()).rejects.toThrow('the disk is away');
  isAway = false;
  await expect(nets.upscale2.loaded()).resolves.toBeDefined();
});
