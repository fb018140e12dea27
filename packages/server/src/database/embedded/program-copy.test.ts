import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyName, placeCopy } from './program-copy.ts';

test.each([
  [
    'folder that all may change',
    async (planted: string) => {
      await fs.mkdir(path.join(planted, 'bin'), { recursive: true });
      await fs.chmod(planted, 0o777);
    },
  ],
  [
    'link to a folder of the right owner and mode',
    async (planted: string, place: string) => {
      const target = path.join(place, 'target');
      await fs.mkdir(target, { mode: 0o700 });
      await fs.symlink(target, planted);
      onTestFinished(async () => expect(await fs.readdir(target)).toEqual([]));
    },
  ],
])('a %s that was planted for the copy is not used, and each place is named', async (_, plant) => {
  const place = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-places-'));
  onTestFinished(() => fs.rm(place, { recursive: true }));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = path.join(place, 'temporary');
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const cache = path.join(place, 'cache');
  const source = { native: path.join(place, 'none'), links: [], name: 'programs' };
  const user = { uid, gid, isOther: false, hasName: false };
  await fs.mkdir(cache);
  await plant(path.join(cache, copyName(source, user)), place);
  await fs.mkdir(process.env.TMPDIR);
  await fs.chmod(process.env.TMPDIR, 0o777);
  await expect(placeCopy(source, user, cache)).rejects.toThrow(
    /in one of these folders: .*cache \(.*not a folder that only this user can change\), .*temporary \(other users may change it\)/,
  );
});

test('a copy that an earlier version made in another way is not used again', async () => {
  const place = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-places-'));
  onTestFinished(() => fs.rm(place, { recursive: true }));
  const [cache, native] = [path.join(place, 'cache'), path.join(place, 'native')];
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, isOther: false, hasName: false };
  const writePrograms = async (folder: string, text: string) => {
    await fs.mkdir(path.join(folder, 'bin'), { recursive: true });
    for (const name of ['initdb', 'postgres'])
      await fs.writeFile(path.join(folder, 'bin', name), text, { mode: 0o755 });
  };
  await writePrograms(native, '#!/bin/sh\n# of this version\n');
  await writePrograms(path.join(cache, `programs-${user.uid}`), '#!/bin/sh\n# of an earlier version\n');
  const copy = await placeCopy({ native, links: [], name: 'programs' }, user, cache);
  expect(path.dirname(copy)).toBe(cache);
  expect(await fs.readFile(path.join(copy, 'bin', 'postgres'), 'utf8')).toContain('of this version');
  const { mtimeMs } = await fs.stat(copy);
  expect(await placeCopy({ native, links: [], name: 'programs' }, user, cache)).toBe(copy);
  expect((await fs.stat(copy)).mtimeMs).toBe(mtimeMs);
});
