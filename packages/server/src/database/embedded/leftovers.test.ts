import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedDatabase } from '../embedded.ts';
import { isFolderTaken } from './lock.ts';
import { postgresUser } from './user.ts';

const TIMEOUT_MS = 120_000;

async function dataFolder(): Promise<string> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-leftovers-'));
  onTestFinished(() => fs.rm(data, { recursive: true, force: true }));
  return data;
}

function databaseIn(data: string) {
  const database = embeddedDatabase({ data, log: pino({ level: 'silent' }), onLost: () => {} });
  onTestFinished(() => database.stop());
  return database;
}

/** Starts the database, has it answer, and stops it. */
async function answers(data: string): Promise<void> {
  const database = databaseIn(data);
  await database.start();
  const client = new pg.Client(database.connection);
  await client.connect();
  expect((await client.query('select current_user as who')).rows).toEqual([{ who: 'atelier' }]);
  await client.end();
  await database.stop();
}

test(
  'a number that a crash left in postmaster.pid, and another process of the same user has now, holds nothing up',
  async () => {
    const data = await dataFolder();
    await answers(data);
    const { uid, gid, isOther } = postgresUser();
    const other = spawn('sleep', ['600'], { stdio: 'ignore', ...(isOther ? { uid, gid } : {}) });
    await once(other, 'spawn');
    onTestFinished(() => void other.kill());
    const cluster = path.join(data, 'postgres');
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      await fs.writeFile(path.join(cluster, name), `${other.pid}\n${cluster}\n1\n5432\n${cluster}\n\n`);
      await fs.chown(path.join(cluster, name), uid, gid);
    }
    await answers(data);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  },
  TIMEOUT_MS,
);

test.each([
  ['is cut off', (file: string) => fs.truncate(file, 100), /pg_control/],
  ['is of another version', (file: string) => fs.writeFile(file, Buffer.alloc(8192, 7)), /incompatible/],
])(
  'a server whose control file %s is noticed at once, with its own words, and the folder is free again',
  async (_, damage, says) => {
    const data = await dataFolder();
    await answers(data);
    await damage(path.join(data, 'postgres', 'global', 'pg_control'));
    const database = databaseIn(data);
    const error = await database.start().then(String, String);
    expect(error).toMatch(/PostgreSQL ended with /);
    expect(error).toMatch(says);
    expect(error).toContain('restore the data folder from a backup');
    expect(error).not.toMatch(/initdb|hint/i);
    await database.stop();
    expect(await isFolderTaken(data)).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  'two names of one folder are one folder, and the second does not end the database of the first',
  async () => {
    const data = await dataFolder();
    const database = databaseIn(data);
    await database.start();
    const alias = `${data}-alias`;
    await fs.symlink(data, alias);
    onTestFinished(() => fs.rm(alias));
    await expect(databaseIn(alias).start()).rejects.toThrow(`Another Atelier is using the data folder ${alias}`);
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.end();
  },
  TIMEOUT_MS,
);

test(
  'a stop ends a start that is under way',
  async () => {
    const database = databaseIn(await dataFolder());
    const start = database.start();
    const refused = expect(start).rejects.toThrow('was stopped while it started');
    await database.underway;
    await database.stop();
    await refused;
  },
  TIMEOUT_MS,
);

test.runIf(process.getuid?.() === 0)(
  'root takes data that were copied without owners and modes as they are',
  async () => {
    const data = await dataFolder();
    await answers(data);
    const cluster = path.join(data, 'postgres');
    for (const name of await fs.readdir(cluster, { recursive: true })) await fs.lchown(path.join(cluster, name), 0, 0);
    await fs.chown(cluster, 0, 0);
    await fs.chmod(cluster, 0o777);
    await answers(data);
  },
  TIMEOUT_MS,
);
