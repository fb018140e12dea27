import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../test/support/database.ts';
import { canMount, makeDisk } from '../test/support/disk.ts';
import { idleEngine } from '../test/support/engines.ts';
import { openDatabase } from './database/connection.ts';
import { folderStore } from './media/store/folder.ts';
import { readiness } from './readiness.ts';

test('an engine that could not load is asked again until it can', async () => {
  let asked = 0;
  const loaded = Promise.withResolvers<void>();
  const ready = async () => {
    asked += 1;
    if (asked < 3) throw new Error('no space left on device');
    loaded.resolve();
  };
  const watched = readiness({ ...idleEngine(), ready }, async () => {});
  await watched.start();
  await watched.engineSettled();
  await loaded.promise;
  expect(asked).toBe(3);
});

test.skipIf(!canMount)(
  'a disk without room for uploads is said to be so (skipped where nothing can be mounted)',
  async () => {
    const disk = makeDisk(160);
    onTestFinished(() => disk.remove());
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const db = openDatabase({ connectionString: database.url }, pino({ level: 'silent' }));
    onTestFinished(() => db.destroy());
    const store = await folderStore(path.join(disk.folder, 'media'), new Date());
    const reasons = () => readiness(null).reasons({ db, store, incoming: path.join(disk.folder, 'incoming') });
    expect(await reasons()).toEqual([]);
    disk.fill();
    expect(await reasons()).toContainEqual(expect.stringMatching(/^the disk of .* bytes left; uploads need \d+$/));
    disk.release();
    expect(await reasons()).toEqual([]);
  },
);
