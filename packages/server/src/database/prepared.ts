import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * Most distinct prepared statements. The service has a few hundred. Further ones, such as lists of every length, are
 * sent unprepared.
 */
const PREPARED_MAX = 1_000;

/**
 * A pool whose connections prepare every statement with parameters, so that the server parses and plans it once.
 * Statements name their columns: one that says `*` breaks where a newer version of the service has added a column while
 * this one runs.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = prepared.get(client) ?? preparing(client);
      prepared.set(client, known);
      return known;
    },
  };
}

function preparing(client: pg.PoolClient): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('results are read whole here, not by cursor');
    const name = values.length === 0 ? undefined : nameOf(text);
    return client.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] });
  }
  return { query, release: (destroy) => client.release(destroy) };
}

const names = new Map<string, string>();

/** Name of a statement: made of its text, so the same on every connection. Undefined where there are too many. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_MAX) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
