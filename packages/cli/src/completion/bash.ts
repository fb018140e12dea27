import { type CompletedCommand, firstWords, groups, secondWords, type Values } from './words.ts';

/** The completion of bash, 4.4 or newer: one function that knows every word, so that no key press starts a program. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of atelier for bash: source <(atelier completion bash)
_atelier() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  # Bash takes --option=value apart.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    ${words(firstWords(commands).map(({ word }) => word))}
    return
  fi
  case $command in
    ${groups(commands)
      .map((group) => groupCase(commands, group))
      .join('\n    ')}
  esac
  case "$command $prev" in
    ${commands.flatMap(valueCases).join('\n    ')}
  esac
  case $command in
    ${commands.map(commandCase).join('\n    ')}
  esac
}
complete -o filenames -F _atelier atelier
`;
}

function groupCase(commands: readonly CompletedCommand[], group: string): string {
  const seconds = secondWords(commands, group).map(({ word }) => word);
  return `${group})
      if ((COMP_CWORD == 2)) && [[ $cur != -* ]]; then ${words(seconds)}; return; fi
      case \${COMP_WORDS[2]} in ${seconds.join(' | ')}) command="${group} \${COMP_WORDS[2]}" ;; esac
      ;;`;
}

/** The possible values after an option that takes one. */
function valueCases({ name, options }: CompletedCommand): string[] {
  return options.flatMap((option) => {
    if (option.values.kind === 'none') return [];
    const names = [option.name, option.short].filter((each) => each !== null).map((each) => `"${name} ${each}"`);
    return [`${names.join(' | ')}) ${reply(option.values)}; return ;;`];
  });
}

function commandCase(command: CompletedCommand): string {
  return `"${command.name}") if [[ $cur == -* ]]; then ${words(optionWords(command))}; else ${reply(command.arguments)}; fi ;;`;
}

function optionWords({ options }: CompletedCommand): string[] {
  return options.flatMap(({ name, short }) => (short === null ? [name] : [name, short]));
}

function reply(values: Values): string {
  switch (values.kind) {
    case 'words':
      return words(values.words);
    case 'files':
      return 'mapfile -t COMPREPLY < <(compgen -f -- "$cur")';
    case 'folders':
      return 'mapfile -t COMPREPLY < <(compgen -d -- "$cur")';
    default:
      return ':';
  }
}

function words(all: readonly string[]): string {
  return `mapfile -t COMPREPLY < <(compgen -W '${all.join(' ')}' -- "$cur")`;
}
