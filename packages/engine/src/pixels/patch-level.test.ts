import { expect, test } from 'vitest';
import { levelOf } from './patch-level.ts';

const side = 12;

test('of a picture to fill counts what is known the most, the hole less, and what is neither not at all', () => {
  const hole = new Uint8Array(side * side);
  const source = new Uint8Array(side * side);
  for (let i = 0; i < hole.length; i++) {
    hole[i] = i % side === 6 ? 1 : 0;
    source[i] = i % side < 6 ? 1 : 0;
  }
  const picture = { width: side, height: side, colours: new Float32Array(side * side * 3), hole, source };
  const { certainty } = levelOf(picture, { left: 0, top: 0, width: side, height: side }, 1);
  expect(certainty[5]).toBe(1);
  expect(certainty[6]).toBeGreaterThan(0);
  expect(certainty[6]).toBeLessThan(1);
  expect(certainty[7]).toBe(0);
});
