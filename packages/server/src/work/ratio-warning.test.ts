import { expect, test } from 'vitest';
import { withRatioWarning } from './ratio-warning.ts';

const changed = { code: 'aspect_ratio_changed', message: expect.any(String) };

test('an output of another ratio than the asked one carries a warning', () => {
  expect(withRatioWarning([], { aspectRatio: '9:16' }, { width: 864, height: 1296 })).toEqual([changed]);
});

test('sides in whole blocks of pixels are no other ratio', () => {
  expect(withRatioWarning([], { aspectRatio: '9:16' }, { width: 768, height: 1344 })).toEqual([]);
});

test('where no ratio was asked for every one is right', () => {
  expect(withRatioWarning([], { aspectRatio: null }, { width: 1, height: 1000 })).toEqual([]);
});

test('an engine that warned of it by itself is not corrected', () => {
  const own = [{ code: 'aspect_ratio_changed', message: 'It films in 16:9 only.' }];
  expect(withRatioWarning(own, { aspectRatio: '1:1' }, { width: 16, height: 9 })).toBe(own);
});
