/** Exit codes of every command. `docs/command-line.md` and `atelier --help` say the same. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** The service refused or could not be reached, a job ended without a result, or something broke. */
  failed: 1,
  /** Something about the call is wrong: a command, an option, a file, a key, a setting. Nothing was done. */
  usage: 2,
  /** The work had not ended in the given time; it continues. */
  unfinished: 3,
} as const;

/** An option of a command. */
export interface OptionRule {
  readonly type: 'string' | 'boolean';
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** One letter that says the same after a single dash. */
  readonly short?: string;
  /** The placeholder of the value in help texts; none for a boolean. `FILE` and `FOLDER` are completed as such. */
  readonly value?: string;
  /** Every value it takes, where there are few. */
  readonly values?: readonly string[];
  readonly summary: string;
}

/** The input of a command. */
export interface Invocation {
  /** A positional argument by the name it has in the command's rule; empty where it was left out. */
  positional(name: string): string;
  /** All values of the last positional argument, where it may be repeated. */
  readonly rest: readonly string[];
  /** The value of an option, or undefined. */
  text(name: string): string | undefined;
  /** All values of an option that may be repeated. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** One command: its name, its help, and its action. */
export interface Command {
  /** One word, or two where commands form a group: `keys create`. */
  readonly name: string;
  readonly summary: string;
  /** Further text of its own help. */
  readonly details?: string;
  /** Calls worth copying, without the program's name. */
  readonly examples?: readonly string[];
  /**
   * Names of the arguments after the name. One that ends in `…` takes all that are left, at least one. One that ends in
   * `?` may be left out. All others are needed.
   */
  readonly positionals?: readonly string[];
  /** The possible values of an argument, by its name, if there are few. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly options: Readonly<Record<string, OptionRule>>;
  /** Resolves with the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** An error that the caller can mend. It is shown unchanged, and the command ends with {@link EXIT.usage}. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
