import type { Bench, Case, Outcome } from './cases/case.ts';
import { EXACT_DB, FIGURE_NAMES, FIGURES, type FigureName } from './measures/figures.ts';

/** The outcome of one case; a refusal gives the reason for a missing one. */
export interface Row {
  readonly name: string;
  readonly outcome: Outcome | null;
  readonly refusal: string;
}

/** Runs a case; its refusal is a part of the table. */
export async function rowOf({ name, run }: Case, bench: Bench): Promise<Row> {
  try {
    return { name, outcome: await run(bench), refusal: '' };
  } catch (error) {
    return { name, outcome: null, refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Rows of one operation as Markdown, with a column for each figure that any of them has. */
export function tableOf(rows: readonly Row[]): string {
  const names = FIGURE_NAMES.filter((name) => rows.some(({ outcome }) => outcome?.figures[name] !== undefined));
  const heads = ['case', 'ms', ...names.map((name) => FIGURES[name].title), 'warnings'];
  const lines = rows.map(({ name, outcome, refusal }) =>
    outcome
      ? [
          name,
          String(Math.round(outcome.firstMs)),
          ...names.map((figure) => shown(figure, outcome.figures[figure])),
          outcome.warnings.map(({ code }) => code).join(', '),
        ]
      : [name, '', ...names.map(() => ''), `refused: ${refusal}`],
  );
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function shown(name: FigureName, value: number | undefined): string {
  if (value === undefined) return '';
  return name === 'keptDb' && value === EXACT_DB ? 'exact' : value.toFixed(FIGURES[name].digits);
}
