import { expect, test } from 'vitest';
import type { BodyFrame, GarmentAnalysis, GarmentCategory, PersonAnalysis } from '../../../analysis.ts';
import { isTurnedAside, rejectSideways } from './turned.ts';

const frame = (shoulderWidth: number) => ({ shoulderWidth, torsoLength: 1 }) as BodyFrame;
const wear = (shoulderWidth: number, category: GarmentCategory) =>
  rejectSideways({ frame: frame(shoulderWidth) } as PersonAnalysis, [{ category } as GarmentAnalysis]);

test('shoulders less than half as far apart as the torso is long are turned aside', () => {
  expect([0.7, 0.5, 0.49].map((width) => isTurnedAside(frame(width)))).toEqual([false, false, true]);
});

test('a person who stands sideways gets no top, dress or jumpsuit', () => {
  for (const category of ['top', 'dress', 'jumpsuit'] as const) {
    expect(() => wear(0.35, category)).toThrow('stands sideways');
    expect(() => wear(0.45, category)).not.toThrow();
  }
});

test('a person who stands sideways gets trousers and skirts', () => {
  for (const category of ['trousers', 'skirt'] as const) expect(() => wear(0.35, category)).not.toThrow();
});
