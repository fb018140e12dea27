import { type RowStep, stepsIn } from './manifest.ts';
import { isForgotten } from './run-row.ts';

/** A row that the next run does not send. */
export interface KnownRow {
  /** The outcome of a row, and its treatment by the next run. */
  readonly words: string;
  /** False: it failed before anything of it was sent. */
  readonly isSent: boolean;
}

/** Words about rows that stay as they are, by state. */
const WORDS = {
  submitted: 'is submitted; the next run downloads its result',
  unsaved: 'is charged; the next run downloads its result',
  done: 'is done',
} as const;

/** Rows of the batch in a folder that the next run does not send, by their keys. */
export async function knownRows(folder: string, retries: boolean): Promise<ReadonlyMap<string, KnownRow>> {
  const known = new Map<string, KnownRow>();
  const sent = new Set<string>();
  for (const step of await stepsIn(folder)) {
    if (step.state === 'sending') sent.add(step.row);
    const words = wordsOn(step, retries);
    if (words === null) known.delete(step.row);
    else known.set(step.row, { words, isSent: sent.has(step.row) });
  }
  return known;
}

/** Words about a row with this last step; null: the next run sends it. */
function wordsOn(step: RowStep, retries: boolean): string | null {
  if (step.state === 'sending')
    return isForgotten(step)
      ? 'was sent too long ago to find out whether it was charged; the next run does not send it'
      : null;
  if (step.state === 'failed') return retries ? null : 'failed in an earlier run; --retry sends it again';
  return WORDS[step.state];
}
