import { expect, test } from 'vitest';
import { piecesLikeTop } from './like-top.ts';

const WIDTH = 20;
/** Rows of a large top, so that the pieces are small. */
const TOP = Array.from({ length: 6 }, () => 't'.repeat(WIDTH));

/**
 * The mask of pieces like the top. `t` is the top (0). `o` is a thing (1), `B` one in another colour. `s` is a pixel
 * of the top that may be a thing, and `.` is nothing (−1).
 */
function like(rows: readonly string[]): string[] {
  const all = [...TOP, ...rows.map((row) => row.padEnd(WIDTH, 't')), ...TOP];
  const marks = [...all.join('')];
  const labels = Int8Array.from(marks, (mark) => ({ t: 0, s: 0, o: 1, B: 1 })[mark] ?? -1);
  const things = Float32Array.from(marks, (mark) => ({ o: 1, B: 1, s: 0.4 })[mark] ?? 0);
  const l = Float32Array.from(marks, (mark) => (mark === 'B' ? 20 : 90));
  const size = { width: WIDTH, height: all.length };
  const lab = { ...size, l, a: new Float32Array(l.length), b: new Float32Array(l.length) };
  const mask = piecesLikeTop({ labels, thing: 1, top: 0, things }, lab, size);
  return rows.map((row, y) => Array.from(row, (_, x) => (mask[(TOP.length + y) * WIDTH + x] ? 'x' : '.')).join(''));
}

test('a small thing in the colour of the top around it is part of the top', () => {
  expect(like(['ttttt', 'ttoot', '.toot', 'ttttt'])).toEqual(['.....', '..xx.', '..xx.', '.....']);
});

test('a thing in another colour is not', () => {
  expect(like(['ttttt', 'ttBBt', '.tBBt', 'ttttt']).join('')).not.toContain('x');
});

test('a thing that mostly borders on the background is not, at the edge of the picture too', () => {
  expect(like(['o....', 'o....', 'o....', 'o....']).join('')).not.toContain('x');
});

test('a large thing is not, whatever its colour', () => {
  expect(like(Array.from({ length: 6 }, () => 'too'.padEnd(14, 'o'))).join('')).not.toContain('x');
});

test('the soft edge of such a piece goes with it, unless a thing in another colour has it too', () => {
  expect(like(['ttttttt', 'ttoosts', 'ttttttt'])).toEqual(['.......', '..xxx..', '.......']);
  expect(like(['tttttttt', 'ttoosBBt', 'tttttBBt'])).toEqual(['........', '..xx....', '........']);
});
