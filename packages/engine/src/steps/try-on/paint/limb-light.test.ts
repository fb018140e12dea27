import { describe, expect, test } from 'vitest';
import { armForm, legForm } from './limb-form.ts';

/** Shares of an arm, and radii from its bone to its side. */
const ALONG = Array.from({ length: 41 }, (_, k) => k / 40);
const ASIDE = Array.from({ length: 21 }, (_, k) => k / 20);

test('an arm is darker towards its sides, everywhere but in the hollow of the elbow', () => {
  for (const along of ALONG.filter((share) => Math.abs(share - 0.5) > 0.05))
    for (const [k, radii] of ASIDE.entries())
      if (k > 0) expect(armForm(along, radii)).toBeLessThanOrEqual(armForm(along, ASIDE[k - 1]));
});

test('an arm is about as light as the skin it is painted with', () => {
  const all = ALONG.flatMap((along) => ASIDE.map((radii) => armForm(along, radii)));
  const mean = all.reduce((sum, light) => sum + light, 0) / all.length;
  expect(mean).toBeGreaterThan(0.96);
  expect(mean).toBeLessThan(1.02);
});

test('the hollow of the elbow is darker than the muscles above and below it', () => {
  expect(armForm(0.5, 0)).toBeLessThan(armForm(0.3, 0) - 0.03);
  expect(armForm(0.5, 0)).toBeLessThan(armForm(0.62, 0) - 0.03);
});

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
