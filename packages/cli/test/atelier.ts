import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command line's program. */
export const PROGRAM = fileURLToPath(new URL('../bin/atelier.mjs', import.meta.url));

/** What a command line came to. */
export interface Transcript {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command line to its end, with nothing of the caller's own settings; in the caller's working folder unless
 * told otherwise.
 */
export async function atelier(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<Transcript> {
  const child = start(words, environment, folder);
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const [code] = await once(child, 'close');
  return { code, out: out.text, err: err.text };
}

/** A command line that is running. */
export interface RunningAtelier {
  readonly process: ChildProcess;
  /** Resolves as soon as what it wrote to standard error matches; rejects when it ends without. */
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

function start(words: readonly string[], environment: Readonly<Record<string, string>>, folder?: string): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ATELIER_|DATABASE_URL$)/.test(name));
  return spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...environment },
  });
}

function collect(stream: ChildProcess['stdout']): { text: string } {
  const collected = { text: '' };
  stream?.setEncoding('utf8').on('data', (text) => {
    collected.text += text;
  });
  return collected;
}
