import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { CLUSTER_USER } from '../../src/database/embedded/cluster.ts';
import { TEMPLATE } from './global-setup.ts';

/** A database of one test file's own. */
export interface TestDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** A connection to it. End it. */
  connect(): Promise<pg.Client>;
  /** While `during` runs, nobody can connect, and nobody is. */
  away(during: () => Promise<void>): Promise<void>;
  /** Removes it; connections still open are cut. */
  drop(): Promise<void>;
}

/** Clones the migrated template: tens of milliseconds, and no test sees another's rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const host = inject('databaseSocket');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const connectTo = async (database: string) => {
    const client = new pg.Client({ host, user: CLUSTER_USER, database });
    await client.connect();
    return client;
  };
  const run = async (statement: string) => {
    const client = await connectTo('postgres');
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} template ${TEMPLATE}`);
  return {
    url: `postgres://${CLUSTER_USER}@localhost/${name}?host=${encodeURIComponent(host)}`,
    connect: () => connectTo(name),
    async away(during) {
      await run(`alter database ${name} allow_connections false`);
      await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      await during().finally(() => run(`alter database ${name} allow_connections true`));
    },
    drop: () => run(`drop database ${name} with (force)`),
  };
}

/**
 * Statements of other connections to the same database that wait for a lock, and contain a text. A transaction keeps
 * what it once read of `pg_stat_activity`, so this drops it first.
 */
export async function waitingForLock(client: pg.Client, text = ''): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [text],
  );
  return rowCount ?? 0;
}
