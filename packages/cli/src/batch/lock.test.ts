import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-lock-'));
  file = path.join(folder, '.batch-running');
});
afterEach(() => fs.rm(folder, { recursive: true }));

test('a folder is taken and given back, also from a process that is gone or was killed while it took it', async () => {
  // No system gives that many.
  const noPause = async () => {};
  const names = (pid: number) => `${pid} ${os.hostname()}`;
  // The last is the lock of an earlier process of the same number, as in a container that was killed and restarted.
  for (const left of [null, names(999_999_999), '', names(process.pid)]) {
    if (left !== null) await fs.writeFile(file, left);
    const unlock = await lockFolder(folder, noPause);
    expect(await fs.readdir(folder)).toEqual([path.basename(file)]);
    expect(await fs.readFile(file, 'utf8')).toBe(names(process.pid));
    await unlock();
    expect(await fs.readdir(folder)).toEqual([]);
  }
});

test('a process that runs keeps its folder, also while it is still writing that it has it', async () => {
  await fs.writeFile(file, '');
  const holder = `${process.ppid} ${os.hostname()}`;
  const taking = lockFolder(folder, () => fs.writeFile(file, holder));
  await expect(taking).rejects.toThrow(`process ${process.ppid} of ${os.hostname()} is already working on this batch`);
  expect(await fs.readFile(file, 'utf8')).toBe(holder);
});

test('a process of another host keeps its folder, whatever its number is here', async () => {
  for (const pid of [process.pid, 999_999_999]) {
    await fs.writeFile(file, `${pid} another-host`);
    await expect(lockFolder(folder)).rejects.toThrow(`process ${pid} of another-host is already working on this batch`);
    expect(await fs.readFile(file, 'utf8')).toBe(`${pid} another-host`);
  }
});

test('a process does not take from itself the folder that it has', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `process ${process.pid} of ${os.hostname()} is already working on this batch`,
  );
  await unlock();
  await (await lockFolder(folder))();
});
