import fs from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import packageJson from '../../package.json' with { type: 'json' };
import type { Database } from './connection.ts';
import { checkMigrationName, newestUnknown } from './newer-tables.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Oldest PostgreSQL whose statements are used: that of Debian 12. */
export const OLDEST_MAJOR = 15;

/**
 * Brings the tables up to date, forward only, under a lock that other starting processes wait for. Resolves to the newest migration that a
 * newer version has done, where this one can use its tables, else to null. Throws when a migration fails, the server is too old, or the
 * tables are of a version that leaves this one out.
 */
export async function migrate(db: Database): Promise<string | null> {
  await refuseOldServer(db);
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

async function refuseOldServer(db: Database): Promise<void> {
  const { rows } = await sql<{ version: string; number: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number`.execute(db);
  const [server] = rows;
  if (Math.floor(Number(server?.number) / 10_000) < OLDEST_MAJOR)
    throw new Error(`DATABASE_URL leads to PostgreSQL ${server?.version}; needed is ${OLDEST_MAJOR} or newer`);
}

/** The names of all that have been done. */
async function migrationsDone(db: Database): Promise<string[]> {
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
