/** A formula of a spreadsheet (owasp.org, "CSV Injection"), or a text that reads as one with apostrophes before it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * A line of a CSV (RFC 4180). Null is an empty cell. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it, and so does one with apostrophes before a formula. A reader gets every text back: it removes
 * the first apostrophe of those before `=`, `+`, `-`, `@`, a tab or a carriage return.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A table as CSV: the names of the columns, then a line for each item. */
export function csvOf<T extends object>(columns: readonly (keyof T & string)[], items: readonly T[]): string {
  const rows = items.map((item) => columns.map((column) => item[column]));
  return [columns, ...rows].map(csvLine).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
