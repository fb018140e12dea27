import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkDataFolder } from './data-folder.ts';

test('a data folder that other users can change is told, with the command that closes it', async () => {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-doctor-'));
  onTestFinished(() => fs.rm(data, { recursive: true }));
  const [closed] = await checkDataFolder(data);
  expect(closed).toMatchObject({ state: 'ok', says: data });
  await fs.chmod(data, 0o777);
  const [open] = await checkDataFolder(data);
  expect(open).toMatchObject({ state: 'note', says: `other users can change ${data}`, mend: `chmod 700 ${data}` });
});
