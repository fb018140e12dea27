import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Service } from '../service.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { type FolderLock, lockFolder, socketFolder } from './embedded/lock.ts';
import { CLUSTER_DATABASE, CLUSTER_USER, createCluster, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { unprivilegedUser } from './embedded/user.ts';

/** A PostgreSQL of our own in the data folder, as a child process: the same server as in production, with nothing to install. */
export interface EmbeddedDatabase extends Service {
  /** How to reach it, once started. */
  readonly connection: PoolConfig;
  /** Tells another service that wants the folder to wait: this one is on its way out. */
  announceStop(): void;
}

/** Options of {@link embeddedDatabase}. */
export interface EmbeddedDatabaseOptions {
  /** The service's data folder; made when missing. */
  readonly data: string;
  readonly log: Logger;
  /** Called when the server ends without having been asked to. */
  readonly onLost: (reason: Error) => void;
}

/**
 * The embedded database of a data folder. Starting takes the folder for this process, and takes over cleanly what a
 * killed service left; it throws when another service uses the folder.
 */
export function embeddedDatabase({ data, log, onLost }: EmbeddedDatabaseOptions): EmbeddedDatabase {
  const sockets = socketFolder(data);
  let lock: FolderLock | null = null;
  let postmaster: ChildProcess | null = null;

  return {
    name: 'embedded database',
    connection: { host: sockets, user: CLUSTER_USER, database: CLUSTER_DATABASE },

    async start() {
      if (postmaster) return;
      const user = unprivilegedUser();
      await fs.mkdir(sockets, { recursive: true, mode: 0o700 });
      if (user) await fs.chown(sockets, user.uid, user.gid);
      lock = await lockFolder(data);
      const cluster = { binaries: await locateBinaries(), user, folder: path.join(data, 'postgres'), sockets };
      await createCluster(cluster);
      const child = await startPostmaster(cluster);
      child.once('exit', (code, signal) => {
        if (postmaster === child) onLost(new Error(`the embedded PostgreSQL ended by itself (${signal ?? code})`));
      });
      postmaster = child;
      log.debug({ pid: child.pid }, 'embedded database is up');
    },

    announceStop() {
      lock?.announceStop();
    },

    async stop() {
      const child = postmaster;
      postmaster = null;
      if (child) await stopPostmaster(child);
      await lock?.release();
      lock = null;
    },
  };
}
