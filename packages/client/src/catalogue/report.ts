import { csvOf } from '@atelier/contract';
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
  return `\uFEFF${csvOf(['line', 'sku', 'subject', 'reason'], problems)}`;
}
