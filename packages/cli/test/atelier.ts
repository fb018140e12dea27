import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../src/command-line.ts';

/** The command line's program. */
export const PROGRAM = fileURLToPath(new URL('../bin/atelier.mjs', import.meta.url));

/** The outcome of a command line. */
export interface Transcript {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let isBusy = false;

/**
 * Runs the command line to its end in this process, with nothing of the caller's own settings; in the caller's working
 * folder unless told otherwise. The process has one output, so it runs one command line at a time: start another one
 * beside it with {@link running}.
 */
export async function atelier(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  folder = process.cwd(),
): Promise<Transcript> {
  if (isBusy) throw new Error(`atelier ${words.join(' ')}: another command line runs in this process`);
  isBusy = true;
  const { stdout, stderr, env } = process;
  const caller = { out: stdout.write, err: stderr.write, folder: process.cwd() };
  const said = { out: '', err: '' };
  stdout.write = (text) => {
    said.out += text;
    return true;
  };
  stderr.write = (text) => {
    said.err += text;
    return true;
  };
  process.env = environmentOf(environment);
  process.chdir(folder);
  try {
    return { code: await runCommandLine(words), ...said };
  } finally {
    process.chdir(caller.folder);
    process.env = env;
    stdout.write = caller.out;
    stderr.write = caller.err;
    isBusy = false;
  }
}

/** Runs the command line to its end in a process of its own. */
export function atelierProcess(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Transcript> {
  return running(words, environment).ended;
}

/** A command line that is running. */
export interface RunningAtelier {
  readonly process: ChildProcess;
  /** Resolves when standard error matches the pattern; rejects when the command ends without a match. */
  saying(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Transcript>;
}

/** Starts a command line. */
export function running(words: readonly string[], environment: Readonly<Record<string, string>> = {}): RunningAtelier {
  const child = start(words, environment);
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, 'close').then(([code]) => ({ code, out: out.text, err: err.text }));
  return {
    process: child,
    ended,
    async saying(pattern) {
      for (;;) {
        const found = pattern.exec(err.text);
        if (found) return found;
        if (child.exitCode !== null || !child.stderr)
          throw new Error(`it ended without saying ${pattern}: ${err.text}`);
        await Promise.race([once(child.stderr, 'data'), ended]);
      }
    },
  };
}

/** A service that was started from the command line. */
export interface ServingAtelier {
  readonly process: ChildProcess;
  /** Its first line. */
  readonly announcement: { readonly url: string };
  /** Resolves with the exit code and everything it printed. */
  readonly ended: Promise<Transcript>;
}

/** Runs `atelier serve` on a free port until it has said where it listens. */
export async function serving(
  data: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServingAtelier> {
  const child = start(['serve', '--port', '0', '--data', data], { ATELIER_LOG_LEVEL: 'warn', ...environment });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, 'close').then(([code]) => ({ code, out: out.text, err: err.text }));
  if (!child.stdout) throw new Error('the service has no output to read');
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const line = await Promise.race([
    first,
    ended.then(({ code, err: complaint }) => {
      throw new Error(`the service ended with ${code}: ${complaint}`);
    }),
  ]);
  return { process: child, announcement: JSON.parse(line), ended };
}

function start(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(environment),
  });
}

/** The caller's variables without those of the service, and further ones. */
function environmentOf(further: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ATELIER_|DATABASE_URL$)/.test(name));
  return { ...Object.fromEntries(inherited), ...further };
}

function collect(stream: ChildProcess['stdout']): { text: string } {
  const collected = { text: '' };
  stream?.setEncoding('utf8').on('data', (text) => {
    collected.text += text;
  });
  return collected;
}
