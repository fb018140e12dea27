import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Service } from '../service.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { type FolderLock, lockFolder, socketFolder } from './embedded/lock.ts';
import {
  CLUSTER_DATABASE,
  CLUSTER_USER,
  type Cluster,
  createCluster,
  startPostmaster,
  stopPostmaster,
  syncCluster,
} from './embedded/postmaster.ts';
import { unprivilegedUser } from './embedded/user.ts';

/** A PostgreSQL of our own in the data folder, as a child process: the same server as in production, with nothing to install. */
export interface EmbeddedDatabase extends Service {
  /** How to reach it, once started. */
  readonly connection: PoolConfig;
  /** Resolves when its first program runs: what else is done in this process no longer holds it up. Stays open when the start fails before. */
  readonly underway: Promise<void>;
  /** Tells another service that wants the folder to wait: this one is on its way out. */
  announceStop(): void;
}

/** Options of {@link embeddedDatabase}. */
export interface EmbeddedDatabaseOptions {
  /** The service's data folder; made when missing. */
  readonly data: string;
  readonly log: Logger;
  /** Called when the server has ended without having been asked to, and could not be started again. */
  readonly onLost: (reason: Error) => void;
}

/** Longest that a server which ended by itself is started again and again, in milliseconds: a full disk may be what ended it. */
const REVIVAL_MS_MAX = 300_000;
/** Pause between two such starts, in milliseconds. */
const REVIVAL_PAUSE_MS = 500;

/**
 * The embedded database of a data folder. Starting takes the folder for this process, and takes over cleanly what a
 * killed service left; it throws when another service uses the folder. A server that ends by itself is started again.
 */
export function embeddedDatabase({ data, log, onLost }: EmbeddedDatabaseOptions): EmbeddedDatabase {
  const sockets = socketFolder(data);
  let lock: FolderLock | null = null;
  let postmaster: ChildProcess | null = null;
  let isWanted = false;
  let revival: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  const underway = Promise.withResolvers<void>();

  const watch = (child: ChildProcess, cluster: Cluster): void => {
    postmaster = child;
    child.once('exit', (code, signal) => {
      if (postmaster !== child) return;
      postmaster = null;
      log.error({ ended: signal ?? code }, 'the embedded PostgreSQL ended by itself; it is started again');
      revival = revive(cluster, signal ?? code);
    });
  };
  const revive = async (cluster: Cluster, ended: unknown): Promise<void> => {
    const endMs = performance.now() + REVIVAL_MS_MAX;
    while (isWanted) {
      try {
        return watch(await startPostmaster(cluster), cluster);
      } catch (error) {
        log.warn({ err: error }, 'the embedded PostgreSQL could not be started again yet');
        if (performance.now() > endMs)
          return onLost(new Error(`the embedded PostgreSQL ended by itself (${ended}) and cannot be started again`));
        await sleep(REVIVAL_PAUSE_MS);
      }
    }
  };

  const sync = (cluster: Cluster) =>
    syncCluster(cluster).catch((error: unknown) => log.warn({ err: error }, 'the disk has not taken the whole database yet'));

  return {
    name: 'embedded database',
    connection: { host: sockets, user: CLUSTER_USER, database: CLUSTER_DATABASE },
    underway: underway.promise,

    async start() {
      if (postmaster) return;
      const user = unprivilegedUser();
      await fs.mkdir(sockets, { recursive: true, mode: 0o700 });
      if (user) await fs.chown(sockets, user.uid, user.gid);
      lock = await lockFolder(data);
      const folder = path.join(data, 'postgres');
      const cluster = { binaries: await locateBinaries(), user, folder, sockets, onRunning: underway.resolve };
      await createCluster(cluster);
      isWanted = true;
      const child = await startPostmaster(cluster);
      watch(child, cluster);
      syncing = sync(cluster);
      log.debug({ pid: child.pid }, 'embedded database is up');
    },

    announceStop() {
      lock?.announceStop();
    },

    async stop() {
      isWanted = false;
      await revival;
      await syncing;
      const child = postmaster;
      postmaster = null;
      if (child) await stopPostmaster(child);
      await lock?.release();
      lock = null;
    },
  };
}
