/** Begins a cell that spreadsheets would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A table as CSV (RFC 4180): the names of the columns, then a row for each item. Null is an empty cell. A text that a
 * spreadsheet would run as a formula gets an apostrophe before it.
 */
export function csvOf<T extends object>(columns: readonly (keyof T & string)[], items: readonly T[]): string {
  const rows = items.map((item) => columns.map((column) => cellOf(item[column])));
  return [columns, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
