import { expect, test } from 'vitest';
import { exportOf, PASSES } from './passes.ts';

test('every pass that a score can leave out is a function of the engine', () => {
  for (const pass of Object.values(PASSES)) expect(() => exportOf(pass)).not.toThrow();
  expect(() => exportOf(['person/pose-alone.ts', 'noPass', '() => null'])).toThrow('exports no function noPass');
});
