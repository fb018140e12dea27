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

test('a migration that fails is told as that', async () => {
  const { client, db } = await outdatedDatabase();
  await client.query('delete from kysely_migration');
  await expect(migrate(db)).rejects.toThrow('the database could not be migrated');
});
