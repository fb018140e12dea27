import { describe, expect, test } from 'vitest';
import { legForm } from './leg-form.ts';

const at = (along: number, aside: number, other = 3) => legForm({ along, aside, radii: Math.abs(aside), other });

describe('light on a bare leg', () => {
  test('its middle is lighter than both its sides', () => {
    for (const along of [0.2, 0.5, 0.75])
      for (const side of [-1, 1]) expect(at(along, 0)).toBeGreaterThan(at(along, side) + 0.1);
  });

  test('a kneecap stands out over the hollow beneath', () => {
    expect(at(0.485, 0)).toBeGreaterThan(at(0.522, 0) + 0.06);
  });

  test('thighs are darker where they face each other', () => {
    expect(at(0.2, -0.9)).toBeLessThan(at(0.2, 0.9));
  });

  test('where legs cross a line is between them', () => {
    expect(at(0.3, -0.5, 0.5)).toBeLessThan(at(0.3, -0.5) - 0.1);
    expect(at(0.3, 0, 1)).toBeCloseTo(at(0.3, 0));
  });

  test('it is never far from what light there is', () => {
    for (let along = 0; along <= 1; along += 0.01)
      for (let aside = -1; aside <= 1; aside += 0.1) {
        expect(at(along, aside)).toBeGreaterThan(0.65);
        expect(at(along, aside)).toBeLessThan(1.15);
        // Beside the other leg, or in front of it.
        for (let other = Math.abs(aside); other < 2; other += 0.1) {
          expect(at(along, aside, other)).toBeGreaterThan(0.5);
          expect(at(along, aside, other)).toBeLessThanOrEqual(at(along, aside));
        }
      }
  });
});
