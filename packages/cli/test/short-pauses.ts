import { vi } from 'vitest';

/** Longest pause of a command line that runs in the tests' process, in milliseconds. */
const LONGEST_MS = 20;

type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

vi.mock('../../client/src/pause.ts', async (original) => {
  const { pause } = await original<{ readonly pause: Pause }>();
  const short: Pause = (ms, signal) => pause(Math.min(LONGEST_MS, ms), signal);
  return { pause: short };
});

vi.mock('../src/batch/pace.ts', async (original) => {
  const real = await original<typeof import('../src/batch/pace.ts')>();
  const times = { pauseMs: 5, pauseMsMax: LONGEST_MS, patienceMs: 600_000 };
  const short: typeof real.pace = (signal, onPause) => real.pace(signal, onPause, times);
  return { ...real, pace: short };
});
