import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  for (const left of [null, '999999999', '']) {
    if (left !== null) await fs.writeFile(file, left);
    const unlock = await lockFolder(folder);
    expect(await fs.readdir(folder)).toEqual([path.basename(file)]);
    expect(await fs.readFile(file, 'utf8')).toBe(String(process.pid));
    await unlock();
    expect(await fs.readdir(folder)).toEqual([]);
  }
});

test('a process that runs keeps its folder, also while it is still writing that it has it', async () => {
  await fs.writeFile(file, '');
  const refused = expect(lockFolder(folder)).rejects.toThrow(`process ${process.ppid} works on this batch already`);
  await sleep(20);
  await fs.writeFile(file, String(process.ppid));
  await refused;
  expect(await fs.readFile(file, 'utf8')).toBe(String(process.ppid));
});
