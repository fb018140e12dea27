import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkDocstrings } from './docstrings.ts';

function complaintsAbout(text: string): string[] {
  const found = checkDocstrings([{ file: 'a.ts', text, parsed: parseSync('a.ts', text) }]);
  return found.map(({ line, message }) => `${line}: ${message}`);
}

test('an exported constant, function, class and type without a docstring are each reported with their line', () => {
  const text =
    'export const a = 1;\nexport function b() {}\nexport class C {}\n// not a docstring\nexport type D = 1;\n';
  expect(complaintsAbout(text)).toEqual([
    '1: a is exported without a docstring',
    '2: b is exported without a docstring',
    '3: C is exported without a docstring',
    '5: D is exported without a docstring',
  ]);
});

test('a docstring counts only right above its export', () => {
  expect(complaintsAbout('/** Of a. */\nexport const a = 1;\nexport const b = 2;\n')).toHaveLength(1);
});

test('a lint directive may stand between, and what is not exported needs none', () => {
  expect(complaintsAbout('/** Of a. */\n// biome-ignore lint/x: why\nexport const a = 1;\nconst b = 2;\n')).toEqual([]);
});

test('a type shares the docstring of the constant of its name, an overload that of its first signature', () => {
  expect(complaintsAbout('/** A. */\nexport const A = 1;\nexport type A = 1;\n')).toEqual([]);
  expect(complaintsAbout('/** A. */\nexport function a(b: 1): 1;\nexport function a(b: 2): 2;\n')).toEqual([]);
});

test('a type that lists the members of a documented constant shares its docstring, of an undocumented one it does not', () => {
  expect(complaintsAbout('/** A. */\nexport const A = [1] as const;\nexport type B = (typeof A)[number];\n')).toEqual(
    [],
  );
  expect(complaintsAbout('const A = [1] as const;\nexport type B = (typeof A)[number];\n')).toHaveLength(1);
});

test('the summary of an endpoint is its docstring', () => {
  expect(complaintsAbout("export const getJob = endpoint({ summary: 'Read a job' });\n")).toEqual([]);
});
