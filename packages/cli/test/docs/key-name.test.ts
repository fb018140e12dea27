import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { codeSamples, ENDPOINT_LIST } from '@atelier/contract';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

/** Pages for users, and the sources of printed texts. */
const PLACES = ['*.md', 'docs/examples', 'clients', 'packages/*/src'];
const FILES = execFileSync('git', ['ls-files', '-z', ...PLACES], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && !/\.test\.tsx?$/.test(file));

/** Variables that a text sends as a key, or fills from the place of a key, in a shell, TypeScript or Python. */
function keysIn(text: string): string[] {
  const sent = text.matchAll(/\bBearer[^\w\n]{1,6}(?:process\.env\.|os\.environ\W+)?([A-Z][A-Z_]+)\b/g);
  const filled = text.matchAll(/\b(\w+)=\$\([^()\n]*(?:\bapi-key|\.api_key)\)/g);
  return [...sent, ...filled].map(([, name = '']) => name);
}

const names = (texts: readonly string[]) => [...new Set(texts.flatMap(keysIn))].sort();

test('pages, examples and programs name the key ATELIER_API_KEY everywhere', () => {
  const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');
  expect(names(FILES.map(read))).toEqual(['ATELIER_API_KEY']);
  expect(FILES.filter((file) => keysIn(read(file)).length > 0)).toEqual(
    expect.arrayContaining(['README.md', 'docs/errors.md', 'docs/guide/1-first-picture.md', 'docs/migration.md']),
  );
});

test('so do the examples of the OpenAPI document; those for operators name ATELIER_ADMIN_KEY', () => {
  const samplesFor = (audience: string) =>
    ENDPOINT_LIST.filter(({ auth }) => auth === audience).flatMap((endpoint) =>
      codeSamples(endpoint).map(({ source }) => source),
    );
  expect(names(samplesFor('workspace'))).toEqual(['ATELIER_API_KEY']);
  expect(names(samplesFor('admin'))).toEqual(['ATELIER_ADMIN_KEY']);
});
