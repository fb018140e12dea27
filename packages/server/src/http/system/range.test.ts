import { expect, test } from 'vitest';
import { wantedRange } from '../send-media.ts';

const wanted = (headers: Record<string, string>, method = 'GET') => wantedRange({ method, headers }, '"tag"', 100);

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['BYTES=90-', { first: 90, last: 99 }],
  ['bytes=-5', { first: 95, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=50-500', { first: 50, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-8', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=0-1', null],
])('of %s a file of 100 bytes sends %o', (range, expected) => {
  expect(wanted({ range })).toEqual(expected);
});

test('a range is of the file that If-Range names: of another one the whole is sent', () => {
  expect(wanted({ range: 'bytes=0-9', 'if-range': '"tag"' })).toEqual({ first: 0, last: 9 });
  for (const other of ['"other"', 'W/"tag"', 'Mon, 23 Nov 2026 13:50:42 GMT'])
    expect(wanted({ range: 'bytes=0-9', 'if-range': other })).toBeNull();
});

test('HEAD tells of the whole file', () => {
  expect(wanted({ range: 'bytes=0-9' }, 'HEAD')).toBeNull();
});
