import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresUser } from '../../src/database/embedded/user.ts';
import { familyOf, hasEnded, signalAll } from './processes.ts';

const ROOT = '/usr/lib/postgresql';

/** Folder of the programs of Debian's newest PostgreSQL; null where none is installed. */
const programs = existsSync(ROOT)
  ? (readdirSync(ROOT)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(ROOT, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, 'postgres'))) ?? null)
  : null;

/** True where Debian's PostgreSQL is installed. */
export const hasDebianPostgres = programs !== null;

/** A PostgreSQL of Debian's, as an operator would run beside the service. */
export interface DebianPostgres {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Folder of its programs. */
  readonly programs: string;
  /** Makes a database more, and returns its address. */
  create(database: string): Promise<string>;
  /** Ends the server with SIGKILL, and starts it again after `awayMs`. */
  crash(awayMs: number): Promise<void>;
  /** Shuts the server down as an operator does, and starts it again after `awayMs`. */
  pause(awayMs: number): Promise<void>;
  /** Waits until it takes connections, and starts it where it has ended by itself. */
  revive(): Promise<void>;
  /** Freezes every process of it for a while: who asks gets no answer. */
  freeze(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes and starts one with its defaults, on a socket of its own; its data lie in `disk` where one is given. With a
 * `password` it asks for that; `url` is without it.
 */
export async function startDebianPostgres(disk?: string, password?: string): Promise<DebianPostgres> {
  if (programs === null) throw new Error('Debian’s PostgreSQL is not installed');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-postgres-'));
  const data = path.join(disk ?? folder, 'data');
  fs.mkdirSync(data, { mode: 0o700 });
  const user = postgresUser();
  if (user.isOther) for (const owned of [folder, data]) fs.chownSync(owned, user.uid, user.gid);
  const run = { cwd: folder, stdio: 'ignore' as const, ...(user.isOther ? { uid: user.uid, gid: user.gid } : {}) };
  const secretFile = path.join(folder, 'password');
  if (password !== undefined) fs.writeFileSync(secretFile, password);
  const access = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${secretFile}`];
  execFileSync(path.join(programs, 'initdb'), ['-D', data, '-U', 'atelier', ...access, '-E', 'UTF8'], run);
  // The last one: a start after a crash asks the kernel to write the disk back once, and not each of a thousand files.
  const settings = ['listen_addresses=', 'max_connections=250', 'recovery_init_sync_method=syncfs'].flatMap((one) => [
    '-c',
    one,
  ]);
  const program = path.join(programs, 'postgres');
  const start = () => spawn(program, ['-D', data, '-k', folder, ...settings], run);
  let child = start();
  const revive = async () => {
    for (;;) {
      if (hasEnded(child)) child = start();
      await Promise.race([once(child, 'exit'), accepts(own('atelier'))]);
      if (!hasEnded(child)) return;
      // Processes of the one before may outlive it for a moment, and keep this one from starting.
      await sleep(RESTART_PAUSE_MS);
    }
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT', awayMs: number) => {
    if (child.kill(signal)) await once(child, 'exit');
    await sleep(awayMs);
    await revive();
  };
  const url = (database: string) => `postgres://atelier@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const own = (database: string) =>
    url(database) + (password === undefined ? '' : `&password=${encodeURIComponent(password)}`);
  await accepts(own('postgres'), 'create database atelier');
  return {
    url: url('atelier'),
    programs,
    async create(database) {
      await accepts(own('postgres'), `create database ${database}`);
      return url(database);
    },
    crash: (awayMs) => end('SIGKILL', awayMs),
    pause: (awayMs) => end('SIGINT', awayMs),
    revive,
    async freeze(ms) {
      const frozen = familyOf(child.pid ?? 0);
      signalAll(frozen, 'SIGSTOP');
      await sleep(ms);
      signalAll(frozen, 'SIGCONT');
    },
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Pause before a server that ended at its start is started again, in milliseconds. */
const RESTART_PAUSE_MS = 50;

/** Waits until the server takes connections. */
async function accepts(url: string, statement = 'select 1'): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(statement);
      return await client.end();
    } catch (error) {
      await client.end().catch(() => {});
      if (
        !(
          error instanceof Error &&
          /ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|starting up|not yet accepting|recovery|terminat|shutting/.test(
            error.message,
          )
        )
      )
        throw error;
      await sleep(50);
    }
  }
}
