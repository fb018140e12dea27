import { placeholder } from './arguments.ts';
import type { Command } from './command.ts';

/** The help of one command. */
export function helpOf(command: Command): string {
  const { name, positionals = [], options, summary, details } = command;
  const entries = Object.entries(options);
  const usage = ['atelier', name, ...positionals.map(placeholder), ...(entries.length > 0 ? ['[options]'] : [])].join(' ');
  const rows = entries.map(([option, { type, value, summary: text }]) => [
    `--${option}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`,
    text,
  ]);
  return [usage, '', summary, ...(details ? [details] : []), ...(rows.length > 0 ? ['', columns(rows)] : [])].join('\n');
}

/** The list of commands: all, or those of a group. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, positionals = [], summary }) => [
    [name, ...positionals.map(placeholder)].join(' '),
    summary,
  ]);
  return [
    'atelier <command> [options]',
    '',
    columns(rows),
    '',
    'atelier <command> --help tells more. Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

/** Two columns, indented. */
function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
