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
    summary: 'Print the completion of commands, options and values for bash, zsh or fish.',
    details: [
      'In ~/.bashrc: source <(atelier completion bash)',
      'In ~/.zshrc, after compinit: source <(atelier completion zsh)',
      'In ~/.config/fish/config.fish: atelier completion fish | source',
      'It completes the word atelier, which an alias of node_modules/.bin/atelier makes a command.',
    ].join('\n'),
    positionals: ['shell'],
    choices: { shell: Object.keys(SHELLS) },
    options: {},
    async run(invocation) {
      const shell = invocation.positional('shell');
      const [, script] = Object.entries(SHELLS).find(([name]) => name === shell) ?? [];
      if (!script)
        throw new UsageError(`${JSON.stringify(shell)} is no shell it knows; there are ${Object.keys(SHELLS).join(', ')}`);
      print(script(completedCommands([...commands, completion])).trimEnd());
      return EXIT.ok;
    },
  };
  return completion;
}
