import { describe, expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { areCrossed, frontLeg } from './joints.ts';

describe('legs', () => {
  test('are crossed if the ankles change sides by more than the margin', () => {
    const hip = pairOf(80, 120, 100);
    expect(areCrossed({ hip, ankle: pairOf(110, 90, 300) }, 10)).toBe(true);
    expect(areCrossed({ hip, ankle: pairOf(104, 96, 300) }, 10)).toBe(false);
    expect(areCrossed({ hip, ankle: pairOf(90, 110, 300) }, 10)).toBe(false);
  });

  test('lie in front if their foot is lower in the picture', () => {
    const feet = (left: number, right: number) =>
      [
        { x: 110, y: left },
        { x: 90, y: right },
      ] as const;
    expect(frontLeg({ foot: feet(225, 210) })).toBe(0);
    expect(frontLeg({ foot: feet(210, 225) })).toBe(1);
  });
});
