import { expect, test } from 'vitest';
import { styleOf } from './style.ts';

test.each([
  ['', { ease: 0, hem: 0, sleeve: 0 }],
  ['a walk in the park', { ease: 0, hem: 0, sleeve: 0 }],
  ['oversized', { ease: 0.1, hem: 0.04, sleeve: 0.03 }],
  ['slim fit, cropped', { ease: -0.06, hem: -0.18, sleeve: 0 }],
  ['sleeves rolled up', { ease: 0, hem: 0, sleeve: -0.3 }],
  ['with rolled-up sleeves', { ease: 0, hem: 0, sleeve: -0.3 }],
  ['tucked in', { ease: 0, hem: -0.12, sleeve: 0 }],
  ['untucked', { ease: 0, hem: 0.08, sleeve: 0 }],
])('%j', (words, drape) => {
  expect(styleOf(words)).toEqual(drape);
});
