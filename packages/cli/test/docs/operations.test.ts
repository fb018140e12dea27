import fs from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '@atelier/contract';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

const PAGE = fs.readFileSync(path.join(ROOT, 'docs/add-an-operation.md'), 'utf8');
const [, everyPart = '', somePart = ''] = PAGE.split(/^## /m);

const filesIn = (part: string) => [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file ?? '');
const EVERY = filesIn(everyPart);
const SOME = filesIn(somePart);

/** The name of an operation as constants, methods, addresses and schemas write it. */
function spellingsOf(operation: string): RegExp {
  const camel = operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.replace(/^\w/, (letter) => letter.toUpperCase());
  return new RegExp(`\\b(?:${operation}|${camel}|${operation.replaceAll('_', '-')}|submit${pascal}|${pascal}Input)\\b`);
}

function codeOf(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

/** The operations that a file does not name. */
function missingIn(file: string, operations: readonly string[]): readonly string[] {
  const code = codeOf(file);
  return operations.filter((operation) => !spellingsOf(operation).test(code));
}

/** Source files that name at least so many operations as values or keys. */
function filesThatName(count: number): string[] {
  const packages = fs.readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  const files = packages.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))),
  );
  return files.filter((file) => {
    const code = codeOf(file);
    return OPERATIONS.filter((name) => new RegExp(`['"\`]${name}['"\`]|\\b${name}:`).test(code)).length >= count;
  });
}

test.each(EVERY)('%s names every operation', (file) => {
  expect(missingIn(file, OPERATIONS)).toEqual([]);
});

test('an operation that a place forgets is named with it', () => {
  const forgotten = EVERY.filter((file) => missingIn(file, [...OPERATIONS, 'relight']).includes('relight'));
  expect(forgotten).toEqual(EVERY);
});

test('the page lists every file that names three operations or more, and only files that exist', () => {
  expect(filesThatName(3).filter((file) => !EVERY.includes(file) && !SOME.includes(file))).toEqual([]);
  expect([...EVERY, ...SOME].filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
});
