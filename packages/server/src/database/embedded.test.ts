import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './connection.ts';
import { postgresUser } from './embedded/user.ts';
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

test.runIf(process.platform === 'linux')(
  'a data path that is too long for a socket puts nothing into the shared temporary folder, and follows no link there',
  async () => {
    const place = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-embedded-'));
    onTestFinished(() => fs.rm(place, { recursive: true }));
    const [temporary, target] = [path.join(place, 'temporary'), path.join(place, 'target')];
    const data = path.join(place, 'a'.repeat(90), 'b'.repeat(90));
    for (const folder of [temporary, target, data]) await fs.mkdir(folder, { recursive: true, mode: 0o755 });
    const digest = createHash('sha256').update(data).digest('hex');
    const planted = ['atelier-s', `atelier-${digest.slice(0, 16)}`];
    for (const name of planted) await fs.symlink(target, path.join(temporary, name));
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const database = embeddedDatabase({ data, log: pino({ level: 'silent' }), onLost: () => undefined });
    await database.start();
    expect((await fs.readdir(temporary)).sort()).toEqual(planted.sort());
    await database.stop();
    expect(await fs.readdir(target)).toEqual([]);
    expect(await fs.stat(target)).toMatchObject({ uid: process.getuid?.(), mode: 0o40755 });
  },
);

/** Asks the server at a socket for a session as its superuser, and prints the first byte of the answer: R or E. */
const ASK = `
  const words = Buffer.from('user\\0atelier\\0database\\0atelier\\0\\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(words.length + 8, 0);
  head.writeInt32BE(196608, 4);
  const socket = require('node:net').connect(process.argv[1]);
  socket.on('error', (error) => console.log(error.code));
  socket.once('data', (answer) => { console.log(answer.toString('latin1', 0, 1)); socket.destroy(); });
  socket.write(Buffer.concat([head, words]));
`;

test.runIf(process.getuid?.() === 0)(
  'other processes of PostgreSQL’s user get no session where root started it',
  async ({ skip }) => {
    const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-embedded-'));
    onTestFinished(() => fs.rm(data, { recursive: true }));
    await fs.chmod(data, 0o755);
    const database = embeddedDatabase({ data, log: pino({ level: 'silent' }), onLost: () => undefined });
    await database.start();
    onTestFinished(() => database.stop());
    const { uid, gid } = postgresUser();
    const socket = path.join(data, 'postgres', '.s.PGSQL.5432');
    const askAs = (user: { readonly uid?: number; readonly gid?: number }) =>
      spawnSync(process.execPath, ['-e', ASK, socket], { ...user, cwd: '/', encoding: 'utf8' });
    const asked = askAs({ uid, gid });
    skip(asked.error !== undefined, `impossible here: user ${uid} cannot start ${process.execPath}`);
    expect(asked.stdout.trim()).toBe('E');
    expect(askAs({}).stdout.trim()).toBe('R');
  },
);
