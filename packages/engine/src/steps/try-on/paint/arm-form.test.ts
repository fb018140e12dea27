import { expect, test } from 'vitest';
import { armForm } from './arm-form.ts';

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
