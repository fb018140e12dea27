import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SUITES, suiteOf } from './suites.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Minutes after which CI is ended, on two cores, and the processor minutes of its demo, check and acceptance suite on
 * the reference machine.
 */
const CI = { minutes: 90, cores: 2, otherMinutes: 6 };

test('the budgets of all suites fit into the time of CI on the reference machine', () => {
  const sum = Object.values(SUITES).reduce((total, { budgetMinutes }) => total + budgetMinutes, 0);
  expect(sum + CI.otherMinutes).toBeLessThanOrEqual(CI.minutes * CI.cores);
});

test('CONTRIBUTING names every suite with its budget', () => {
  const text = fs.readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  for (const [name, { budgetMinutes }] of Object.entries(SUITES))
    expect(text).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| ${budgetMinutes} \\|$`, 'm'));
});

test('a test file that no suite names is in the fast one', () => {
  expect(suiteOf('packages/contract/src/ids.test.ts')).toBe('fast');
  expect(suiteOf('packages/engine/test/try-on.test.ts')).toBe('fast');
  expect(suiteOf('packages/engine/test/photos/try-on.test.ts')).toBe('photos');
  expect(suiteOf('packages/server/test/engines/fal.test.ts')).toBe('adapters');
});

/** The numbers that the pattern finds. */
function numbersIn(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number = '']) => Number(number.replaceAll('_', '')));
}

test('no test waits for half a second of real time: it awaits what it waits for', () => {
  const files = fs.globSync('packages/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] });
  const waits = files.flatMap((file) => {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
    const pauses = numbersIn(text, /(?:\bsleep\(|setTimeout\(\w+, )([\d_]+)\)/g).filter((ms) => ms >= 500);
    // Jobs of 20 seconds and more are canceled or left, never awaited.
    const delays = numbersIn(text, /sandbox:delay=(\d+)/g).filter((ms) => ms > 300 && ms < 20_000);
    return [...pauses, ...delays].map((ms) => `${file}: ${ms} ms`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(waits).toEqual([]);
});
