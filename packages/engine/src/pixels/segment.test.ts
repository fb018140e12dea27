import { describe, expect, it } from 'vitest';
import { segmentBetween, shareAlong, squareFrom } from './segment.ts';

describe('a segment', () => {
  const segment = segmentBetween({ x: 10, y: 0 }, { x: 10, y: 40 });

  it('tells how far along it a point lies, also beyond its ends', () => {
    expect([-20, 10, 60].map((y) => shareAlong(segment, { x: 3, y }))).toEqual([-0.5, 0.25, 1.5]);
  });
  it('tells the distance from the place at a share of it, not from the nearest', () => {
    expect(squareFrom(segment, 0.25, { x: 7, y: 10 })).toBe(9);
    expect(squareFrom(segment, 1, { x: 7, y: 44 })).toBe(25);
  });
  it('may be without any length: every point is at its begin', () => {
    const dot = segmentBetween({ x: 1, y: 1 }, { x: 1, y: 1 });
    expect(shareAlong(dot, { x: 4, y: 5 })).toBe(0);
    expect(squareFrom(dot, 0, { x: 4, y: 5 })).toBe(25);
  });
});
