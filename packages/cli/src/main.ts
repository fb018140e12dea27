import { type Command, EXIT, helpOf, nearest, readArguments, UsageError } from './command.ts';
import { credits, keys, workspaces } from './commands/admin.ts';
import { config } from './commands/config.ts';
import { demo } from './commands/demo.ts';
import { job } from './commands/job.ts';
import { serve } from './commands/serve.ts';
import { tryOn } from './commands/try-on.ts';

const COMMANDS: readonly Command[] = [serve, demo, tryOn, job, workspaces, keys, credits, config];

/** Runs a command line and resolves with its exit code. */
async function run([name, ...parameters]: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(overview());
    return EXIT.ok;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    const suggestion = nearest(
      name,
      COMMANDS.map((candidate) => candidate.name),
    );
    complain(
      `${JSON.stringify(name)} is not a command${suggestion ? `; did you mean ${suggestion}?` : ''}. \`atelier --help\` lists all.`,
    );
    return EXIT.usage;
  }
  if (parameters.includes('--help') || parameters.includes('-h')) {
    print(helpOf(command));
    return EXIT.ok;
  }
  try {
    return await command.run(readArguments(command, parameters));
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'atelier <command> [options]',
    '',
    ...lines,
    '',
    'atelier <command> --help tells more. Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`atelier: ${text}\n`);
}

process.exitCode = await run(process.argv.slice(2));
