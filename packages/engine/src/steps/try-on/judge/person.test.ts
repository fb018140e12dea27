import { expect, test } from 'vitest';
import type { BodyFrame } from '../../../analysis.ts';
import { isSideways, isTurnedAside, rejectSideways } from './person.ts';

const frame = (shoulderWidth: number) => ({ shoulderWidth, torsoLength: 1 }) as BodyFrame;

test('shoulders less than half as far apart as the torso is long are turned aside', () => {
  expect([0.7, 0.5, 0.49].map((width) => isTurnedAside(frame(width)))).toEqual([false, false, true]);
});

test('a person whose shoulders are less than 0.38 torso lengths apart stands sideways', () => {
  expect([0.5, 0.38, 0.37].map((width) => isSideways(frame(width)))).toEqual([false, false, true]);
  expect(() => rejectSideways({ frame: frame(0.38) })).not.toThrow();
  expect(() => rejectSideways({ frame: frame(0.37) })).toThrow('stands sideways');
});
