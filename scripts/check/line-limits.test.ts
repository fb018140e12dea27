import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkFunctionLines } from './line-limits.ts';

const sourceOf = (file: string, text: string) => ({ file, text, parsed: parseSync(file, text) });

/** A function of `lines` lines as written: its comments and blank lines count. */
const functionOf = (lines: number) => `function long() {\n${'  // a comment\n\n'.repeat((lines - 2) / 2)}}\n`;

test('a function of more than 70 lines as written is named by its place', () => {
  const breaches = checkFunctionLines([sourceOf('packages/server/src/a.ts', `\n${functionOf(72)}`)]);
  expect(breaches).toEqual([
    { file: 'packages/server/src/a.ts', line: 2, message: 'a function has 72 lines; at most 70' },
  ]);
});

test('one of 70 lines passes, and so does a longer one of a test', () => {
  expect(checkFunctionLines([sourceOf('packages/server/src/a.ts', functionOf(70))])).toEqual([]);
  expect(checkFunctionLines([sourceOf('packages/server/src/a.test.ts', functionOf(90))])).toEqual([]);
});
