import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UPLOAD_BYTES_MAX } from '@atelier/contract';
import { sql } from 'kysely';
import type { Database } from './database/connection.ts';
import type { LocalEngine } from './engines/port.ts';
import { checkStore } from './media/store/health.ts';
import type { MediaStore } from './media/store/port.ts';

/** Longest time of a part's health check, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** Free space below which uploads may fail, in bytes: four of the largest uploads. */
const FREE_BYTES_MIN = 4 * UPLOAD_BYTES_MAX;

/**
 * Longest time, in milliseconds, that the start waits for the engine. Meanwhile the service answers, and `/readyz`
 * names the missing part.
 */
const ENGINE_WAIT_MS = 10_000;

/**
 * Pause before an engine that failed to load is loaded again, in milliseconds: a full disk may have been the reason.
 */
const RELOAD_PAUSE_MS = 10_000;

/** Parts that the service needs besides its engine. */
export interface ReadinessParts {
  readonly db: Database;
  readonly store: MediaStore;
  /** Folder of incoming files. */
  readonly incoming: string;
}

/**
 * Whether the service can take work. Its start begins loading the engine, and again after a failure; its stop ends
 * further tries. Null: this process has no engine.
 */
export function readiness(
  engine: LocalEngine | null,
  pause: () => Promise<void> = () => sleep(RELOAD_PAUSE_MS, undefined, { ref: false }),
) {
  let state: 'loading' | 'ready' | 'broken' = engine ? 'loading' : 'ready';
  let isStopped = false;
  let isStarted = false;
  const settled = Promise.withResolvers<void>();
  const load = async (waited: LocalEngine): Promise<void> => {
    while (state !== 'ready' && !isStopped) {
      state = await waited.ready().then(
        () => 'ready',
        () => 'broken',
      );
      settled.resolve();
      if (state === 'broken') await pause();
    }
  };
  return {
    name: 'readiness',
    async start() {
      if (isStarted) return;
      isStarted = true;
      if (engine) void load(engine);
      else settled.resolve();
    },
    async stop() {
      isStopped = true;
    },
    /** Resolves once the engine has loaded, has failed for the first time, or has taken too long. */
    engineSettled: () => Promise.race([settled.promise, sleep(ENGINE_WAIT_MS, undefined, { ref: false })]),
    /** Checks every part that the service needs and names the missing ones; empty if it can take work. */
    async reasons({ db, store, incoming }: ReadinessParts): Promise<readonly string[]> {
      const [database, media, freeBytes] = await Promise.all([
        answers(sql`select 1`.execute(db)),
        answers(checkStore(store)),
        freeBytesAt(incoming),
      ]);
      return [
        ...(database ? [] : ['the database does not answer']),
        ...(media ? [] : ['the media store does not answer']),
        ...(freeBytes >= FREE_BYTES_MIN
          ? []
          : [`the disk of ${incoming} has ${freeBytes} bytes left; uploads need ${FREE_BYTES_MIN}`]),
        ...(state === 'loading' ? ['the embedded engine is loading its nets'] : []),
        ...(state === 'broken' ? ['the embedded engine could not load its nets'] : []),
      ];
    },
  };
}

/** Bytes that this process may still write at a path. A missing folder counts as its parent. */
async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder).catch(() => fs.statfs(path.dirname(folder)));
  return bavail * bsize;
}

async function answers(check: Promise<unknown>): Promise<boolean> {
  const said = check.then(
    () => true,
    () => false,
  );
  return Promise.race([said, sleep(CHECK_TIMEOUT_MS, false, { ref: false })]);
}
