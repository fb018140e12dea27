import { expect, test } from 'vitest';
import { SlowdownProbe, slowdownOf } from './slowdown.ts';

test('the slowdown is the median of the probes over that of the reference machine, and never below 1', () => {
  expect(slowdownOf([0.4, 2, 0.3, 0.4, 0.1])).toBe(2);
  expect(slowdownOf([0.05])).toBe(1);
  expect(slowdownOf([])).toBe(1);
});

test('a probe that is ended at once has measured this machine', async () => {
  await expect(new SlowdownProbe().end()).resolves.toBeGreaterThanOrEqual(1);
});
