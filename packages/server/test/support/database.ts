import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { CLUSTER_USER } from '../../src/database/embedded/postmaster.ts';
import { TEMPLATE } from './global-setup.ts';

/** A database of one test file's own. */
export interface TestDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Removes it; connections still open are cut. */
  drop(): Promise<void>;
}

/** Clones the migrated template: tens of milliseconds, and no test sees another's rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const host = inject('databaseSocket');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ host, user: CLUSTER_USER, database: 'postgres' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} template ${TEMPLATE}`);
  return {
    url: `postgres://${CLUSTER_USER}@localhost/${name}?host=${encodeURIComponent(host)}`,
    drop: () => run(`drop database ${name} with (force)`),
  };
}
