import { readArguments } from './arguments.ts';
import { type Command, EXIT, UsageError } from './command.ts';
import { complain } from './output.ts';

/** Runs one command with the words after its name and resolves with its exit code. Prints errors to standard error. */
export async function runCommand(command: Command, words: readonly string[]): Promise<number> {
  try {
    return await command.run(readArguments(command, words));
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    const { hintOn } = await import('./hints.ts');
    const hint = hintOn(error);
    if (hint !== null) complain(hint);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}
