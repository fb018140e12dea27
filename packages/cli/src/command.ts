/** Exit codes of every command; `demo` adds 130 and 143 where a signal ended it. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** The service refused or could not be reached, a job ended without a result, or something broke. */
  failed: 1,
  /** Something about the call is wrong: a command, an option, a file, a key, a setting. Nothing was done. */
  usage: 2,
} as const;

/** An option of a command. */
export interface OptionRule {
  readonly type: 'string' | 'boolean';
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** What stands for the value in help texts; none for a boolean. */
  readonly value?: string;
  readonly summary: string;
}

/** What a command is given. */
export interface Invocation {
  /** A positional argument by the name it has in the command's rule. */
  positional(name: string): string;
  /** All values of the last positional argument, where it may be repeated. */
  readonly rest: readonly string[];
  /** The value of an option, or undefined. */
  text(name: string): string | undefined;
  /** All values of an option that may be repeated. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** One command: its name, its help, and what it does. */
export interface Command {
  /** One word, or two where commands form a group: `keys create`. */
  readonly name: string;
  readonly summary: string;
  /** What its own help says beyond the summary. */
  readonly details?: string;
  /** Names of the arguments after the name; all are needed. One that ends in `…` takes all that are left, at least one. */
  readonly positionals?: readonly string[];
  readonly options: Readonly<Record<string, OptionRule>>;
  /** Resolves with the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Thrown for what the caller can mend; shown as it is, and the command ends with {@link EXIT.usage}. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
