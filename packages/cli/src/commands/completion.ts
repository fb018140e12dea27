import { type Command, EXIT, UsageError } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completedCommands } from '../completion/words.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { print } from '../output.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `atelier completion`, made of the commands that it completes, itself included. */
export function completionOf(commands: readonly Command[]): Command {
  const completion: Command = {
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish.',
    details: [
      'In ~/.bashrc: source <(atelier completion bash)',
      'In ~/.zshrc, after compinit: source <(atelier completion zsh)',
      'In ~/.config/fish/config.fish: atelier completion fish | source',
      'The script completes the command atelier: make an alias of node_modules/.bin/atelier first.',
    ].join('\n'),
    positionals: ['shell'],
    choices: { shell: Object.keys(SHELLS) },
    options: {},
    async run(invocation) {
      const shell = invocation.positional('shell');
      const [, script] = Object.entries(SHELLS).find(([name]) => name === shell) ?? [];
      if (!script)
        throw new UsageError(
          `${JSON.stringify(shell)} is not a shell with completion; allowed: ${Object.keys(SHELLS).join(', ')}`,
        );
      print(script(completedCommands([...commands, completion])).trimEnd());
      return EXIT.ok;
    },
  };
  return completion;
}
