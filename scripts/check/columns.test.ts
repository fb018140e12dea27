import { expect, test } from 'vitest';
import { longLines } from './columns.ts';

const words = (count: number) => 'word '.repeat(count).trim();

test.each([
  ['a comment', 'src/a.ts', `// ${words(30)}`],
  ['a docstring', 'src/a.ts', `/** ${words(30)} */`],
  ['a comment of Python', 'src/a.py', `#: ${words(30)}`],
  ['a paragraph', 'docs/a.md', words(30)],
  ['a comment of SQL', 'src/a.sql', `-- ${words(30)}`],
])('%s of more than 120 columns is a breach', (_, file, text) => {
  expect(longLines(file, `short\n${text}\n`)).toMatchObject([{ file, line: 2 }]);
});

test.each([
  ['a row of a table', 'docs/a.md', `| ${words(30)} |`],
  ['a block of code on a page', 'docs/a.md', `\`\`\`sh\necho ${words(30)}\n\`\`\``],
  ['a text in code', 'src/a.ts', `throw new Error('${words(30)}');`],
  ['120 columns', 'src/a.ts', `// ${'x'.repeat(117)}`],
])('%s may stand', (_, file, text) => {
  expect(longLines(file, text)).toEqual([]);
});
