import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { CLUSTER_DATABASE, CLUSTER_USER } from '../src/database/embedded/cluster.ts';
import { embeddedDatabase } from '../src/database/embedded.ts';
import { peakBytes } from './processes.ts';

/** The command line of the service. */
export const MAIN = fileURLToPath(new URL('../../cli/bin/atelier.mjs', import.meta.url));
const ADMIN_KEY = 'bench-admin-key-0123456789';

/** A PostgreSQL of the bench's own, fsync on, and processes of the service on it. */
export interface Rig {
  /** The server all databases live in. */
  readonly databasePid: number;
  /** Makes an empty database. */
  database(name: string): Promise<BenchDatabase>;
  /** Starts a process of the service on a database and resolves when it answers. */
  serve(role: 'all' | 'api' | 'worker', database: BenchDatabase): Promise<ServedProcess>;
  /** Starts a script of the folder `scripts`. */
  script(name: string, ...parameters: string[]): Script;
  /** Ends everything and removes the data. */
  close(): Promise<void>;
}

/** A database, and the folder in which the processes on it keep media. */
export interface BenchDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string;
  readonly media: string;
  /** For the bench's own statements. */
  readonly client: pg.Client;
}

/** A process of the service. */
export interface ServedProcess {
  readonly url: string;
  readonly pid: number;
  /** One request with the admin key. Rejects for a status of 400 and above. */
  admin<T>(method: string, target: string, body: object): Promise<T>;
  /** Ends it, and resolves with the most resident memory it ever held, in bytes. */
  stop(): Promise<number>;
}

/** A script that runs beside the bench and tells things line by line. */
export interface Script {
  readonly pid: number;
  /** Its next line; rejects where it ends without one. */
  next(): Promise<string>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Starts the database server. */
export async function startRig(): Promise<Rig> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-bench-'));
  const children = new Set<ChildProcess>();
  const clients: pg.Client[] = [];
  const onLost = (reason: Error) => {
    throw reason;
  };
  const server = embeddedDatabase({ data, log: pino({ level: 'silent' }), onLost });
  await server.start();
  const config = await unlimited(data);
  const urlOf = (name: string) =>
    `postgres://${CLUSTER_USER}@localhost/${name}?host=${encodeURIComponent(String(server.connection.host))}`;
  const connect = async (name: string) => {
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    clients.push(client);
    return client;
  };
  const mother = await connect(CLUSTER_DATABASE);
  const stop = async (child: ChildProcess) => {
    if (!children.delete(child)) return;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };

  return {
    databasePid: Number((await fs.readFile(path.join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    async database(name) {
      await mother.query(`create database "${name}"`);
      return { url: urlOf(name), media: path.join(data, name), client: await connect(name) };
    },
    async serve(role, { url: databaseUrl, media }) {
      const child = spawn(process.execPath, [MAIN, 'serve', '--role', role, '--port', '0', '--data', media], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...environment(), DATABASE_URL: databaseUrl, ATELIER_ADMIN_KEY: ADMIN_KEY, ATELIER_CONFIG: config },
      });
      children.add(child);
      const { url } = JSON.parse(await linesOf(child)());
      const pid = child.pid ?? 0;
      return {
        url,
        pid,
        admin: (method, target, body) => administer(method, url + target, body),
        async stop() {
          const peak = await peakBytes(pid);
          await stop(child);
          return peak;
        },
      };
    },
    script(name, ...parameters) {
      const child = fork(fileURLToPath(new URL(`scripts/${name}`, import.meta.url)), parameters, {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      children.add(child);
      return { pid: child.pid ?? 0, next: linesOf(child), stop: () => stop(child) };
    },
    async close() {
      for (const child of [...children]) await stop(child);
      for (const client of clients) await client.end();
      await server.stop();
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * The environment of every process of the service. `BENCH_NODE_OPTIONS` is for profiles: `--cpu-prof
 * --cpu-prof-dir=FOLDER`.
 */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, BENCH_NODE_OPTIONS } = process.env;
  return { PATH, ATELIER_LOG_LEVEL: 'error', ...(BENCH_NODE_OPTIONS ? { NODE_OPTIONS: BENCH_NODE_OPTIONS } : {}) };
}

async function administer(method: string, url: string, body: object) {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
}

/** Reads the output of a process, line by line; rejects if it ends without another line. */
function linesOf(child: ChildProcess): () => Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`a process ended without a word (${child.spawnargs.slice(1, 3).join(' ')})`);
    return value;
  };
}

/** Removes the limits of plans, which are not measured. */
async function unlimited(data: string): Promise<string> {
  const file = path.join(data, 'atelier.config.json');
  const enterprise = { unfinished_jobs: 1_000_000, requests_per_minute: 1_000_000 };
  await fs.writeFile(file, JSON.stringify({ plans: { enterprise } }));
  return file;
}
