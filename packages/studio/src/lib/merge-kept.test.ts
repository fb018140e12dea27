import { expect, test } from 'vitest';
import { mergeKept } from './merge-kept.ts';

const initial = { ids: ['a'], options: { count: 1, prompt: '' }, sending: null };

test('what was kept wins field by field, and new fields have their initial value', () => {
  expect(mergeKept(initial, { ids: ['b', 'c'], options: { prompt: 'blue' } })).toEqual({
    ids: ['b', 'c'],
    options: { count: 1, prompt: 'blue' },
    sending: null,
  });
  expect(mergeKept(initial, { sending: { key: 'k' } }).sending).toEqual({ key: 'k' });
});

test.each([null, 7, 'text', [], { ids: 'a', options: [], extra: true }, { options: { count: 'many', prompt: null } }])(
  'what has another kind, like %j, is left where it lies',
  (kept) => expect(mergeKept(initial, kept)).toEqual(initial),
);
