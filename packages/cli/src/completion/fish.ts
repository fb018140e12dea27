import { type CompletedCommand, type CompletedOption, firstWords, secondWords, type Values } from './words.ts';

/** The completion of fish, with the summaries of commands and options. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  const seconds = first.flatMap(({ word }) =>
    secondWords(commands, word).map(
      (second) => `${line(`__atelier_at ${word}`)} -a ${second.word} -d ${quoted(second.summary)}`,
    ),
  );
  return `# Completion of atelier for fish: atelier completion fish | source
function __atelier_words
    # The words before the cursor that are no options, without the program's own.
    string match -v -- '-*' (commandline -opc)[2..]
end
function __atelier_at
    # True where exactly these words stand before the cursor.
    test "$(string join ' ' (__atelier_words))" = "$argv"
end
function __atelier_in
    # True within the command of these words.
    set -l count (count $argv)
    set -l given (__atelier_words)
    test (count $given) -ge $count; and test "$given[1..$count]" = "$argv"
end
complete -c atelier -f
${first.map(({ word, summary }) => `${line('__atelier_at')} -a ${word} -d ${quoted(summary)}`).join('\n')}
${seconds.join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
}

function commandLines(command: CompletedCommand): string[] {
  const within = `__atelier_in ${command.name}`;
  const argument =
    command.arguments.kind === 'none' || command.arguments.kind === 'any'
      ? []
      : [`${line(within)}${values(command.arguments)}`];
  return [...argument, ...command.options.map((option) => `${line(within)}${optionWords(option)}`)];
}

function optionWords({ name, short, values: taken, summary }: CompletedOption): string {
  const letter = short === null ? '' : ` -s ${short.slice(1)}`;
  const value = taken.kind === 'none' ? '' : ` -r${values(taken)}`;
  return ` -l ${name.slice(2)}${letter}${value} -d ${quoted(summary)}`;
}

function values(taken: Values): string {
  switch (taken.kind) {
    case 'words':
      return ` -f -a ${quoted(taken.words.join(' '))}`;
    case 'files':
      return ' -F';
    case 'folders':
      return " -f -a '(__fish_complete_directories)'";
    default:
      return ' -f';
  }
}

function line(condition: string): string {
  return `complete -c atelier -n ${quoted(condition)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
