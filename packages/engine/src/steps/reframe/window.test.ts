import { describe, expect, it } from 'vitest';
import type { Side } from '../edit/grammar/instruction.ts';
import { windowAround } from './window.ts';

/** Someone who stands in the lower part of a photo. */
const standing = (cutAt: readonly Side[]) => ({
  width: 600,
  height: 800,
  box: { left: 200, top: 100, width: 200, height: 698 },
  cutAt,
});

describe('windowAround', () => {
  it('takes rounding of the ratio from above someone who stands at the lower edge', () => {
    const { top, height } = windowAround(standing([]), { width: 608, height: 800 });
    expect(top + height).toBeCloseTo(800);
  });

  it('crops the sides as far as the subject stays whole', () => {
    expect(windowAround(standing([]), { width: 400, height: 800 })).toEqual({
      left: 100,
      top: 0,
      width: 400,
      height: 800,
    });
  });

  it.each([
    ['both sides of someone who is whole', [], -100],
    ['the side away from the edge that crops someone', ['left'], 0],
    ['both sides of someone whom both edges crop', ['left', 'right'], -100],
  ] as const)('continues the background on %s', (_, cutAt, left) => {
    expect(windowAround(standing(cutAt), { width: 800, height: 800 })).toMatchObject({ left, width: 800, height: 800 });
  });
});
