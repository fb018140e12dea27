import type { ProductOutcome } from './import.ts';
import type { CatalogueProblem } from './problem.ts';
import type { Catalogue } from './read.ts';

/** Everything that could not be used, in the order of the file. */
export function problemsOf(
  { problems }: Pick<Catalogue, 'problems'>,
  outcomes: readonly ProductOutcome[],
): readonly CatalogueProblem[] {
  const all = [...problems, ...outcomes.flatMap((outcome) => outcome.problems)];
  return all.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** The same as a CSV file in UTF-8, which spreadsheets open. */
export function reportCsv(problems: readonly CatalogueProblem[]): string {
  const rows = problems.map(({ line, sku, subject, reason }) => [line ?? '', sku ?? '', subject, reason]);
  return `\uFEFF${[['line', 'sku', 'subject', 'reason'], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** A cell in quotes. A spreadsheet must not take the text of a shop for a formula. */
function csvCell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
