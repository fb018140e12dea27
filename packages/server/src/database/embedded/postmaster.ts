import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresBinaries } from './binaries.ts';
import { spawnAs, type UnprivilegedUser } from './user.ts';

/** Superuser of the embedded cluster. Only this process can reach its socket, so it needs no password. */
export const CLUSTER_USER = 'atelier';

/** Database the service keeps its tables in. */
export const CLUSTER_DATABASE = 'atelier';

/** How long a cluster may take to accept connections; crash recovery after a kill is included. */
const READY_TIMEOUT_MS = 60_000;

/** How long a fast shutdown may take before an immediate one. */
const STOP_TIMEOUT_MS = 10_000;

/** PostgreSQL's code for a database that is not there (appendix A of its manual, `invalid_catalog_name`). */
const NO_SUCH_DATABASE = '3D000';

/** Pause between two attempts to connect or two looks at a process. */
const POLL_MS = 15;

/**
 * Memory is kept small beside the engine's; durability stays on. One service needs few connections, none of them from
 * another machine, and no replicas.
 */
const SERVER_SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'shared_buffers=64MB',
  'max_connections=100',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'log_min_messages=fatal',
];

/** What a cluster needs to start. */
export interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly user: UnprivilegedUser | null;
  /** Folder of the cluster's files. */
  readonly folder: string;
  /** Folder of its socket; exists. */
  readonly sockets: string;
  /** Called when one of its programs has been started. */
  readonly onRunning: () => void;
}

/** Marks a new cluster whose files the disk may not have taken yet. */
const unsyncedMark = ({ folder }: Cluster) => `${folder}.unsynced`;

/**
 * Makes the cluster's files unless they are there. Interrupted, it leaves nothing that looks finished. The disk is not waited for: see
 * {@link syncCluster}.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { user, folder } = cluster;
  if (await exists(path.join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.new`;
  await fs.rm(unfinished, { recursive: true, force: true });
  await fs.mkdir(unfinished, { mode: 0o700 });
  if (user) await fs.chown(unfinished, user.uid, user.gid);
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await runInitdb(cluster, unfinished, ['--no-sync', '-U', CLUSTER_USER, '--auth=trust', '-E', 'UTF8', ...locale]);
  await fs.writeFile(unsyncedMark(cluster), '');
  await fs.rename(unfinished, folder);
}

/**
 * Has the disk take all files of a new cluster, unless it has, which would make a quarter of a first start and is done beside what follows.
 * Until it is done, in this start or a later one, a power cut could lose the cluster; a killed process loses nothing.
 */
export async function syncCluster(cluster: Cluster): Promise<void> {
  if (!(await exists(unsyncedMark(cluster)))) return;
  await runInitdb(cluster, cluster.folder, ['--sync-only']);
  await fs.rm(unsyncedMark(cluster), { force: true });
}

/** Runs PostgreSQL's own tool on a folder. */
async function runInitdb({ binaries, user, onRunning }: Cluster, folder: string, options: readonly string[]): Promise<void> {
  const child = spawnAs(user, binaries.initdb, ['-D', folder, ...options], [folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
    // A Ctrl-C on the terminal does not break it off.
    detached: true,
  });
  child.once('spawn', onRunning);
  const errors = collect(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${errors()}`);
}

/** Starts the server and resolves when it accepts connections. A server left running by a killed process is ended first. */
export async function startPostmaster(cluster: Cluster): Promise<ChildProcess> {
  const { binaries, user, folder, sockets, onRunning } = cluster;
  await endLeftover(folder);
  const settings = SERVER_SETTINGS.flatMap((setting) => ['-c', setting]);
  const child = spawnAs(
    user,
    binaries.postgres,
    ['-D', folder, '-k', sockets, ...settings],
    [folder, path.join(sockets, 'socket')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      // A Ctrl-C on the terminal reaches this process alone, so that it can drain before the database goes.
      detached: true,
    },
  );
  child.once('spawn', onRunning);
  const errors = collect(child);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await ensureDatabase(sockets))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${errors()}`);
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not accept connections within ${READY_TIMEOUT_MS} ms: ${errors()}`);
    await sleep(POLL_MS);
  }
  return child;
}

/** Ends the server: a fast shutdown (SIGINT: rolls open transactions back), then an immediate one (SIGQUIT). */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

/** The error output so far, bounded. */
function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  return () => text.trim();
}

/**
 * True when the server answers and has our database; false while it does not answer. In a new cluster the database that nobody uses yet
 * gets our name: to make another takes a copy of a template.
 */
async function ensureDatabase(sockets: string): Promise<boolean> {
  const found = await ask(sockets, CLUSTER_DATABASE, 'select 1');
  if (found !== 'absent') return found === 'done';
  return (await ask(sockets, 'template1', `alter database postgres rename to ${CLUSTER_DATABASE}`)) === 'done';
}

/** Asks one database. Throws what is wrong with the statement; while the server is starting or recovering it is `silent`, and the caller asks again. */
async function ask(sockets: string, database: string, statement: string): Promise<'done' | 'absent' | 'silent'> {
  const client = new pg.Client({ host: sockets, user: CLUSTER_USER, database });
  try {
    await client.connect();
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE ? 'absent' : 'silent';
  }
  try {
    await client.query(statement);
    return 'done';
  } finally {
    await client.end();
  }
}

/** Ends the server that a killed service left running on this folder; we hold the folder's lock, so nobody else uses it. */
async function endLeftover(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  const text = await fs.readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!pid || !(await isPostmasterOf(pid, folder))) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
}

/** True when that process is PostgreSQL on this folder, and not one that was given the same number since. */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const commandLine = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  // Without /proc (macOS) the server's own lock file is all there is to go by.
  return commandLine === null || commandLine.includes(folder);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
