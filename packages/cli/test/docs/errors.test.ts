import fs from 'node:fs';
import path from 'node:path';
import { ERROR_CODES, ERRORS, FAILURE_CODES } from '@atelier/contract';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

const TEXT = fs.readFileSync(`${ROOT}docs/errors.md`, 'utf8');

test('the error reference has a row, a section and a body for every code of a request, with its status and sentence', () => {
  const rows = TEXT.split('\n').filter((line) => /^\| \d{3} /.test(line));
  expect(
    rows.map((row) =>
      row
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim())
        .join(' | '),
    ),
  ).toEqual(ERROR_CODES.map((code) => `${ERRORS[code].status} | [\`${code}\`](#${code}) | ${ERRORS[code].sentence}`));
  for (const code of ERROR_CODES) expect(sectionOf(code)).toContain(`"code": "${code}"`);
});

test('it has a row, a section and an example for every code of a job', () => {
  for (const code of FAILURE_CODES) {
    expect(TEXT).toContain(`| [\`${code}\`](#${code}) | `);
    expect(sectionOf(code)).toMatch(new RegExp(`\\["(failed|policy_blocked)", "${code}", 0\\]`));
  }
});

test('it has a row for every warning the engines give', () => {
  const places = ['packages/engine/src', 'packages/server/src/engines', 'packages/server/src/work'];
  const codes = places
    .flatMap(sourcesIn)
    .flatMap((source) => [...source.matchAll(/code: '([a-z_]+)'/g)].map(([, code]) => code));
  const failures = new Set<string | undefined>(FAILURE_CODES);
  const warnings = codes.filter((code) => !failures.has(code));
  expect(warnings.length).toBeGreaterThan(10);
  for (const code of warnings) expect(TEXT).toContain(`| \`${code}\` | `);
});

/** The text below the heading of a code. */
function sectionOf(code: string): string {
  return TEXT.split(`\n### \`${code}\`\n`)[1]?.split('\n### ')[0] ?? '';
}

function sourcesIn(folder: string): string[] {
  const files = fs.readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => fs.readFileSync(path.join(ROOT, folder, file), 'utf8'));
}
