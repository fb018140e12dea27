import { vi } from 'vitest';

/** Longest pause between two tries of a service that runs in the tests' process, in milliseconds. */
const LONGEST_MS = 20;

vi.mock('../../src/back-off.ts', async (original) => {
  const { pauseMs } = await original<typeof import('../../src/back-off.ts')>();
  const short: typeof pauseMs = (...tries) => Math.min(LONGEST_MS, pauseMs(...tries));
  return { pauseMs: short };
});
