import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCluster } from './cluster.ts';
import { programsIn } from './spawn.ts';

const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

/**
 * A cluster that is there already, as a copy of a data folder brings it: open to all. `user` is the number of
 * PostgreSQL's user.
 */
async function copiedCluster(user: { readonly uid: number; readonly isOther: boolean }) {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cluster-'));
  onTestFinished(() => fs.rm(data, { recursive: true }));
  const folder = path.join(data, 'postgres');
  await fs.mkdir(folder);
  await fs.writeFile(path.join(folder, 'PG_VERSION'), '18\n');
  await fs.chmod(folder, 0o777);
  const create = () =>
    createCluster({
      programs: programsIn('/none'),
      user: { gid, hasName: true, ...user },
      folder,
      signal: new AbortController().signal,
      onRunning: () => undefined,
    });
  return { data, folder, create };
}

test('a database that was copied with mode 0777 is closed to others again', async () => {
  const { folder, create } = await copiedCluster({ uid, isOther: false });
  await create();
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700);
});

test('a database of another user is refused with the two ways out', async () => {
  const { data, create } = await copiedCluster({ uid: uid + 1, isOther: false });
  await expect(create()).rejects.toThrow(
    new RegExp(
      `belongs to user ${uid}, and this process runs as user ${uid + 1}\\. Start Atelier as .*sudo chown -R ${uid + 1}:${gid} ${data}`,
    ),
  );
});

test.runIf(uid === 0)('root gives a database that was copied without owners to the user of PostgreSQL', async () => {
  const { folder, create } = await copiedCluster({ uid: 12_345, isOther: true });
  await create();
  for (const file of [folder, path.join(folder, 'PG_VERSION')]) expect((await fs.stat(file)).uid).toBe(12_345);
});
