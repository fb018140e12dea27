import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';

let data: string;
beforeEach(async () => {
  data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-lock-'));
  await fs.mkdir(path.join(data, 'run'));
});
afterEach(() => fs.rm(data, { recursive: true }));

test('a folder in use is refused by its name, and free again after its release', async () => {
  const first = await lockFolder(data);
  await expect(lockFolder(data)).rejects.toThrow(`Another Atelier is using the data folder ${data}`);
  await first.release();
  await (await lockFolder(data)).release();
});

test('a folder whose user is stopping is waited for, and taken when it is released', async () => {
  const order: string[] = [];
  const first = await lockFolder(data);
  first.announceStop();
  const second = lockFolder(data).then((lock) => {
    order.push('taken');
    return lock;
  });
  const later = net.connect(path.join(data, 'run', 'lock'));
  await once(later, 'connect');
  later.on('error', () => later.destroy());
  order.push('released');
  await first.release();
  await (await second).release();
  expect(order).toEqual(['released', 'taken']);
});

test('a socket left by a process that was killed does not keep the folder', async () => {
  await fs.writeFile(path.join(data, 'run', 'lock'), '');
  await (await lockFolder(data)).release();
});
