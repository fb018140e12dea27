import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database/connection.ts';
import type { LocalEngine } from './engines/port.ts';
import type { MediaStore } from './media/store/port.ts';

/** Longest a part may take to say that it is well. */
const CHECK_TIMEOUT_MS = 2_000;

/** Longest the service waits for the engine before it listens: clients find a service that is ready, or one that says why not. */
const ENGINE_WAIT_MS = 10_000;

/** Whether the service can take work. */
export interface Readiness {
  /** Resolves when the engine has loaded or failed, or has taken too long to wait for. */
  engineSettled(): Promise<void>;
  /** Asks every part the service needs, and returns in words what is missing; empty when it can take work. */
  reasons(parts: { readonly db: Database; readonly store: MediaStore }): Promise<readonly string[]>;
}

/** Watches the engine load; null where this process has none. */
export function readiness(engine: LocalEngine | null): Readiness {
  let state: 'loading' | 'ready' | 'broken' = engine ? 'loading' : 'ready';
  const settled =
    engine?.ready().then(
      () => {
        state = 'ready';
      },
      () => {
        state = 'broken';
      },
    ) ?? Promise.resolve();
  return {
    engineSettled: () => Promise.race([settled, sleep(ENGINE_WAIT_MS, undefined, { ref: false })]),
    async reasons({ db, store }) {
      const [database, media] = await Promise.all([answers(sql`select 1`.execute(db)), answers(store.checkHealth())]);
      return [
        ...(database ? [] : ['the database does not answer']),
        ...(media ? [] : ['the media store does not answer']),
        ...(state === 'loading' ? ['the embedded engine is loading its nets'] : []),
        ...(state === 'broken' ? ['the embedded engine could not load its nets'] : []),
      ];
    },
  };
}

async function answers(check: Promise<unknown>): Promise<boolean> {
  const said = check.then(
    () => true,
    () => false,
  );
  return Promise.race([said, sleep(CHECK_TIMEOUT_MS, false, { ref: false })]);
}
