import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/connection.ts';
import { CLUSTER_USER } from '../../src/database/embedded/cluster.ts';
import { embeddedDatabase } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';

/** Database from which each test's own is cloned. */
export const TEMPLATE = 'template_atelier';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the socket of the PostgreSQL all tests share. */
    databaseSocket: string;
  }
}

/** A PostgreSQL that all test files share. */
interface SharedPostgres {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  stop(): Promise<void>;
}

/**
 * Creates a migrated database for test files to clone, in an embedded PostgreSQL that stops after them.
 * TEST_POSTGRES_SOCKET names the folder of another server's socket instead, to test the oldest supported version.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'silent' });
  const host = process.env.TEST_POSTGRES_SOCKET;
  const postgres = host ? runningPostgres(host) : await embeddedPostgres(log);
  const maintenance = openDatabase(postgres.connection, log);
  await sql`drop database if exists ${sql.id(TEMPLATE)}`.execute(maintenance);
  await sql`create database ${sql.id(TEMPLATE)}`.execute(maintenance);
  await maintenance.destroy();

  const connection = { ...postgres.connection, database: TEMPLATE };
  const template = openDatabase(connection, log);
  await migrate(template);
  await template.destroy();

  project.provide('databaseSocket', postgres.connection.host);
  return () => postgres.stop();
}

function runningPostgres(host: string): SharedPostgres {
  return { connection: { host, user: CLUSTER_USER, database: 'postgres' }, stop: async () => {} };
}

async function embeddedPostgres(log: Logger): Promise<SharedPostgres> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-test-'));
  const embedded = embeddedDatabase({
    data,
    log,
    onLost: (reason) => {
      throw reason;
    },
  });
  await embedded.start();
  // Other servers have this database, from which tests can create theirs.
  const client = new pg.Client(embedded.connection);
  await client.connect();
  await client.query('create database postgres').finally(() => client.end());
  return {
    connection: { host: String(embedded.connection.host), user: CLUSTER_USER, database: 'postgres' },
    async stop() {
      await embedded.stop();
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}
