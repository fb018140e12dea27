import type { Invocation } from './command.ts';

/** Writes a line to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a line to standard error. */
export function complain(text: string): void {
  process.stderr.write(`atelier: ${text}\n`);
}

/** Prints an answer: as JSON with `--json`, else in words. */
export function present<T>(invocation: Invocation, answer: T, inWords: (answer: T) => string): void {
  print(invocation.flag('json') ? JSON.stringify(answer, null, 2) : inWords(answer));
}

/** A table with a heading: a row per item, a column per name. */
export function table<T>(items: readonly T[], columns: Readonly<Record<string, (item: T) => unknown>>): string {
  const rows = [
    Object.keys(columns),
    ...items.map((item) => Object.values(columns).map((read) => String(read(item) ?? ''))),
  ];
  const widths = Object.keys(columns).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An amount of credits with its unit: `1 credit`, `2.5 credits`. */
export function creditsText(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`;
}

/** A number of things with their name: `1 row`, `3 rows`. */
export function countText(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Most things that one line names. */
const LISTED_MAX = 10;

/** Things by their names; of many the first, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - LISTED_MAX;
  return names.slice(0, LISTED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
