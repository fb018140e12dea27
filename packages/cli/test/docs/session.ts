import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expectLikeness } from './likeness.ts';
import { noteOf, ROOT, type Snippet } from './snippets.ts';

/** Parts of a clone that the pages need. */
const CLONE = ['docs', 'node_modules', 'package.json', 'packages', 'scripts'];

/** Longest wait for one block. */
const BLOCK_TIMEOUT_MS = 90_000;

/** A block that only waits for a job, and an answer that shows the job on its way. */
const WAIT = /^job=\$\(jq .*\napi "[^"]*\?wait=60"/;
const ON_ITS_WAY = /"status": ?"(?:pending|generating)"/;

/** A reader who types every block of a page, in order, into one shell in the root of a clone. */
export interface Reader {
  /** The folder that stands for the clone. */
  readonly folder: string;
  /**
   * Runs a block, or compares it with the output of the last command. Throws if the outcome differs from the page.
   * Skips a block for another terminal if a service runs already.
   */
  follow(snippet: Snippet): Promise<void>;
  /** Stops everything that was started. */
  leave(): Promise<void>;
}

/** Opens a shell. Pages name the ports 8787 and 9000; free ones stand in for them. */
export async function reader(): Promise<Reader> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-reader-'));
  for (const name of CLONE) await fs.symlink(path.join(ROOT, name), path.join(folder, name));
  const ports = new Map([
    ['8787', await freePort()],
    ['9000', await freePort()],
  ]);
  const env = { ...cleanEnvironment(), ATELIER_PORT: String(ports.get('8787')), ATELIER_LOG_LEVEL: 'warn' };
  const options = { cwd: folder, env, detached: true } as const;
  const shell = spawn('bash', ['-s'], { ...options, stdio: ['pipe', 'ignore', 'inherit', 'pipe'] });
  const background: ChildProcess[] = [];
  const done = createInterface({ input: streamOf(shell.stdio[3]) });
  shell.stdin?.write('set -eo pipefail\n');
  const ended = once(shell, 'close').then(() => null);
  let printed = '';

  const withPorts = (text: string) => text.replace(/\b(8787|9000)\b/g, (port) => String(ports.get(port)));

  async function type(text: string): Promise<string> {
    const read = (name: string) => fs.readFile(path.join(folder, name), 'utf8');
    await fs.writeFile(path.join(folder, '.typed'), text);
    const finished = once(done, 'line', { signal: AbortSignal.timeout(BLOCK_TIMEOUT_MS) });
    shell.stdin?.write('exec >.printed 2>.complained; . ./.typed </dev/null; echo done >&3\n');
    const isFinished = await Promise.race([finished.catch(() => null), ended]);
    if (!isFinished)
      throw new Error(`it did not succeed; it printed\n${await read('.printed')}${await read('.complained')}`);
    return read('.printed');
  }

  /** Types a wait again while the job goes on, as the page says. The time limit of the test ends it. */
  async function typeToEnd(text: string): Promise<string> {
    const answer = await type(text);
    return WAIT.test(text) && ON_ITS_WAY.test(answer) ? typeToEnd(text) : answer;
  }

  /** Runs a block in the foreground of another terminal, and resolves with the first line it prints. */
  async function begin(text: string): Promise<string> {
    const child = spawn('bash', ['-c', text], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    background.push(child);
    const signal = AbortSignal.timeout(BLOCK_TIMEOUT_MS);
    const line = once(createInterface({ input: streamOf(child.stdout) }), 'line', { signal });
    const ended = once(child, 'close').then(([code]) => {
      throw new Error(`it ended with ${code} before it said anything`);
    });
    return String((await Promise.race([line, ended]))[0]);
  }

  return {
    folder,
    async follow(snippet) {
      const { language, notes } = snippet;
      const text = withPorts(snippet.text);
      try {
        const file = noteOf(snippet, 'file');
        if (notes.includes('not-run')) return;
        if (file) await fs.writeFile(path.join(folder, file), text);
        else if (notes.includes('output')) expectLikeness(text, printed, language);
        else if (language !== 'sh') throw new Error(`nobody knows what to do with ${language} ${notes.join(' ')}`);
        else if (notes.includes('background')) printed = background.length === 0 ? await begin(text) : '';
        else printed = await typeToEnd(text);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${snippet.place} cannot be followed: ${reason}`, { cause });
      }
    },
    async leave() {
      await Promise.all([shell, ...background].map(end));
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Stops a shell and its children: its whole process group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}

/** A reader's environment: without Atelier's settings or npm's variables of the calling process. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(ATELIER_|OTEL_|DATABASE_URL$|npm_|VITEST|NODE_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  server.close();
  await once(server, 'close');
  return address.port;
}

function streamOf(stream: unknown): Readable {
  if (!(stream instanceof Readable)) throw new Error('the process has no such stream');
  return stream;
}
