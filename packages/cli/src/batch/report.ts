import { EXIT } from '../command.ts';
import type { OperationRule } from '../operations/table.ts';
import { complain, countText, creditsText, listed, print } from '../output.ts';
import { contactSheets } from './contact-sheet.ts';
import type { RowEnd } from './room.ts';
import type { BatchRow } from './rows.ts';
import type { BatchEnd } from './run.ts';

/** Failures after which the row may or may not have been charged. */
const UNSURE: readonly string[] = ['outcome_unknown', 'idempotency_uncertain'];

/** The batch that a report is about. */
interface Reported {
  readonly rule: OperationRule;
  /** Absolute path of the folder of the results. */
  readonly folder: string;
  readonly rows: readonly BatchRow[];
}

/** Draws the contact sheets, prints the outcome and the next steps, and resolves with the exit code. */
export async function report(
  { rule, folder, rows }: Reported,
  { ends, stopped }: BatchEnd,
  inJson: boolean,
): Promise<number> {
  const sheets = await sheetsOf(ends, rule, folder);
  const count = (state: RowEnd['state']) => ends.filter((end) => end.state === state).length;
  const counts = {
    rows: rows.length,
    done: count('done'),
    failed: count('failed'),
    unsaved: count('unsaved'),
    left: rows.length - ends.length,
    kept: ends.filter(({ kept }) => kept).length,
    credits: ends.reduce((sum, end) => sum + (end.kept ? 0 : end.credits), 0),
  };
  const lacking = ends.filter(({ state }) => state !== 'done').map((end) => asLine(end, 'message'));
  if (inJson) print(JSON.stringify({ summary: { ...counts, contact_sheets: sheets, stopped } }));
  else print([...lacking, inWords(counts), ...sheets].join('\n'));
  for (const line of adviceOn(ends)) complain(line);
  if (stopped !== null) complain(`stopped: ${stopped.replace(/\.$/, '')}. Run the same command again to continue.`);
  if (stopped !== null || lacking.length > 0) return EXIT.failed;
  if (counts.left > 0) complain('some rows are not finished; run the same command again to continue');
  return counts.left > 0 ? EXIT.unfinished : EXIT.ok;
}

/** The files of the contact sheets. If they cannot be drawn, prints why and returns none: the report goes on. */
async function sheetsOf(ends: readonly RowEnd[], rule: OperationRule, folder: string): Promise<readonly string[]> {
  if (ends.length === 0) return [];
  return contactSheets(ends, rule, folder).catch((error: Error) => {
    complain(`the contact sheet could not be drawn: ${error.message}`);
    return [];
  });
}

function inWords(
  counts: Readonly<Record<'rows' | 'done' | 'failed' | 'unsaved' | 'left' | 'kept' | 'credits', number>>,
) {
  const parts = [
    `${counts.done} done`,
    `${counts.failed} failed`,
    ...(counts.unsaved > 0 ? [`${counts.unsaved} charged but not saved`] : []),
    ...(counts.left > 0 ? [`${counts.left} not finished`] : []),
  ];
  const earlier = counts.kept > 0 ? `; ${counts.kept} finished in an earlier run` : '';
  return `${countText(counts.rows, 'row')}: ${parts.join(', ')}${earlier}; ${creditsText(counts.credits)} charged`;
}

/** Next steps for unfinished rows, grouped by their cost. */
function adviceOn(ends: readonly RowEnd[]): string[] {
  const namesOf = (isMeant: (end: RowEnd) => boolean) => listed(ends.filter(isMeant).map(({ row }) => row.name));
  const unsaved = namesOf(({ state }) => state === 'unsaved');
  const isUnsure = (end: RowEnd) => end.state === 'failed' && UNSURE.includes(end.code);
  const unsure = namesOf(isUnsure);
  const partly = namesOf(({ state, credits }) => state === 'failed' && credits > 0);
  const free = namesOf((end) => end.state === 'failed' && end.credits === 0 && !isUnsure(end));
  return [
    ...(unsaved ? [`charged but not saved: ${unsaved}; run the same command again to download them at no charge`] : []),
    ...(unsure
      ? [`possibly charged: ${unsure}; look at \`atelier jobs list\` before you send them again with --retry`]
      : []),
    ...(partly ? [`made and charged in part: ${partly}; --retry makes and charges all their outputs again`] : []),
    ...(free ? [`${partly || unsure ? 'other ' : ''}rows that failed cost nothing; --retry sends them again`] : []),
  ];
}

/** One line on how a row ended: with the failure's code alone, or with its message too. */
export function asLine(end: RowEnd, failure: 'code' | 'message'): string {
  const head = `${end.state.padEnd(8)}${end.row.name}`;
  if (end.state === 'done') return [`${head}  ${end.files.join(' ')}`, ...end.warnings].join('  ');
  return failure === 'code' ? `${head}  ${end.code}` : `${head}  ${end.code}: ${end.message}`;
}

/** How a row ended, as `--json` prints it. */
export function asObject({ row, ...end }: RowEnd): object {
  return { row: row.name, cells: row.cells, ...end };
}
