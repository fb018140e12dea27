import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { CLUSTER_DATABASE, CLUSTER_USER } from '../src/database/embedded/postmaster.ts';
import { embeddedDatabase } from '../src/database/embedded.ts';

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
const ADMIN_KEY = 'bench-admin-key-0123456789';

/** A PostgreSQL of the bench's own, fsync on, and processes of the service on it. */
export interface Rig {
  /** For `DATABASE_URL`. */
  readonly databaseUrl: string;
  /** Starts a process of the service and resolves with where it listens. */
  serve(role: 'api' | 'worker' | 'all'): Promise<ServedProcess>;
  /** Starts a script of this folder that prints one line when it is ready, and resolves with that line. */
  script(name: string, ...parameters: string[]): Promise<{ readonly line: string; stop(): Promise<void> }>;
  /** Ends everything and removes the data. */
  close(): Promise<void>;
}

/** A process of the service. */
export interface ServedProcess {
  readonly url: string;
  readonly pid: number;
  /** One request with the admin key. Rejects for a status of 400 and above. */
  admin<T>(method: string, target: string, body: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the database. */
export async function startRig(): Promise<Rig> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-bench-'));
  await fs.chmod(data, 0o711);
  const children = new Set<ChildProcess>();
  const database = embeddedDatabase({
    data,
    log: pino({ level: 'silent' }),
    onLost: (reason) => {
      throw reason;
    },
  });
  await database.start();
  const databaseUrl = `postgres://${CLUSTER_USER}@localhost/${CLUSTER_DATABASE}?host=${encodeURIComponent(String(database.connection.host))}`;
  const stop = async (child: ChildProcess) => {
    if (!children.delete(child)) return;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };

  return {
    databaseUrl,
    async serve(role) {
      const child = spawn(
        process.execPath,
        [MAIN, 'serve', '--role', role, '--port', '0', '--data', path.join(data, 'shared')],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: {
            PATH: process.env.PATH,
            DATABASE_URL: databaseUrl,
            ATELIER_ADMIN_KEY: ADMIN_KEY,
            ATELIER_LOG_LEVEL: 'error',
            ATELIER_CONFIG: await unlimited(data),
          },
        },
      );
      children.add(child);
      const { url } = JSON.parse(await firstLine(child));
      return {
        url,
        pid: child.pid ?? 0,
        admin: async (method, target, body) => {
          const response = await fetch(url + target, {
            method,
            headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
          if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
          return response.json();
        },
        stop: () => stop(child),
      };
    },
    async script(name, ...parameters) {
      const child = fork(fileURLToPath(new URL(name, import.meta.url)), parameters, {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      children.add(child);
      return { line: await firstLine(child), stop: () => stop(child) };
    },
    async close() {
      for (const child of [...children]) await stop(child);
      await database.stop();
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}

/** What a process says first; rejects where it ends without a word. */
async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with ${code}`);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => {});
  return line;
}

/** Limits of plans are not what is measured. */
async function unlimited(data: string): Promise<string> {
  const file = path.join(data, 'atelier.config.json');
  const enterprise = { unfinished_jobs: 1_000_000, requests_per_minute: 1_000_000 };
  await fs.writeFile(file, JSON.stringify({ plans: { enterprise } }));
  return file;
}
