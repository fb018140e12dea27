import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDatabase } from './connection.ts';
import { embeddedDatabase } from './embedded.ts';

test('a server that is killed is started again, with what was committed', async () => {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-embedded-'));
  const told = Promise.withResolvers<void>();
  const log = pino({ level: 'error', hooks: { logMethod: () => told.resolve() } });
  const losses: Error[] = [];
  const database = embeddedDatabase({ data, log, onLost: (reason) => losses.push(reason) });
  await database.start();
  const db = openDatabase(database.connection, pino({ level: 'silent' }));
  await sql`create table kept (word text)`.execute(db);
  await sql`insert into kept values ('kept')`.execute(db);
  const [pid] = (await fs.readFile(path.join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await told.promise;
  const read = () => sql<{ word: string }>`select word from kept`.execute(db).then(({ rows }) => rows);
  let rows = await read().catch(() => null);
  while (rows === null) rows = await read().catch(() => null);
  expect(rows).toEqual([{ word: 'kept' }]);
  expect(losses).toEqual([]);
  await db.destroy();
  await database.stop();
  await fs.rm(data, { recursive: true });
});

test('the disk has taken a new database when it stops, also where that was broken off before', async () => {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-embedded-'));
  const database = embeddedDatabase({ data, log: pino({ level: 'silent' }), onLost: () => undefined });
  const entries = () => fs.readdir(data).then((names) => names.filter((name) => name.startsWith('postgres')));
  await database.start();
  await database.stop();
  expect(await entries()).toEqual(['postgres']);
  await fs.writeFile(path.join(data, 'postgres.unsynced'), '');
  await database.start();
  await database.stop();
  expect(await entries()).toEqual(['postgres']);
  await fs.rm(data, { recursive: true });
});
