import fs from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '@atelier/contract';
import { expect, test } from 'vitest';
import { ROOT } from './snippets.ts';

const PAGE = fs.readFileSync(path.join(ROOT, 'docs/add-an-operation.md'), 'utf8');
const [, everyPart = '', somePart = '', adaptersPart = ''] = PAGE.split(/^## /m);

const filesIn = (part: string) => [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file ?? '');
const EVERY = filesIn(everyPart);
const LISTED = [...EVERY, ...filesIn(somePart), ...filesIn(adaptersPart)];

/** The name of an operation as constants, methods, addresses and schemas write it. */
function spellingsOf(operation: string): RegExp {
  const camel = operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.replace(/^\w/, (letter) => letter.toUpperCase());
  return new RegExp(`\\b(?:${operation}|${camel}|${operation.replaceAll('_', '-')}|submit${pascal}|${pascal}Input)\\b`);
}

/** The code of a file, or of all files of a folder, without its comments. */
function codeOf(place: string): string {
  const where = path.join(ROOT, place);
  if (fs.statSync(where).isDirectory())
    return fs
      .readdirSync(where)
      .map((name) => codeOf(path.join(place, name)))
      .join('\n');
  return fs.readFileSync(where, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

/** The operations that a file does not name. */
function missingIn(file: string, operations: readonly string[]): readonly string[] {
  const code = codeOf(file);
  return operations.filter((operation) => !spellingsOf(operation).test(code));
}

/** Source files of these folders that name at least `count` operations as values or keys. */
function filesThatName(count: number, folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
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

const isUnlisted = (file: string) => !LISTED.some((place) => file === place || file.startsWith(`${place}/`));

test('the page lists every file that names three operations or more, and only places that exist', () => {
  const sources = fs.readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  expect(filesThatName(3, sources).filter(isUnlisted)).toEqual([]);
  expect(LISTED.filter((place) => !fs.existsSync(path.join(ROOT, place)))).toEqual([]);
});

test('the page names every adapter, and every file of an adapter of a hosted engine that names an operation', () => {
  const engines = path.join(ROOT, 'packages/server/src/engines');
  const names = fs.readFileSync(path.join(engines, 'adapter-names.ts'), 'utf8').match(/(?<=')[\w-]+(?=')/g) ?? [];
  expect(names.filter((name) => !adaptersPart.includes(`\`${name}\``))).toEqual([]);
  const naming = filesThatName(1, ['packages/server/src/engines/adapters']);
  expect(naming.filter((file) => isUnlisted(file) && !/\/adapters\/(embedded|sandbox)\//.test(file))).toEqual([]);
});
