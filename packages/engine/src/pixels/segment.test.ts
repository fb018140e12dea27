import { describe, expect, it } from 'vitest';
import { nearestOn, segmentBetween, segmentsAlong, shareAlong } from './segment.ts';

describe('a segment', () => {
  const segment = segmentBetween({ x: 10, y: 0 }, { x: 10, y: 40 });

  it('tells how far along it a point lies, also beyond its ends', () => {
    expect([-20, 10, 60].map((y) => shareAlong(segment, { x: 3, y }))).toEqual([-0.5, 0.25, 1.5]);
  });
  it('may be without any length: every point is at its begin', () => {
    const dot = segmentBetween({ x: 1, y: 1 }, { x: 1, y: 1 });
    expect(shareAlong(dot, { x: 4, y: 5 })).toBe(0);
    expect(nearestOn([dot], { x: 4, y: 5 }).square).toBe(25);
  });
});

it('the nearest place of a line lies on one of its segments', () => {
  const line = segmentsAlong([
    { x: 0, y: 0 },
    { x: 0, y: 40 },
    { x: 30, y: 40 },
  ]);
  expect(nearestOn(line, { x: -3, y: 10 })).toEqual({ step: 0, along: 0.25, square: 9 });
  expect(nearestOn(line, { x: 34, y: 43 })).toEqual({ step: 1, along: 1, square: 25 });
});
