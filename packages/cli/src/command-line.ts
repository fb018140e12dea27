import packageJson from '../package.json' with { type: 'json' };
import { asksForHelp, asksForVersion } from './arguments.ts';
import { type Command, EXIT } from './command.ts';
import { COMMANDS, SECTIONS } from './commands.ts';
import { CONNECTION_OPTIONS } from './connection.ts';
import { helpOf, overview } from './help.ts';
import { nearest } from './nearest.ts';
import { complain, print } from './output.ts';
import { runCommand } from './run-command.ts';

/** Runs a command line and resolves with its exit code. */
export async function runCommandLine(given: readonly string[]): Promise<number> {
  const words = commandFirst(given);
  const isHelpAsked = words.length === 0 || words[0] === 'help' || asksForHelp(words);
  if (asksForVersion(words)) return version();
  const named = words[0] === 'help' ? words.slice(1) : words;
  const command = commandOf(named);
  const isUnknown = named[0] !== undefined && !named[0].startsWith('-') && !command && groupOf(named[0]).length === 0;
  if (isHelpAsked && !isUnknown) return help(command, named);
  if (!command) return refuse(named);
  return runCommand(command, named.slice(command.name.split(' ').length));
}

/** The words with options of the connection that stand before the command behind it, where every command reads them. */
function commandFirst(words: readonly string[]): readonly string[] {
  const ahead: string[] = [];
  const rest = [...words];
  while (rest[0]?.startsWith('--')) {
    const [, name = '', value] = /^--([^=]+)(=.*)?$/s.exec(rest[0]) ?? [];
    const option = Object.entries(CONNECTION_OPTIONS).find(([known]) => known === name)?.[1];
    if (!option) break;
    ahead.push(...rest.splice(0, option.type === 'string' && value === undefined ? 2 : 1));
  }
  return [...rest, ...ahead];
}

/** The command that the first two words name, else the one that the first does. */
function commandOf([first, second]: readonly string[]): Command | null {
  const named = (words: string) => COMMANDS.find(({ name }) => name === words);
  return named(`${first} ${second}`) ?? named(`${first}`) ?? null;
}

/** Commands whose name begins with a word. */
function groupOf(word: string | undefined): readonly Command[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
}

function version(): number {
  print(packageJson.version);
  return EXIT.ok;
}

function help(command: Command | null, [word]: readonly string[]): number {
  const group = groupOf(word);
  const others = command?.name === word ? group : [];
  const inGroup = (commands: readonly Command[]) => overview([{ title: `atelier ${word} …`, commands }]);
  const own = command ? helpOf(command) : group.length > 0 ? inGroup(group) : overview(SECTIONS);
  print([own, ...(others.length > 0 ? [inGroup(others)] : [])].join('\n\n'));
  return EXIT.ok;
}

function refuse([first = '', second]: readonly string[]): number {
  const group = groupOf(first);
  if (group.length > 0 && second === undefined) {
    complain(`${first} needs one of: ${group.map(({ name }) => name.split(' ')[1]).join(', ')}`);
    return EXIT.usage;
  }
  const given = group.length > 0 ? `${first} ${second}` : first;
  const known =
    group.length > 0
      ? group.map(({ name }) => name)
      : [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))];
  const meant = nearest(given, known);
  const what = given.startsWith('-')
    ? `${given} is not an option of every command; give it after the command`
    : `${JSON.stringify(given)} is not a command`;
  const suggestion = meant ? ` Did you mean ${JSON.stringify(meant)}?` : '';
  complain(`${what}.${suggestion} \`atelier --help\` lists all commands.`);
  return EXIT.usage;
}
