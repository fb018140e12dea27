import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeCopy } from './program-copy.ts';

test('a copy that another user may have planted is not used, and a place that serves none is named', async () => {
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
  await fs.mkdir(path.join(cache, `programs-${uid}`, 'bin'), { recursive: true });
  await fs.chmod(path.join(cache, `programs-${uid}`), 0o777);
  await fs.mkdir(process.env.TMPDIR);
  await fs.chmod(process.env.TMPDIR, 0o777);
  const source = { native: path.join(place, 'none'), links: [], name: 'programs' };
  await expect(placeCopy(source, { uid, gid, isOther: false, hasName: false }, cache)).rejects.toThrow(
    /no place for it serves: .*cache \(.*not a folder that only this user can change\), .*temporary \(other users may change it\)/,
  );
});
