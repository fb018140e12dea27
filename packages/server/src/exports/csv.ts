/** Beginnings that a spreadsheet takes for a formula (owasp.org, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a CSV (RFC 4180). A text that a spreadsheet would run gets an apostrophe. Null is an empty field. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
