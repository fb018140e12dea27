import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { proseOfComments, proseOfMarkdown } from './prose.ts';

const long = Array.from({ length: 26 }, (_, index) => `word${index}`).join(' ');
const sourceOf = (text: string) => ({ file: 'a.ts', text, parsed: parseSync('a.ts', text) });

test('a sentence of 26 words is a breach, one of 25 is not', () => {
  expect(proseOfMarkdown('a.md', `${long}.`)).toEqual([
    { file: 'a.md', line: 1, message: expect.stringMatching(/^26 words in “word0 /) },
  ]);
  expect(proseOfMarkdown('a.md', `${long.replace('word0 ', '')}.`)).toEqual([]);
});

test('code, tables, headings and inline code do not count', () => {
  const text = `# ${long}\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\nCall \`${long}\` now.\n`;
  expect(proseOfMarkdown('a.md', text)).toEqual([]);
});

test('a sentence over several lines is one, and list items are apart', () => {
  const half = long.split(' ').slice(0, 14).join(' ');
  expect(proseOfMarkdown('a.md', `${half}\n${half}`)).toHaveLength(1);
  expect(proseOfMarkdown('a.md', `- ${half}\n- ${half}`)).toEqual([]);
});

test('comments and docstrings are held to the same', () => {
  expect(proseOfComments(sourceOf(`/** ${long}. */\nconst a = 1;`))).toHaveLength(1);
  expect(proseOfComments(sourceOf(`// ${long.slice(0, 60)}\n// ${long.slice(60)}\nconst a = 1;`))).toHaveLength(1);
  expect(proseOfComments(sourceOf(`const text = '${long}';`))).toEqual([]);
});

test.each([
  ['Whoever calls this waits.', '“Whoever”: name the actor'],
  ['Removes what is carried.', '“what is”: name the thing'],
  ['Covers what lies behind it.', '“what lies”: name the thing'],
  ['The share of what remains of it.', '“what remains”: name the thing'],
  ['The caller is told the reason.', '“is told”: name who says it'],
  ['A shadow is taken for cloth.', '“taken for”: counts as, or is read as'],
  ['Of 62 people one has a wrist here.', '“Of 62 people one”: state the measured bounds'],
  ['The name; null where there is none.', '“where there is none”: without one'],
  ['How far a hem is looked for.', '“looked for”: name who searches'],
])('a phrase that we do not write is named with advice: %s', (sentence, message) => {
  expect(proseOfComments(sourceOf(`/** ${sentence} */`))).toContainEqual({ file: 'a.ts', line: 1, message });
});

test('an error may say what is wrong and what is allowed', () => {
  expect(proseOfMarkdown('a.md', 'The message says what is wrong and what is allowed.')).toEqual([]);
});
