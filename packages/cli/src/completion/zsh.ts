import { type CompletedCommand, type CompletedOption, firstWords, groups, secondWords, type Values } from './words.ts';

/** The completion of zsh, with the summaries of commands and options. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef atelier
# Completion of atelier for zsh: source <(atelier completion zsh), after compinit
_atelier() {
  local -a words_there
  local command=\${words[2]}
  if ((CURRENT == 2)); then
    words_there=(${described(firstWords(commands))})
    _describe command words_there
    return
  fi
  case $command in
    ${groups(commands)
      .map((group) => groupCase(commands, group))
      .join('\n    ')}
  esac
  shift words
  ((CURRENT -= 1))
  case $command in
    ${commands.map(commandCase).join('\n    ')}
  esac
}
compdef _atelier atelier
`;
}

function groupCase(commands: readonly CompletedCommand[], group: string): string {
  const seconds = secondWords(commands, group);
  const names = seconds.map(({ word }) => word).join('|');
  return `${group})
      if ((CURRENT == 3)) && [[ \${words[3]} != -* ]]; then
        words_there=(${described(seconds)})
        _describe command words_there
        return
      fi
      if [[ \${words[3]} == (${names}) ]]; then command="${group} \${words[3]}"; shift words; ((CURRENT -= 1)); fi
      ;;`;
}

function commandCase({ name, options, arguments: values }: CompletedCommand): string {
  const specifications = [...options.flatMap(optionSpecifications), ...argumentSpecification(values)];
  return `"${name}") _arguments -s ${specifications.join(' ')} ;;`;
}

function optionSpecifications({ name, short, values, summary }: CompletedOption): string[] {
  const value = values.kind === 'none' ? '' : `:value:${action(values)}`;
  return [name, short]
    .filter((each) => each !== null)
    .map((each) => quoted(`*${each}${each.startsWith('--') && value ? '=' : ''}[${plain(summary)}]${value}`));
}

function argumentSpecification(values: Values): string[] {
  return values.kind === 'none' ? [] : [quoted(`*:argument:${action(values)}`)];
}

function action(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `(${values.words.join(' ')})`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    default:
      return ' ';
  }
}

function described(all: readonly { readonly word: string; readonly summary: string }[]): string {
  return all.map(({ word, summary }) => quoted(`${word}:${plain(summary)}`)).join(' ');
}

/** The text without characters that have a meaning in a specification of zsh. */
function plain(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, ' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
