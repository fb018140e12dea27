import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Clone } from './clone.ts';

/** The start of a program: the words before its own, and its environment beside the PATH. */
export interface Circumstances {
  readonly prefix: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Its working folder; the root of the file system unless told otherwise. */
  readonly folder?: string;
}

/** A service that answers. */
export interface Started {
  readonly url: string;
  /** Stops it as an operator does; resolves with its exit code, or the signal that ended it. */
  stop(): Promise<number | string>;
}

/** The command line as a program that needs neither npm nor a working folder. */
export const programOf = ({ node, program }: Clone): readonly string[] => [node, program];

const serve = (program: readonly string[], data: string) => [...program, 'serve', '--port', '0', '--data', data];

/** Starts a program with nothing of this environment but the PATH: no HOME, LANG or LC_ALL. */
function spawnIn(words: readonly string[], { prefix, environment, folder = '/' }: Circumstances): ChildProcess {
  const [command = '', ...parameters] = [...prefix, ...words];
  // MALLOC_ARENA_MAX: the program does not start itself again.
  const env = { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2', ATELIER_LOG_LEVEL: 'warn', ...environment };
  return spawn(command, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts a service on a data folder; rejects with its output if it ends instead. */
export async function startIn(
  program: readonly string[],
  data: string,
  circumstances: Circumstances,
): Promise<Started> {
  const child = spawnIn(serve(program, data), circumstances);
  // A test that ran out of time leaves no service behind.
  onTestFinished(() => void child.kill());
  if (!child.stdout || !child.stderr) throw new Error('the service has no output');
  const said = text(child.stderr);
  const exit = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exit.then(async ([code]) => {
      throw new Error(`the service ended with ${code}: ${await said}`);
    }),
  ]);
  return {
    url: JSON.parse(line).url,
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = await exit;
      return code ?? signal;
    },
  };
}

/** Runs a program to its end; resolves with its exit code and output. */
export async function runIn(words: readonly string[], circumstances: Circumstances, limitMs?: number) {
  const child = spawnIn(words, circumstances);
  onTestFinished(() => void child.kill());
  if (!child.stdout || !child.stderr) throw new Error('the program has no output');
  let isLate = false;
  const limit = limitMs === undefined ? undefined : setTimeout(() => (isLate = child.kill('SIGKILL')), limitMs);
  const [written, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  clearTimeout(limit);
  return { code, said, written, isLate };
}

/**
 * Longest time until a service that cannot start has ended, in milliseconds: ten seconds, by three for a machine that
 * runs other tests as well. Load stretches work, which takes a second or two. What waits in vain waits for a timeout of
 * the service, of 60 seconds, whatever the load.
 */
export const END_WITHIN_MS = 3 * 10_000;

/** Starts a service that is to end by itself; resolves as {@link runIn} does. Kills it if it does not. */
export function failIn(clone: Clone, data: string, circumstances: Circumstances) {
  return runIn(serve(programOf(clone), data), circumstances, END_WITHIN_MS);
}

/** Processes that work in a folder or below it, or name it on their command line. */
export function processesOf(folder: string): string[] {
  const uses = (pid: string) =>
    fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
    fs
      .readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .some((word) => word.startsWith(folder));
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return uses(pid);
      } catch {
        return false;
      }
    });
}

/** One request with a key that the service keeps in its data folder. */
export async function ask(url: string, data: string, key: 'api-key' | 'admin-key', target: string, body?: object) {
  const response = await fetch(url + target, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${fs.readFileSync(path.join(data, key), 'utf8').trim()}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}
