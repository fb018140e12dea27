import type { Command, OptionRule } from '../command.ts';

/** The possible values of an option or argument. */
export type Values =
  | { readonly kind: 'none' }
  | { readonly kind: 'any' }
  | { readonly kind: 'files' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** An option as shells complete it. */
export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  /** With its dash; null: there is none. */
  readonly short: string | null;
  readonly values: Values;
  readonly summary: string;
}

/** A command as shells complete it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The possible values of its arguments. */
  readonly arguments: Values;
}

/** Arguments that are files. */
const FILE_ARGUMENTS = /^(image|file|picture|table)/;

/** Every command with its options, from the one table of commands. */
export function completedCommands(commands: readonly Command[]): CompletedCommand[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    options: [
      ...Object.entries(command.options).map(([name, rule]) => completedOption(name, rule)),
      { name: '--help', short: '-h', values: { kind: 'none' }, summary: 'Show what it takes.' },
    ],
    arguments: argumentsOf(command),
  }));
}

function completedOption(name: string, rule: OptionRule): CompletedOption {
  return {
    name: `--${name}`,
    short: rule.short === undefined ? null : `-${rule.short}`,
    values: valuesOf(rule),
    summary: rule.summary,
  };
}

function valuesOf({ type, value, values }: OptionRule): Values {
  if (type === 'boolean') return { kind: 'none' };
  if (values) return { kind: 'words', words: values };
  if (value === 'FILE') return { kind: 'files' };
  return value === 'FOLDER' ? { kind: 'folders' } : { kind: 'any' };
}

/** Of all arguments alike: few commands take two kinds, and then the one that can be completed matters. */
function argumentsOf({ positionals = [], choices = {} }: Command): Values {
  const words = Object.values(choices).flat();
  if (words.length > 0) return { kind: 'words', words };
  if (positionals.some((name) => FILE_ARGUMENTS.test(name))) return { kind: 'files' };
  return positionals.length > 0 ? { kind: 'any' } : { kind: 'none' };
}

/** The first words of all commands, each once, with a summary. */
export function firstWords(
  commands: readonly CompletedCommand[],
): { readonly word: string; readonly summary: string }[] {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [word = '', second] = name.split(' ');
    if (!words.has(word)) words.set(word, second === undefined ? summary : `Commands for ${word}.`);
  }
  return [...words].map(([word, summary]) => ({ word, summary }));
}

/** The second words of commands that begin with a word. */
export function secondWords(
  commands: readonly CompletedCommand[],
  first: string,
): { readonly word: string; readonly summary: string }[] {
  return commands.flatMap(({ name, summary }) => {
    const [word, second] = name.split(' ');
    return word === first && second !== undefined ? [{ word: second, summary }] : [];
  });
}

/** The first words that others follow. */
export function groups(commands: readonly CompletedCommand[]): string[] {
  return firstWords(commands)
    .map(({ word }) => word)
    .filter((word) => secondWords(commands, word).length > 0);
}
