import { expect, test } from 'vitest';
import type { Pose } from '../../analysis.ts';
import { LANDMARK } from './body-frame.ts';
import { footPieces } from './foot-pieces.ts';

/** Labels drawn as rows of `.` (nothing, −1), `b` (the garment below the waist, 0) and `s` (skin, 1). */
const ROWS = ['.bbb.', '.bbb.', '.s.s.', '.s.s.', '.b.b.', '.bb..'];

/** A pose with hips in row 0, knees in row 2 and feet in row 5. */
const place = (y: number) => ({ x: 2.5, y, z: 0, visibility: 1, presence: 1 });
const POSE: Pose = {
  landmarks: Array.from({ length: 33 }, (_, k) => {
    if (k === LANDMARK.hipLeft || k === LANDMARK.hipRight) return place(0.5);
    return place(k === LANDMARK.kneeLeft || k === LANDMARK.kneeRight ? 2.5 : 5.5);
  }),
  detectionScore: 1,
  presence: 1,
};

function feetOf(rows: readonly string[]): string[] {
  const labels = Int8Array.from([...rows.join('')].map((mark) => '.bs'.indexOf(mark) - 1));
  const feet = footPieces(labels, { lower: 0, skin: 1 }, POSE, { width: 5, height: rows.length }, 1);
  return rows.map((row, y) => [...row].map((_, x) => (feet[y * 5 + x] ? 'x' : '.')).join(''));
}

test('pieces below a bare leg are feet', () => {
  expect(feetOf(ROWS)).toEqual(['.....', '.....', '.....', '.....', '.x.x.', '.xx..']);
});

test('a leg of trousers that reaches the foot is none', () => {
  expect(feetOf(['.bbb.', '.bbb.', '.b.s.', '.b.s.', '.b.s.', '.b...']).join('')).not.toContain('x');
});

test('a piece without a bare leg above is none, even with a bare foot below or beside it', () => {
  expect(feetOf(['.bbb.', '.bbb.', '.....', '.b.b.', '.b.bs', '.s.s.']).join('')).not.toContain('x');
});

test('large socks below a small garment are feet', () => {
  expect(feetOf(['.bb..', '.s.s.', '.s.s.', '.b.b.', '.bbb.', 'bbbbb']).join('')).toContain('x.x');
});
