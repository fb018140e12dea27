import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import packageJson from '../../package.json' with { type: 'json' };
import type { Database, Queryable } from './connection.ts';
import { checkMigrationName, newestUnknown } from './newer-tables.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Newest migration of the development versions, and the script that brings its tables to those of the first migration.
 */
const OLDER = { newest: '0013-submit-works', script: new URL('./older-tables.sql', import.meta.url) } as const;

/** Functions of the database, each file beside the code that calls them. */
const FUNCTIONS = [
  '../accounts/ledger.sql',
  '../accounts/key-months.sql',
  './queue.sql',
  '../submission/submit-work.sql',
] as const;

/** Oldest PostgreSQL whose statements are used: that of Debian 12. */
export const OLDEST_MAJOR = 15;

/** Name of the lock under which functions are written. */
const FUNCTIONS_LOCK = 'atelier functions';

/**
 * Brings the tables and functions up to date, forward only, under a lock that other starting processes wait for.
 * Resolves to the newest migration that a newer version has done, where this one can use its tables, else to null.
 * Throws when a migration fails, the server is too old, or the tables are of a version that leaves this one out.
 */
export async function migrate(db: Database): Promise<string | null> {
  await refuseOldServer(db);
  await adoptOlderTables(db);
  const newest = await migrateTables(db);
  if (newest === null) await writeFunctions(db);
  return newest;
}

async function migrateTables(db: Database): Promise<string | null> {
  const migrations = await readMigrations();
  const known = Object.keys(migrations);
  const judge = (done: readonly string[]) => newestUnknown(known, done, packageJson.version);
  const done = await migrationsDone(db);
  const newest = judge(done);
  // As nearly every start finds it: the migrator would read the whole catalogue to say so.
  if (newest !== null || done.length === known.length) return newest;
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (!error) return null;
  // While this one waited for the lock, a newer version may have held it.
  const newestNow = judge(await migrationsDone(db));
  if (newestNow === null) throw new Error('the database could not be migrated', { cause: error });
  return newestNow;
}

/** Brings a data folder of a development version to the first migration. Its last migration must have been done. */
async function adoptOlderTables(db: Database): Promise<void> {
  if (!(await migrationsDone(db)).includes(OLDER.newest)) return;
  const script = await fs.readFile(OLDER.script, 'utf8');
  await db.transaction().execute(async (transaction) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(transaction);
    // Another process may have done it while this one waited for the lock.
    if (!(await migrationsDone(transaction)).includes(OLDER.newest)) return;
    await sql`delete from kysely_migration`.execute(transaction);
    await sql.raw(script).execute(transaction);
    const now = new Date().toISOString();
    await sql`insert into kysely_migration (name, timestamp) values ('0001-tables', ${now})`.execute(transaction);
  });
}

/** Writes the functions where they are not those of this version. Their text is kept as a checksum beside them. */
async function writeFunctions(db: Database): Promise<void> {
  const texts = await Promise.all(FUNCTIONS.map((file) => fs.readFile(new URL(file, import.meta.url), 'utf8')));
  const checksum = createHash('sha256').update(texts.join()).digest('hex');
  const areCurrent = async (queryable: Queryable) => {
    const { rows } = await sql`select from function_texts where checksum = ${checksum}`.execute(queryable);
    return rows.length > 0;
  };
  if (await areCurrent(db)) return;
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${FUNCTIONS_LOCK}))`.execute(transaction);
    if (await areCurrent(transaction)) return;
    for (const text of texts) await sql.raw(text).execute(transaction);
    await sql`delete from function_texts`.execute(transaction);
    await sql`insert into function_texts (checksum) values (${checksum})`.execute(transaction);
  });
}

async function refuseOldServer(db: Database): Promise<void> {
  const { rows } = await sql<{ version: string; number: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number`.execute(db);
  const [server] = rows;
  if (Math.floor(Number(server?.number) / 10_000) < OLDEST_MAJOR)
    throw new Error(`DATABASE_URL leads to PostgreSQL ${server?.version}; use PostgreSQL ${OLDEST_MAJOR} or newer`);
}

/** The names of all that have been done. */
async function migrationsDone(db: Queryable): Promise<string[]> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** One migration a file, `NNNN-what.sql`, in the order of their numbers. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await fs.readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (file) => {
      const name = file.replace(/\.sql$/, '');
      checkMigrationName(name);
      const text = await fs.readFile(new URL(file, FOLDER), 'utf8');
      return [name, { up: async (db: Database) => void (await sql.raw(text).execute(db)) }] as const;
    }),
  );
  return Object.fromEntries(migrations);
}
