import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { s3Store } from '../../src/media/store/s3.ts';
import { type DebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts';
import { canMount, type Disk, makeDisk } from '../support/disk.ts';
import { startProxy } from '../support/proxy.ts';
import { type ObjectStore, startSwift } from '../support/swift.ts';
import { CAPACITY } from './full.ts';
import { canFakeTime, type Slot, startSlot } from './slot.ts';
import type { Fault, Target } from './target.ts';

const APIS = 2;
const WORKERS = 3;
const ADMIN_KEY = 'chaos-admin-key-0123456789';

/** Shortest and longest time the database is away, in milliseconds: half a minute, as for a restart by an operator. */
const DATABASE_AWAY_MS = [25_000, 30_000] as const;
/** Shortest and longest time of other faults, in milliseconds. */
const FAULT_MS = [6_000, 12_000] as const;
/** How far a clock jumps, in seconds. */
const JUMP_SECONDS = 3_600;

/**
 * Two API and three worker processes that share only Debian's PostgreSQL and Swift. Each of those has its own disk
 * where the system can make one.
 */
export async function clusterTarget(): Promise<Target> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-chaos-'));
  const disks = canMount ? { postgres: makeDisk(2_048), store: makeDisk(1_024), data: makeDisk(256) } : null;
  const [postgres, store] = await Promise.all([
    startDebianPostgres(disks?.postgres.folder),
    startSwift(disks?.store.folder),
  ]);
  const environment = (who: string) => ({
    ...store.environment,
    DATABASE_URL: `${postgres.url}&application_name=${who}`,
    ATELIER_S3_BUCKET: store.bucket,
    ATELIER_ADMIN_KEY: ADMIN_KEY,
    ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32',
    ATELIER_LOG_LEVEL: 'info',
    ATELIER_SANDBOX_CONCURRENCY: String(CAPACITY.sandbox),
  });
  const shared = path.join(folder, 'shared');
  fs.mkdirSync(shared);
  const open = (role: 'api' | 'worker', index: number) => {
    const name = `${role}-${index + 1}`;
    const data = path.join(disks?.data.folder ?? folder, name);
    return startSlot({ name, role, data, shared, log: path.join(folder, `${name}.log`), environment });
  };
  // Started together, as after a deployment: the migrations run once.
  const slots = await Promise.all([
    ...Array.from({ length: APIS }, (_, index) => open('api', index)),
    ...Array.from({ length: WORKERS }, (_, index) => open('worker', index)),
  ]);
  const proxy = await startProxy(() => slots.filter(({ role }) => role === 'api').flatMap((slot) => slot.url() ?? []));
  Object.assign(process.env, store.environment);
  return {
    name: 'cluster',
    url: proxy.url,
    adminKey: ADMIN_KEY,
    slots,
    database: { connectionString: postgres.url },
    openStore: () => s3Store({ bucket: store.bucket }),
    temporaryFolders: slots.map(({ data }) => path.join(data, 'media', 'incoming')),
    killDatabase: () => postgres.crash(0),
    faults: [...databaseFaults(postgres), ...storeFaults(store), ...diskFaults(disks, postgres), ...clockFaults(slots)],
    impossible: [
      ...(disks ? [] : ['a full disk: this process may not mount one']),
      ...(canFakeTime ? [] : ['a clock that jumps: Debian’s libfaketime is not installed']),
    ],
    logs: folder,
    async stop() {
      proxy.close();
      await Promise.all(slots.map((slot) => slot.stop()));
      await postgres.stop();
      await store.stop();
      for (const disk of Object.values(disks ?? {})) disk.remove();
    },
  };
}

function databaseFaults(postgres: DebianPostgres): Fault[] {
  const fault = (name: string, strike: (ms: number) => Promise<void>): Fault => ({
    name,
    takesDatabase: true,
    strike: (random) => strike(between(DATABASE_AWAY_MS, random)),
  });
  return [
    fault('PostgreSQL frozen for 25 to 30 s', postgres.freeze),
    fault('PostgreSQL shut down for 25 to 30 s', postgres.pause),
    fault('PostgreSQL killed and away for 25 to 30 s', postgres.crash),
  ];
}

function storeFaults(store: ObjectStore): Fault[] {
  const fault = (name: string, strike: (ms: number) => Promise<void>): Fault => ({
    name,
    takesDatabase: false,
    strike: (random) => strike(between(FAULT_MS, random)),
  });
  return [
    fault('S3 store frozen for 6 to 12 s', store.freeze),
    fault('S3 store killed and away for 6 to 12 s', store.crash),
  ];
}

function diskFaults(disks: Record<'postgres' | 'store' | 'data', Disk> | null, postgres: DebianPostgres): Fault[] {
  if (!disks) return [];
  const fault = (name: string, disk: Disk, takesDatabase: boolean): Fault => ({
    name,
    takesDatabase,
    async strike(random) {
      disk.fill();
      await sleep(between(FAULT_MS, random));
      disk.release();
      if (takesDatabase) await postgres.revive();
    },
  });
  return [
    fault('disk of PostgreSQL full for 6 to 12 s', disks.postgres, true),
    fault('disk of the S3 store full for 6 to 12 s', disks.store, false),
    fault('disk of the data folders full for 6 to 12 s', disks.data, false),
  ];
}

function clockFaults(slots: readonly Slot[]): Fault[] {
  if (!canFakeTime) return [];
  return ([1, -1] as const).flatMap((direction) =>
    (['api', 'worker'] as const).map((role) => ({
      name: `clock of one ${role} ${direction > 0 ? 'ahead' : 'behind'} by an hour for 6 to 12 s`,
      takesDatabase: false,
      async strike(random) {
        const own = slots.filter((slot) => slot.role === role);
        const slot = own[Math.floor(random() * own.length)];
        slot?.setClock(direction * JUMP_SECONDS);
        await sleep(between(FAULT_MS, random));
        slot?.setClock(0);
      },
    })),
  );
}

function between([least, most]: readonly [number, number], random: () => number): number {
  return least + random() * (most - least);
}
