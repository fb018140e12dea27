import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeMediaStore } from '../../../test/support/media-store.ts';
import { folderStore } from './folder.ts';
import { checkStore } from './health.ts';
import { ABANDONED_AFTER_MS } from './medium.ts';

describeMediaStore('a folder', async () => {
  const path = await mkdtemp(join(tmpdir(), 'atelier-store-'));
  return { store: await folderStore(path), close: () => rm(path, { recursive: true }) };
});

const KEY = 'uploads/0199d0a0-1111-7222-8333-4444444444ab';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('shards by the end of the name, and only the service may read its files', async () => {
  const store = await folderStore(join(folder, 'a', 'b'));
  await store.put(KEY, Buffer.from('x'), { sizeBytes: 1, contentType: 'image/png' });
  const found = await stat(join(folder, 'a', 'b', 'blobs', 'uploads', 'ab', '0199d0a0-1111-7222-8333-4444444444ab'));
  expect(found.mode & 0o777).toBe(0o600);
  expect(found.nlink, 'the temporary name is gone').toBe(1);
});

test('an aborted write leaves no file at all', async () => {
  const store = await folderStore(folder);
  async function* body() {
    yield Buffer.alloc(1000);
    throw new Error('gone');
  }
  await expect(store.put(KEY, body(), { sizeBytes: 2000, contentType: 'image/png' })).rejects.toThrow('gone');
  expect(await filesBelow(folder)).toEqual([]);
});

test('opening removes temporary files that were left behind, and leaves those another process may be writing', async () => {
  const now = new Date();
  await folderStore(folder, now);
  const [left, live] = [join(folder, 'temporary', 'left'), join(folder, 'temporary', 'live')];
  const leftAt = new Date(now.getTime() - ABANDONED_AFTER_MS);
  await writeFile(left, 'x');
  await utimes(left, leftAt, leftAt);
  await writeFile(live, 'x');
  await folderStore(folder, now);
  expect(await readdir(join(folder, 'temporary'))).toEqual(['live']);
});

test('a second store on the same folder reads what the first one wrote', async () => {
  const first = await folderStore(folder);
  await first.put(KEY, Buffer.from('kept'), { sizeBytes: 4, contentType: 'image/png' });
  const second = await folderStore(folder);
  expect(Buffer.from((await second.read(KEY)) ?? []).toString()).toBe('kept');
});

test('a folder that cannot be written to is not healthy', async () => {
  const store = await folderStore(folder);
  await rm(join(folder, 'temporary'), { recursive: true });
  await expect(checkStore(store)).rejects.toThrow('ENOENT');
});

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
