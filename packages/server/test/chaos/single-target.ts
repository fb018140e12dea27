import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CLUSTER_DATABASE, CLUSTER_USER } from '../../src/database/embedded/cluster.ts';
import { folderStore } from '../../src/media/store/folder.ts';
import { canMount, type Disk, makeDisk } from '../support/disk.ts';
import { startProxy } from '../support/proxy.ts';
import { CAPACITY } from './full.ts';
import { startSlot } from './slot.ts';
import type { Fault, Target } from './target.ts';

const ADMIN_KEY = 'chaos-admin-key-0123456789';

/** How long a fault lasts at least and at most, in milliseconds. */
const FAULT_MS = [5_000, 10_000] as const;

/** Pause between two looks for a server that is to come back, in milliseconds. */
const LOOK_MS = 50;

/** One process with its embedded PostgreSQL and its media folder, on a disk of its own where disks can be made. */
export async function singleTarget(): Promise<Target> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-chaos-'));
  const disk = canMount ? makeDisk(2_048) : null;
  const data = path.join(disk?.folder ?? folder, 'data');
  const shared = path.join(folder, 'shared');
  fs.mkdirSync(shared);
  const environment = () => ({
    ATELIER_ADMIN_KEY: ADMIN_KEY,
    ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32',
    ATELIER_LOG_LEVEL: 'info',
    ATELIER_SANDBOX_CONCURRENCY: String(CAPACITY.sandbox),
  });
  const slot = await startSlot({
    name: 'all',
    role: 'all',
    data,
    shared,
    log: path.join(folder, 'all.log'),
    environment,
  });
  const proxy = await startProxy(() => [slot.url()].filter((url) => url !== null));
  const database = { host: path.join(data, 'postgres'), user: CLUSTER_USER, database: CLUSTER_DATABASE };
  const media = path.join(data, 'media');
  return {
    name: 'single',
    url: proxy.url,
    adminKey: ADMIN_KEY,
    slots: [slot],
    database,
    openStore: () => folderStore(media),
    temporaryFolders: ['incoming', 'temporary'].map((name) => path.join(media, name)),
    killDatabase: () => killPostmaster(data, database),
    faults: disk ? [fullDisk(disk), readOnlyMedia(media)] : [],
    impossible: disk ? [] : ['a full disk and a read-only one: this process may not mount'],
    logs: folder,
    async stop() {
      proxy.close();
      await slot.stop();
      disk?.remove();
    },
  };
}

/** Ends the embedded server with SIGKILL; resolves when its service has brought it back. */
async function killPostmaster(data: string, database: pg.PoolConfig): Promise<void> {
  while (!signalled(path.join(data, 'postgres', 'postmaster.pid'))) await sleep(LOOK_MS);
  const client = () => new pg.Client({ ...database, connectionTimeoutMillis: 1_000 }).on('error', () => {});
  for (let isBack = false; !isBack; ) {
    await sleep(LOOK_MS);
    const fresh = client();
    isBack = await fresh.connect().then(
      () => true,
      () => false,
    );
    await fresh.end().catch(() => {});
  }
}

/** Sends SIGKILL to the process that a file names; false when there is none, as while its service brings it back. */
function signalled(pidFile: string): boolean {
  try {
    return process.kill(Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
  } catch {
    return false;
  }
}

/** Database, pictures and unfinished uploads share one disk. */
function fullDisk(disk: Disk): Fault {
  return {
    name: 'disk of database and media full for 5 to 10 s',
    takesDatabase: true,
    async strike(random) {
      disk.fill();
      await sleep(lasting(random));
      disk.release();
    },
  };
}

/** As a file system becomes after an error of its medium, as the kernel sees it. */
function readOnlyMedia(media: string): Fault {
  const mount = (...parameters: string[]) => execFileSync('mount', parameters, { stdio: 'pipe' });
  return {
    name: 'media folder read-only for 5 to 10 s',
    takesDatabase: false,
    async strike(random) {
      mount('--bind', media, media);
      mount('-o', 'remount,ro,bind', media);
      await sleep(lasting(random));
      execFileSync('umount', ['-l', media], { stdio: 'pipe' });
    },
  };
}

function lasting(random: () => number): number {
  const [least, most] = FAULT_MS;
  return least + random() * (most - least);
}
