import { asksForHelp, asksForVersion } from './arguments.ts';

// A reader that stops early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runWords(process.argv.slice(2));

/** Runs a command line and resolves with its exit code. */
async function runWords(words: readonly string[]): Promise<number> {
  if (words[0] === 'serve' && !asksForHelp(words) && !asksForVersion(words)) {
    // A separate branch, so that the service starts without loading the modules of the other commands.
    const [{ serve }, { runCommand }] = await Promise.all([import('./commands/serve.ts'), import('./run-command.ts')]);
    return runCommand(serve, words.slice(1));
  }
  const { runCommandLine } = await import('./command-line.ts');
  return runCommandLine(words);
}
