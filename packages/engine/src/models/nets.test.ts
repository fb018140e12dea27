import { expect, test } from 'vitest';
import { loadNets, releaseNets } from './nets.ts';
import type { Net, NetLoader } from './sessions.ts';

/** Loads nets that do nothing, and counts them. It rejects a load if `refuses` returns true. */
function countingLoader(refuses: () => boolean = () => false) {
  const counts = { loaded: 0, released: 0 };
  const load = async (): Promise<Net> => {
    if (refuses()) throw new Error('the disk is away');
    counts.loaded++;
    return {
      run: async () => [],
      release: async () => {
        counts.released++;
      },
    };
  };
  const loader: NetLoader = { fromPackage: load, fromFile: load };
  return { counts, loader };
}

test('every net that was loaded is freed, that of upscales too, which is loaded once and only when it is asked for', async () => {
  const { counts, loader } = countingLoader();
  const nets = await loadNets(loader);
  const first = counts.loaded;
  await Promise.all([nets.upscale2.loaded(), nets.upscale2.loaded()]);
  expect(counts.loaded).toBe(first + 1);
  await releaseNets(nets);
  expect(counts.released).toBe(counts.loaded);
});

test('a net of upscales that was never asked for needs no freeing', async () => {
  const { counts, loader } = countingLoader();
  await releaseNets(await loadNets(loader));
  expect(counts.released).toBe(counts.loaded);
});

test('a net of upscales that could not be loaded is loaded when it is asked for again', async () => {
  let isAway = false;
  const { loader } = countingLoader(() => isAway);
  const nets = await loadNets(loader);
  isAway = true;
  await expect(nets.upscale2.loaded()).rejects.toThrow('the disk is away');
  isAway = false;
  await expect(nets.upscale2.loaded()).resolves.toBeDefined();
});
