import fs from 'node:fs';

/** The cells of each row of a table beside this file, without the row of headings. No cell holds a comma. */
export function tableRows(file: 'colours.csv' | 'languages.csv' | 'plain-words.csv'): string[][] {
  const [, ...rows] = fs
    .readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => row.split(','));
}

/** The words of one use in `plain-words.csv`, which gives them in several rows. */
export function plainWords(use: 'joining' | 'edit' | 'English too'): ReadonlySet<string> {
  const rows = tableRows('plain-words.csv').filter(([one]) => one === use);
  return new Set(rows.flatMap(([, words]) => words.split(' ')));
}
