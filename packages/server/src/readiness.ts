import { sql } from 'kysely';
import type { Database } from './database/connection.ts';
import type { Engine } from './engines/port.ts';
import type { MediaStore } from './media/store/port.ts';

/** Longest a part may take to say that it is well. */
const CHECK_TIMEOUT_MS = 2_000;

/** Asks every part the service needs, and returns in words what is missing; empty when it can take work. */
export function readinessOf(parts: {
  readonly db: Database;
  readonly store: MediaStore;
  readonly engine: Engine | null;
}): () => Promise<readonly string[]> {
  let engineState: 'loading' | 'ready' | 'broken' = parts.engine ? 'loading' : 'ready';
  parts.engine?.ready().then(
    () => {
      engineState = 'ready';
    },
    () => {
      engineState = 'broken';
    },
  );
  return async () => {
    const [database, store] = await Promise.all([answers(sql`select 1`.execute(parts.db)), answers(parts.store.checkHealth())]);
    return [
      ...(database ? [] : ['the database does not answer']),
      ...(store ? [] : ['the media store does not answer']),
      ...(engineState === 'loading' ? ['the embedded engine is loading its nets'] : []),
      ...(engineState === 'broken' ? ['the embedded engine could not load its nets'] : []),
    ];
  };
}

async function answers(check: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false).unref());
  return Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
}
