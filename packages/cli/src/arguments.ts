import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Command, type Invocation, type OptionRule, UsageError } from './command.ts';
import { nearest } from './nearest.ts';

/**
 * Reads the words after a command's name. Throws UsageError for a word that the command does not know, and for a
 * missing one.
 */
export function readArguments(command: Command, parameters: readonly string[]): Invocation {
  const { values, positionals } = parse(command, parameters);
  const named = namePositionals(command, positionals);
  checkValues(command, values);
  return {
    positional: (name) => named.get(name)?.[0] ?? '',
    rest: [...named.values()].at(-1) ?? [],
    text: (name) => textsOf(values[name]).at(-1),
    texts: (name) => textsOf(values[name]),
    flag: (name) => values[name] === true,
  };
}

type Values = Readonly<Record<string, unknown>>;

function parse(command: Command, parameters: readonly string[]): { values: Values; positionals: string[] } {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { type, multiple = false, short }] of Object.entries(command.options))
    options[name] = { type, multiple, ...(short === undefined ? {} : { short }) };
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(messageOf(error, Object.keys(options)));
  }
}

/** The complaint of parseArgs, in our words if it lacks advice. */
function messageOf(error: unknown, known: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  const unknown = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
  const name = /'-{1,2}([^']+)'/.exec(error.message)?.[1];
  if (!unknown || name === undefined) return error.message;
  const meant = nearest(name, known);
  return `--${name} is not an option of this command${meant ? `; did you mean --${meant}?` : ''}`;
}

function namePositionals(
  { positionals: names = [] }: Command,
  given: readonly string[],
): Map<string, readonly string[]> {
  const missing = names[given.length];
  if (missing && !missing.endsWith('?')) throw new UsageError(`${placeholder(missing)} is needed`);
  const takesAll = names.at(-1)?.endsWith('…') ?? false;
  const surplus = given[names.length];
  if (surplus !== undefined && !takesAll)
    throw new UsageError(`${JSON.stringify(surplus)} is one argument more than the command takes`);
  return new Map(
    names.map((name, index) => [bare(name), name.endsWith('…') ? given.slice(index) : given.slice(index, index + 1)]),
  );
}

function checkValues({ options }: Command, values: Values): void {
  for (const [name, { values: allowed }] of Object.entries(options))
    for (const text of textsOf(values[name])) checkAllowed(name, text, allowed);
}

/** Throws UsageError, with the value that was meant, when an option's value is none of those it takes. */
export function checkAllowed(name: string, text: string, allowed: OptionRule['values']): void {
  if (!allowed || allowed.includes(text)) return;
  const meant = text.length > 2 ? nearest(text, allowed) : null;
  throw new UsageError(
    `--${name} is ${JSON.stringify(text)}; allowed: ${allowed.join(', ')}${meant ? `. Did you mean ${meant}?` : ''}`,
  );
}

/** A positional argument as help texts show it. */
export function placeholder(name: string): string {
  if (name.endsWith('?')) return `[${bare(name)}]`;
  return name.endsWith('…') ? `<${bare(name)}>…` : `<${name}>`;
}

function bare(name: string): string {
  return name.replace(/[…?]$/, '');
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string');
}

/** True if the words ask for the version. */
export function asksForVersion(words: readonly string[]): boolean {
  return words[0] === '-v' || words.includes('--version');
}

/** True if the words ask for help. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h');
}
