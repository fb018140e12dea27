import { expect, test } from 'vitest';
import { giveLikePieces } from './like-top.ts';

/** A top (`t`, 0), a thing (`o`, 1), a thing in another colour (`B`, 1) and nothing (`.`, −1). */
function given(rows: readonly string[], softAt: readonly number[] = []) {
  const marks = [...rows.join('')];
  const size = { width: rows[0]?.length ?? 0, height: rows.length };
  const labels = Int8Array.from(marks, (mark) => ({ t: 0, o: 1, B: 1 })[mark] ?? -1);
  const things = Float32Array.from(marks, (mark, i) => (softAt.includes(i) ? 0.4 : 'oB'.includes(mark) ? 1 : 0));
  const top = Float32Array.from(marks, (mark, i) => (softAt.includes(i) ? 0.6 : mark === 't' ? 1 : 0));
  const l = Float32Array.from(marks, (mark) => (mark === 'B' ? 20 : 90));
  const lab = { ...size, l, a: new Float32Array(l.length), b: new Float32Array(l.length) };
  giveLikePieces({ things, top, labels, thing: 1, upper: 0 }, lab, size);
  return { things: Array.from(things), top: Array.from(top) };
}

const ofTop = (rows: readonly string[]) =>
  given(rows)
    .top.map((share) => (share === 1 ? 't' : '.'))
    .join('');

test('a thing in the colour of the top around it becomes the top', () => {
  expect(ofTop(['ttttt', 'ttoot', '.toot', 'ttttt'])).toBe('tttttttttt.ttttttttt');
});

test('a thing in another colour stays', () => {
  expect(ofTop(['ttttt', 'ttBBt', '.tBBt', 'ttttt'])).toBe('ttttttt..t.t..tttttt');
});

test('a thing beside the body stays, whatever its colour', () => {
  expect(ofTop(['ttt...', 'ttto..', 'tttoo.', 'ttt...'])).toBe('ttt...ttt...ttt...ttt...');
});

test('the soft edge of such a thing becomes the top too, a soft place elsewhere does not', () => {
  const { things } = given(['ttttttt', 'ttoottt', 'ttttttt'], [11, 13]);
  expect([things[10], things[11]]).toEqual([0, 0]);
  expect(things[13]).toBeCloseTo(0.4);
});
