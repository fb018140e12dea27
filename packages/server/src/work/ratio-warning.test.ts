import { expect, test } from 'vitest';
import { engineTask, gathered } from '../../test/engines/tasks.ts';
import { withRatioWarning } from './output.ts';

const changed = { code: 'aspect_ratio_changed', message: expect.any(String) };
const asked = (aspectRatio: '9:16' | '1:1' | null) => engineTask('generate', [], { aspectRatio }).order;

test('an output of another ratio than the asked one carries a warning', () => {
  expect(withRatioWarning([], asked('9:16'), [], 'pixels', { width: 864, height: 1296 })).toEqual([changed]);
});

test('sides in whole blocks of pixels are no other ratio', () => {
  expect(withRatioWarning([], asked('9:16'), [], 'pixels', { width: 768, height: 1344 })).toEqual([]);
});

test('where no ratio was asked for every one is right', () => {
  expect(withRatioWarning([], asked(null), [], 'remote', { width: 1, height: 1000 })).toEqual([]);
});

test.each([
  ['virtual_try_on', 'person'],
  ['edit', 'source'],
] as const)('a hosted engine that changes the ratio of the photo in a %s is reported', (operation, role) => {
  const pictures = [gathered(role, 1024, 1792)];
  const { order } = engineTask(operation, pictures);
  const warned = (width: number, height: number, kind: 'pixels' | 'remote') =>
    withRatioWarning([], order, pictures, kind, { width, height });
  expect(warned(1024, 1024, 'remote')).toEqual([changed]);
  expect(warned(768, 1344, 'remote')).toEqual([]);
  expect(warned(1024, 1024, 'pixels')).toEqual([]);
});

test('an engine that warned of it by itself is not corrected', () => {
  const own = [{ code: 'aspect_ratio_changed', message: 'It films in 16:9 only.' }];
  expect(withRatioWarning(own, asked('1:1'), [], 'remote', { width: 16, height: 9 })).toBe(own);
});
