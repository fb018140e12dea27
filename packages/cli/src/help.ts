import { placeholder } from './arguments.ts';
import type { Command } from './command.ts';
import type { Section } from './commands.ts';

/** Columns of the widest line where the terminal does not say how wide it is. */
const WIDTH = 110;

/** Where everything about the command line is written down. */
const MORE = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not finished in time, 130 interrupted. See docs/command-line.md.`;

/** The help of one command. */
export function helpOf(command: Command): string {
  const { name, positionals = [], options, summary, details, examples = [] } = command;
  const entries = Object.entries(options);
  const usage = ['atelier', name, ...positionals.map(placeholder), ...(entries.length > 0 ? ['[options]'] : [])].join(
    ' ',
  );
  const rows = entries.map(([option, { type, value, short, summary: text }]) => [
    `${short === undefined ? '   ' : `-${short},`} --${option}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`,
    text,
  ]);
  return [
    usage,
    '',
    ...[summary, details ?? '']
      .flatMap((text) => text.split('\n'))
      .flatMap((text) => (text ? broken(text, width()) : [])),
    ...(rows.length > 0 ? ['', columns(rows)] : []),
    ...(examples.length > 0 ? ['', ...examples.map((example) => `  atelier ${example}`)] : []),
  ].join('\n');
}

/** The list of commands: all, or those of a group. */
export function overview(sections: readonly Section[]): string {
  const rows = sections.map(({ commands }) =>
    commands.map(({ name, positionals = [], summary }) => [[name, ...positionals.map(placeholder)].join(' '), summary]),
  );
  const left = Math.max(...rows.flat().map(([text = '']) => text.length));
  const lists = sections.map(({ title }, index) => `${title}\n${columns(rows[index] ?? [], left)}`);
  return [
    'atelier <command> [options]',
    ...lists,
    'atelier <command> --help describes a command. atelier --version prints the version.\n' +
      'Commands call the service at --url or ATELIER_URL, with the key in ATELIER_API_KEY or in the data folder.\n' +
      MORE,
  ].join('\n\n');
}

/** Two columns, indented; the right one is broken at spaces. */
function columns(
  rows: readonly (readonly string[])[],
  left = Math.max(...rows.map(([text = '']) => text.length)),
): string {
  const right = Math.max(30, width() - left - 4);
  return rows
    .flatMap(([name = '', text = '']) => broken(text, right).map((line, index) => [index === 0 ? name : '', line]))
    .map(([name = '', line]) => `  ${name.padEnd(left)}  ${line}`.trimEnd())
    .join('\n');
}

function width(): number {
  return process.stdout.columns ?? WIDTH;
}

function broken(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
