import { expect, test } from 'vitest';
import { enclosedPieces } from './enclosed-pieces.ts';

/** Labels drawn as rows of `.` (nothing, 0), `t` (a top, 1), `b` (a bottom, 2) and `s` (skin, 3). */
function drawn(rows: readonly string[]) {
  const size = { width: rows[0]?.length ?? 0, height: rows.length };
  return { size, labels: Uint8Array.from([...rows.join('')].map((mark) => '.tbs'.indexOf(mark))) };
}

/** The bottoms within a top, as rows of `x` and `.`. */
function bottomsWithinTop(rows: readonly string[]): string[] {
  const { size, labels } = drawn(rows);
  const mask = enclosedPieces(labels, 2, 1, size);
  return rows.map((_, y) =>
    Array.from(mask.subarray(y * size.width, (y + 1) * size.width), (value) => (value ? 'x' : '.')).join(''),
  );
}

test('a piece with the other garment all around is enclosed', () => {
  expect(bottomsWithinTop(['.......', '.ttttt.', '.tbbtt.', '.ttttt.', '.......'])).toEqual([
    '.......',
    '.......',
    '..xx...',
    '.......',
    '.......',
  ]);
});

test('a piece that borders on the background or on skin is not enclosed', () => {
  expect(bottomsWithinTop(['.......', '.tttbb.', '.tsbtt.', '.ttttt.', '.......']).join('')).not.toContain('x');
});

test('a piece at the edge of the picture is not enclosed', () => {
  expect(bottomsWithinTop(['ttttt', 'ttbtt', 'ttbtt']).join('')).not.toContain('x');
});

test('a piece may border on ignored labels, but must border on the other garment', () => {
  const { size, labels } = drawn(['......', '.ttt..', '.tbb..', '.ttt.b', '......', 'bbbb..', '......']);
  const mask = enclosedPieces(labels, 2, 1, size, [0]);
  expect(Array.from(mask).flatMap((value, i) => (value ? [i] : []))).toEqual([14, 15]);
});

test('the largest piece of a garment stays beside ignored labels', () => {
  const { size, labels } = drawn(['......', '.bbb..', '.ttt..', '......']);
  expect(enclosedPieces(labels, 2, 1, size, [0])).not.toContain(1);
});
