import fs from 'node:fs/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/database/connection.ts';
import { migrate } from '../src/database/migrate.ts';
import { createTestDatabase } from './support/database.ts';

/** The lock under which migrations run: that of Kysely's `PostgresAdapter`. */
const LOCK = '3853314791062309107';

/** A database in which the newest migration, `last`, is still to be done, and how others at work on it look. */
async function outdatedDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = await database.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name',
  );
  const db = openDatabase({ connectionString: database.url }, pino({ level: 'silent' }));
  onTestFinished(() => db.destroy());
  const enter = (name: string) =>
    client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()]);
  const waiting = async () =>
    (
      await client.query(
        `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount;
  return { client, db, enter, waiting, last: String(rows[0].name) };
}

test('an older version that waits while a newer one migrates goes on with its tables', async () => {
  const { client, db, enter, waiting, last } = await outdatedDatabase();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(${LOCK})`);
  const older = migrate(db);
  await expect.poll(waiting).toBe(1);
  await enter(last);
  await enter('9998-what-nobody-needs');
  await client.query('commit');
  expect(await older).toBe('9998-what-nobody-needs');
});

/** Everything that defines the tables of a database, in an order that does not depend on how they were made. */
async function definitionsOf(client: pg.Client): Promise<unknown> {
  const texts = [
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = 'public' order by 1, 2`,
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
    `select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    `select typname from pg_type where typnamespace = 'public'::regnamespace order by 1`,
    `select nspname from pg_namespace where nspname !~ '^pg_' order by 1`,
    'select name from kysely_migration order by 1',
  ];
  const results: unknown[] = [];
  for (const text of texts) results.push((await client.query(text)).rows);
  return results;
}

test('the data folder of a development version is brought to the tables of a new one, and loses nothing', async () => {
  const [older, fresh] = [await createTestDatabase(), await createTestDatabase()];
  for (const database of [older, fresh]) onTestFinished(() => database.drop());
  const [client, other] = [await older.connect(), await fresh.connect()];
  for (const each of [client, other]) onTestFinished(() => each.end());
  await client.query('drop schema public cascade; create schema public');
  await client.query(await fs.readFile(new URL('./fixtures/tables-0013.sql', import.meta.url), 'utf8'));
  await client.query(`select set_config('search_path', 'public', false)`);
  const db = openDatabase({ connectionString: older.url }, pino({ level: 'silent' }));
  onTestFinished(() => db.destroy());
  await Promise.all([migrate(db), migrate(db)]);
  expect(await definitionsOf(client)).toEqual(await definitionsOf(other));
  const rowsOf = async (text: string) => (await client.query(text)).rows;
  expect(
    await rowsOf('select balance::int, (select sum(amount)::int from ledger_entries) as entries from workspaces'),
  ).toEqual([{ balance: 700, entries: 700 }]);
  expect(await rowsOf('select status, (select count(*)::int from media) as media from jobs order by id')).toEqual([
    { status: 'completed', media: 1 },
    { status: 'pending', media: 1 },
    { status: 'pending', media: 1 },
  ]);
  expect(await rowsOf('select held_bytes = (select sum(size_bytes) from media) as counted from storage_use')).toEqual([
    { counted: true },
  ]);
  expect(await rowsOf('select right(job_id::text, 1) as job, lane, holder from queue_entries order by turn')).toEqual([
    { job: '2', lane: 'sandbox', holder: null },
    { job: '3', lane: 'sandbox', holder: null },
  ]);
  expect(await rowsOf('select key, status from idempotency_receipts')).toEqual([{ key: 'order-1', status: 202 }]);
});

test('a migration that fails is told as that', async () => {
  const { client, db } = await outdatedDatabase();
  await client.query('delete from kysely_migration');
  await expect(migrate(db)).rejects.toThrow('the database could not be migrated');
});
