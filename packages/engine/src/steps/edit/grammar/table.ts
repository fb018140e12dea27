import fs from 'node:fs';

/** The cells of each row of a table beside this file, without the row of headings. No cell holds a comma. */
export function tableRows(file: 'colours.csv' | 'languages.csv'): string[][] {
  const [, ...rows] = fs
    .readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => row.split(','));
}
