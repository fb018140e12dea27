/** The result of one check. */
export interface Finding {
  /** The checked part, in a word or two. */
  readonly check: string;
  /** `note`: it works, and is worth knowing; `wrong`: the service will not work as it should. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly says: string;
  /** How to mend it, where there is something to mend. */
  readonly mend: string | null;
}

/** All is well. */
export function ok(check: string, says: string): Finding {
  return { check, state: 'ok', says, mend: null };
}

/** It works, and is worth knowing. */
export function note(check: string, says: string, mend: string | null = null): Finding {
  return { check, state: 'note', says, mend };
}

/** It has to be mended. */
export function wrong(check: string, says: string, mend: string): Finding {
  return { check, state: 'wrong', says, mend };
}

/** The message of an error and of its causes, because the outermost rarely names the reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.message || error.name;
}
