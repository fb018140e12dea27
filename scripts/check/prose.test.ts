import { expect, test } from 'vitest';
import { proseOf } from './prose.ts';

const long = Array.from({ length: 26 }, (_, index) => `word${index}`).join(' ');
const half = long.split(' ').slice(0, 14).join(' ');

test('a sentence of 26 words is a breach, one of 25 is not', () => {
  expect(proseOf('a.md', `${long}.`)).toEqual([
    { file: 'a.md', line: 1, message: expect.stringMatching(/^26 words in “word0 /) },
  ]);
  expect(proseOf('a.md', `${long.replace('word0 ', '')}.`)).toEqual([]);
});

test('code, headings and inline code do not count', () => {
  const text = `# ${long}\n\n\`\`\`\n${long}\n\`\`\`\n\nCall \`${long}\` now.\n`;
  expect(proseOf('a.md', text)).toEqual([]);
});

test('a sentence over several lines is one, and list items are apart', () => {
  expect(proseOf('a.md', `${half}\n${half}`)).toHaveLength(1);
  expect(proseOf('a.md', `- ${half}\n- ${half}`)).toEqual([]);
});

test('each cell of a table is apart', () => {
  expect(proseOf('a.md', `| ${half} | ${half} |`)).toEqual([]);
  expect(proseOf('a.md', `| Head |\n| --- |\n| ${long} |`)).toEqual([expect.objectContaining({ line: 3 })]);
});

test('a colon ends a sentence before a list or code only, and a semicolon never', () => {
  expect(proseOf('a.md', `${half}: ${half}.`)).toHaveLength(1);
  expect(proseOf('a.md', `${half}; ${half}.`)).toHaveLength(1);
  expect(proseOf('a.md', `${half}:\n\n- ${half}.`)).toEqual([]);
  expect(proseOf('a.ts', `/**\n * ${half}:\n * - ${half}\n */`)).toEqual([]);
});

test.each([
  ['a.ts', `/** ${long}. */\nconst a = 1;`],
  ['a.ts', `// ${half}\n// ${half}\nconst a = 1;`],
  ['a.tsx', `const a = <p>{/* ${long} */}</p>;`],
  ['a.mjs', `// ${half}\n// ${half}\nconst a = 1;`],
  ['a.sql', `-- ${half}\n-- ${half}\nselect 1`],
  ['a.sql', `select 1, -- ${long}`],
  ['a.py', `# ${half}\n# ${half}\na = 1`],
  ['a.py', `a = 1  # ${long}`],
  ['a.py', `def a():\n    """\n    ${half}\n    ${half}\n    """`],
])('comments and docstrings are held to the same: %s', (file, text) => {
  expect(proseOf(file, text)).toHaveLength(1);
});

test.each([
  ['a.ts', `const text = '${long}';`],
  ['a.ts', `// ${half}\n//\n// ${half}`],
  ['a.sql', `select '${long}'`],
  ['a.py', `text = """${long}"""`],
  ['a.py', `text = "#${long}"`],
])('texts of a program are no comments: %s', (file, text) => {
  expect(proseOf(file, text)).toEqual([]);
});

test.each([
  ['Whoever calls this waits.', '“Whoever”: name the actor'],
  ['Removes what is carried.', '“what is”: name the thing'],
  ['Covers what lies behind it.', '“what lies”: name the thing'],
  ['The share of what remains of it.', '“what remains”: name the thing'],
  ['The caller is told the reason.', '“is told”: name who says it'],
  ['The caller was told before.', '“was told”: name who says it'],
  ['The kinds can be told apart.', '“be told”: name who says it'],
  ['A shadow is taken for cloth.', '“taken for”: counts as, or is read as'],
  ['Of 62 people one has a wrist here.', '“Of 62 people one”: state the measured bounds'],
  ['The name; null where there is none.', '“where there is none”: without one'],
  ['How far a hem is looked for.', '“looked for”: name who searches'],
])('a phrase that we do not write is named with advice: %s', (sentence, message) => {
  expect(proseOf('a.ts', `/** ${sentence} */`)).toContainEqual({ file: 'a.ts', line: 1, message });
});

test('an error may say what is wrong and what is allowed', () => {
  expect(proseOf('a.md', 'The message says what is wrong and what is allowed.')).toEqual([]);
});
