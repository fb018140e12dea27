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

test('a phrase that we do not write is named with advice', () => {
  expect(proseOfComments(sourceOf('/** Whoever calls this waits. */'))).toEqual([
    { file: 'a.ts', line: 1, message: '“Whoever”: name the actor' },
  ]);
});
