import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderStore } from '../media/store/folder.ts';
import { HEALTH_AREA } from '../media/store/health.ts';
import { sweepHealthBlobs } from './sweeps.ts';

test('what a health check left behind goes after an hour, and nothing else does', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-health-'));
  const store = await folderStore(folder);
  const facts = { sizeBytes: 1, contentType: 'application/octet-stream' };
  const [left, upload] = [`${HEALTH_AREA}/left-behind`, 'uploads/somebodys'];
  for (const key of [left, upload]) await store.put(key, new Uint8Array([1]), facts);
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.listOlderThan(new Date(Date.now() + 1_000))) found.push(key);
    return found.sort();
  };
  await sweepHealthBlobs(store, { now: () => new Date() });
  expect(await keys()).toEqual([left, upload]);
  await sweepHealthBlobs(store, { now: () => new Date(Date.now() + 7_200_000) });
  expect(await keys()).toEqual([upload]);
  await fs.rm(folder, { recursive: true });
});
