import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { cacheFolder } from '../config/data-folder.mjs';
import { CLUSTER_DATABASE, CLUSTER_USER, type Cluster, createCluster, syncCluster } from './embedded/cluster.ts';
import { type FolderLock, lockFolder } from './embedded/lock.ts';
import { startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { locatePrograms } from './embedded/programs.ts';
import { openSocketFolder, type SocketFolder } from './embedded/socket-folder.ts';
import { postgresUser } from './embedded/user.ts';

/**
 * A PostgreSQL of our own in the data folder, as a child process: the same server as in production, with nothing to
 * install.
 */
export type EmbeddedDatabase = ReturnType<typeof embeddedDatabase>;

/** Options of {@link embeddedDatabase}. */
export interface EmbeddedDatabaseOptions {
  /** The service's data folder; made when missing. */
  readonly data: string;
  readonly log: Logger;
  /** Called when the server has ended without having been asked to, and could not be started again. */
  readonly onLost: (reason: Error) => void;
}

/** Longest time in milliseconds that a server which ends by itself is restarted. A full disk may be the cause. */
const REVIVAL_MS_MAX = 300_000;
/** Pause between two such starts, in milliseconds. */
const REVIVAL_PAUSE_MS = 500;

/**
 * The embedded database of a data folder. Starting locks the folder for this process, and recovers cleanly from a
 * killed service. It throws when another service uses the folder. A server that ends by itself is started again. A stop
 * also ends a start in progress.
 */
export function embeddedDatabase({ data, log, onLost }: EmbeddedDatabaseOptions) {
  const folder = path.join(data, 'postgres');
  let lock: FolderLock | null = null;
  let sockets: SocketFolder | null = null;
  let postmaster: ChildProcess | null = null;
  let stopping = new AbortController();
  let starting: Promise<void> | null = null;
  let revival: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  const underway = Promise.withResolvers<void>();

  const watch = (child: ChildProcess, cluster: Cluster, socketPath: string): void => {
    postmaster = child;
    child.once('exit', (code, signal) => {
      if (postmaster !== child) return;
      postmaster = null;
      log.error({ ended: signal ?? code }, 'the embedded PostgreSQL ended by itself; it is started again');
      revival = revive(cluster, socketPath, signal ?? code);
    });
  };
  const revive = async (cluster: Cluster, socketPath: string, ended: unknown): Promise<void> => {
    const endMs = performance.now() + REVIVAL_MS_MAX;
    while (!cluster.signal.aborted) {
      try {
        return watch(await startPostmaster(cluster, socketPath), cluster, socketPath);
      } catch (error) {
        if (cluster.signal.aborted) return;
        log.warn({ err: error }, 'the embedded PostgreSQL could not be started again yet');
        if (performance.now() > endMs)
          return onLost(new Error(`the embedded PostgreSQL ended by itself (${ended}) and cannot be started again`));
        await sleep(REVIVAL_PAUSE_MS);
      }
    }
  };

  // A stop waits for it.
  const sync = (cluster: Cluster) =>
    syncCluster({ ...cluster, signal: new AbortController().signal }).catch((error: unknown) =>
      log.warn({ err: error }, 'the disk has not taken the whole database yet'),
    );

  const begin = async (signal: AbortSignal): Promise<void> => {
    forgetClientVariables();
    const user = postgresUser();
    lock = await lockFolder(data);
    const programs = await locatePrograms(user, cacheFolder(data));
    const cluster = { programs, user, folder, signal, onRunning: underway.resolve };
    await createCluster(cluster);
    sockets = await openSocketFolder(folder);
    const child = await startPostmaster(cluster, sockets.path);
    watch(child, cluster, sockets.path);
    syncing = sync(cluster);
    log.debug({ pid: child.pid }, 'embedded database is up');
  };

  return {
    name: 'embedded database',
    /** How to reach it, once started. */
    get connection(): PoolConfig {
      return { host: sockets?.path ?? folder, user: CLUSTER_USER, database: CLUSTER_DATABASE };
    },
    /** Resolves when its first program runs, and delays this process no more. A start that fails leaves it pending. */
    underway: underway.promise,

    async start() {
      if (starting !== null) return starting;
      stopping = new AbortController();
      starting = begin(stopping.signal).catch((error: unknown) => {
        throw adviceFor(error, data);
      });
      return starting;
    },

    /** Tells another service that wants the folder to wait: this one is on its way out. */
    announceStop() {
      lock?.announceStop();
    },

    async stop() {
      stopping.abort(new Error('the service was stopped while it started'));
      await starting?.catch(() => {});
      starting = null;
      await revival;
      await syncing;
      const child = postmaster;
      postmaster = null;
      if (child) await stopPostmaster(child);
      await sockets?.close();
      sockets = null;
      await lock?.release();
      lock = null;
    },
  };
}

/**
 * Removes the variables of PostgreSQL's clients (`PGSSLMODE`, `PGOPTIONS`, …) from this process: they speak of servers
 * of the operator's.
 */
function forgetClientVariables(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
}

/** Advice for an error of the file system; other errors stay as they are. */
function adviceFor(error: unknown, data: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new Error(
    `The embedded database cannot be started in the data folder ${data}: ${error.message}. This process (user ${process.getuid?.()}) must own the folder and be able to write to it; name another with --data.`,
    { cause: error },
  );
}
