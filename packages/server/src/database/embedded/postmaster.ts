import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CLUSTER_DATABASE, CLUSTER_USER, type Cluster, writeAccess } from './cluster.ts';
import { errorsOf, STARTED_IN, spawnIn } from './spawn.ts';

/** How long a cluster may take to accept connections; crash recovery after a kill is included. */
const READY_TIMEOUT_MS = 60_000;

/** How long a fast shutdown may take before an immediate one, and that before the server is given up. */
const STOP_TIMEOUT_MS = 10_000;

/** PostgreSQL's code for a database that is not there (appendix A of its manual, `invalid_catalog_name`). */
const NO_SUCH_DATABASE = '3D000';

/** Pause between two attempts to connect or two looks at a process. */
const POLL_MS = 15;

/** Name of the socket in its folder: PostgreSQL's for its own port. */
const SOCKET = '.s.PGSQL.5432';

/** First line: the process ID of the server. The server makes it before its socket, and removes it as its last act. */
const PID_FILE = 'postmaster.pid';

/**
 * Memory is kept small beside the engine's; durability stays on. One service needs few connections, none of them from
 * another machine, and no replicas.
 */
const SERVER_SETTINGS = [
  'listen_addresses=',
  'port=5432',
  'unix_socket_permissions=0700',
  'shared_buffers=64MB',
  'max_connections=100',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'log_min_messages=fatal',
];

/**
 * Starts the server and resolves when it accepts connections on its socket in `sockets`, a short name of its folder. A
 * server left running by a killed process is ended first. Rejects with the server's own words as soon as it ends, and
 * leaves no server behind where it rejects.
 */
export async function startPostmaster(cluster: Cluster, sockets: string): Promise<ChildProcess> {
  const { programs, user, folder, signal, onRunning } = cluster;
  await endLeftover(folder, sockets);
  await writeAccess(cluster);
  signal.throwIfAborted();
  const settings = SERVER_SETTINGS.flatMap((setting) => ['-c', setting]);
  const named = process.platform === 'linux' ? STARTED_IN : sockets;
  const child = spawnIn(folder, programs.postgres, ['-D', STARTED_IN, '-k', named, ...settings], user);
  child.once('spawn', onRunning);
  const errors = errorsOf(child);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READY_TIMEOUT_MS)]);
  // It rejects where the program cannot be started at all, and when the limit is reached.
  const ended = once(child, 'exit', { signal: limit }).then(([code, killedBy]) => {
    throw new Error(`PostgreSQL ended with ${killedBy ?? code}: ${errors()}. ${adviceFor(folder)}`);
  });
  ended.catch(() => {});
  try {
    while (!(await Promise.race([ended, ensureDatabase(sockets)]))) await Promise.race([ended, sleep(POLL_MS)]);
    return child;
  } catch (error) {
    await stopPostmaster(child);
    signal.throwIfAborted();
    throw limit.aborted
      ? new Error(`PostgreSQL did not accept connections within ${READY_TIMEOUT_MS} ms: ${errors()}`)
      : error;
  }
}

/** Advice for a server that cannot start on its files. */
function adviceFor(folder: string): string {
  return `If the files in ${folder} are damaged or of another version, restore the data folder from a backup.`;
}

/** Ends the server: a fast shutdown (SIGINT: rolls open transactions back), then an immediate one (SIGQUIT). */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

/**
 * True when the server answers and has our database; false while it does not answer. In a new cluster the database that
 * nobody uses yet gets our name: to make another takes a copy of a template.
 */
async function ensureDatabase(sockets: string): Promise<boolean> {
  const found = await ask(sockets, CLUSTER_DATABASE, 'select 1');
  if (found !== 'absent') return found === 'done';
  return (await ask(sockets, 'template1', `alter database postgres rename to ${CLUSTER_DATABASE}`)) === 'done';
}

/**
 * Asks one database. Throws what is wrong with the statement; while the server is starting or recovering it is
 * `silent`, and the caller asks again.
 */
async function ask(sockets: string, database: string, statement: string): Promise<'done' | 'absent' | 'silent'> {
  const client = new pg.Client({ host: sockets, user: CLUSTER_USER, database });
  // A server that ends between two events is noticed by its process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE ? 'absent' : 'silent';
  }
  try {
    await client.query(statement);
    return 'done';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Ends the server that a killed service left running on this folder, and removes its remaining files. We hold the
 * folder's lock, so nobody else uses it. A server runs when its socket answers. The number in its file may belong to
 * another process by now, and PostgreSQL would refuse to start beside that process. It detects processes of a running
 * server by its shared memory.
 */
async function endLeftover(folder: string, sockets: string): Promise<void> {
  const pidFile = path.join(folder, PID_FILE);
  if (await answers(path.join(sockets, SOCKET))) {
    const pid = Number((await fs.readFile(pidFile, 'utf8')).split('\n')[0]);
    for (const signal of ['SIGINT', 'SIGQUIT'] as const)
      if (existsSync(pidFile) && (await isPostgres(pid))) await endBy(signal, pid, pidFile);
    if (existsSync(pidFile))
      throw new Error(
        `A PostgreSQL (process ${pid}) runs in ${folder} and does not end. End it, then start Atelier again.`,
      );
  }
  for (const name of [PID_FILE, SOCKET, `${SOCKET}.lock`]) await fs.rm(path.join(folder, name), { force: true });
}

/** Sends a signal to the server, and waits for its last act. */
async function endBy(signal: 'SIGINT' | 'SIGQUIT', pid: number, pidFile: string): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (existsSync(pidFile) && Date.now() < deadline) await sleep(POLL_MS);
}

/**
 * False for a process that is not PostgreSQL, as a server in another container has its number there. True without
 * `/proc` (macOS).
 */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const commandLine = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.includes('postgres');
}

/** True when a process listens on the socket. */
async function answers(file: string): Promise<boolean> {
  const socket = net.connect(file);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
