import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/connection.ts';
import { embeddedDatabase } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openQueue } from '../../src/database/queue.ts';

/** Database every test's own is cloned from. */
export const TEMPLATE = 'template_atelier';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the socket of the PostgreSQL all tests share. */
    databaseSocket: string;
  }
}

/** Starts one embedded PostgreSQL for all test files, with a migrated database to clone; stops it when they are done. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-test-'));
  await fs.chmod(data, 0o711);
  const log = pino({ level: 'silent' });
  const embedded = embeddedDatabase({
    data,
    log,
    onLost: (reason) => {
      throw reason;
    },
  });
  await embedded.start();
  const maintenance = openDatabase(embedded.connection, log);
  await sql`create database ${sql.id(TEMPLATE)}`.execute(maintenance);
  await maintenance.destroy();

  const connection = { ...embedded.connection, database: TEMPLATE };
  const template = openDatabase(connection, log);
  await migrate(template);
  await template.destroy();
  const queue = openQueue(connection, log, 0);
  await queue.start();
  await queue.stop();

  project.provide('databaseSocket', String(embedded.connection.host));
  return async () => {
    await embedded.stop();
    await fs.rm(data, { recursive: true, force: true });
  };
}
