import { expect, test } from 'vitest';
import { REFERENCE_SECONDS, SlowdownProbe, slowdownOf } from './slowdown.ts';

test('the slowdown is the median of the probes over that of the reference machine, and never below 1', () => {
  const slowdownAt = (...times: number[]) => slowdownOf(times.map((time) => time * REFERENCE_SECONDS));
  expect(slowdownAt(2, 10, 1.5, 2, 0.5)).toBeCloseTo(2);
  expect(slowdownAt(2, 4, 1, 9)).toBeCloseTo(3);
  expect(slowdownAt(3)).toBeCloseTo(3);
  expect(slowdownAt(0.2)).toBe(1);
  expect(slowdownAt()).toBe(1);
});

test('a probe that is ended at once has measured this machine', async () => {
  const [seconds, ...others] = await new SlowdownProbe().end();
  expect(seconds).toBeGreaterThan(0);
  expect(others).toEqual([]);
});
