import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { type Database, isDatabaseAway, openDatabase } from './connection.ts';

let own: TestDatabase;
let db: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  db = openDatabase({ connectionString: own.url }, pino({ level: 'silent' }));
});
afterAll(async () => {
  await db.destroy();
  await own.drop();
});

test('a connection that breaks between two statements of a transaction fails the transaction, and nothing else', async () => {
  const transaction = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await end(rows[0]?.pid ?? 0);
    await sql`select 1`.execute(transaction);
  });
  const error = await transaction.catch((reason: unknown) => reason);
  expect(isDatabaseAway(error), String(error)).toBe(true);
  const { rows } = await sql`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

/** Ends a connection from outside, and waits until it is gone. */
async function end(pid: number): Promise<void> {
  const client = await own.connect();
  await client.query('select pg_terminate_backend($1)', [pid]);
  const isThere = async () => (await client.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount;
  while (await isThere());
  await client.end();
}

test('a server without room, or with a broken medium, is away', () => {
  const saying = (code: string) => isDatabaseAway(Object.assign(new Error('from PostgreSQL'), { code }));
  expect(['53100', '53200', '53300', '58030', '57P03', '08006'].filter((code) => !saying(code))).toEqual([]);
  expect(['23505', '40001', '22P02'].filter(saying)).toEqual([]);
});
