import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, snippetsOf } from './snippets.ts';

/** Longest time of a loop that has nothing to wait for, in milliseconds. */
const LOOP_MS = 10_000;

const LOOPS = fs
  .globSync('{README.md,docs/**/*.md}', { cwd: ROOT })
  .flatMap((page) => snippetsOf(page).filter(({ language, notes }) => language === 'sh' && !notes.includes('not-run')))
  .flatMap(({ place, text }) =>
    text
      .split('\n')
      .filter((line) => /^(until|while) /.test(line))
      .map((line) => ({ place, line })),
  );

test('the pages have loops', () => {
  expect(LOOPS.length).toBeGreaterThan(5);
});

test.each(LOOPS)('the loop "$line" ends where the process that it waits for is dead', ({ line, place }) => {
  const { pid } = spawnSync('true');
  const dead = `receiver=${pid} shop=${pid}; api() { return 7; }; cd /`;
  const { error } = spawnSync('bash', ['-c', `${dead}\n${line}`], { timeout: LOOP_MS, stdio: 'ignore' });
  expect([place, error]).toEqual([place, undefined]);
});
