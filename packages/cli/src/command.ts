import { parseArgs } from 'node:util';

/** Exit codes of every command. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** An option of a command. */
export interface OptionRule {
  readonly type: 'string' | 'boolean';
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** What stands for the value in help texts. */
  readonly value?: string;
  readonly summary: string;
}

/** What a command is given. */
export interface Invocation {
  readonly positionals: readonly string[];
  /** The value of an option, or undefined. */
  text(name: string): string | undefined;
  /** All values of an option that may be repeated. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** One command: its name, its help, and what it does. Resolves with the exit code. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What comes after the options, such as `<id>`. */
  readonly positionals?: string;
  readonly options: Readonly<Record<string, OptionRule>>;
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Thrown for what the caller can mend; printed as it is, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the arguments of a command. Throws UsageError for an unknown option or a missing value. */
export function readArguments(command: Command, parameters: readonly string[]): Invocation {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...parameters], options, allowPositionals: true, strict: true });
    const allowed = (command.positionals ?? '').split(' ').filter((word) => word !== '').length;
    if (positionals.length > allowed) throw new UsageError(`${JSON.stringify(positionals[allowed])} is one argument too many`);
    return {
      positionals,
      text: (name) => [values[name]].flat().findLast((value) => typeof value === 'string'),
      texts: (name) => [values[name]].flat().filter((value) => typeof value === 'string'),
      flag: (name) => values[name] === true,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The help of one command. */
export function helpOf(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { value, type, summary }]) => [
    `--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`,
    summary,
  ]);
  const width = Math.max(0, ...rows.map(([option = '']) => option.length));
  const lines = rows.map(([option = '', summary = '']) => `  ${option.padEnd(width)}  ${summary}`);
  return [`atelier ${command.name} ${command.positionals ?? ''}`.trim(), '', command.summary, '', ...lines].join('\n');
}

/** The known word nearest to a mistyped one, or null. */
export function nearest(word: string, known: readonly string[]): string | null {
  const scored = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = scored;
  return best && best.distance <= Math.max(2, word.length / 3) ? best.candidate : null;
}

/** Levenshtein's distance (1965): insertions, deletions and substitutions between two words. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, character] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const substitution = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min((previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
