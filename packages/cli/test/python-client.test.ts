import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { atelier, serving } from './atelier.ts';

const CLIENT = fileURLToPath(new URL('../../../clients/python', import.meta.url));

/** Two clients run every test: minutes on a machine that others use as well. */
const TIMEOUT_MS = 480_000;

/** The first Python that has what the client needs: the one of the PATH, else that of the system. */
const PYTHON = ['python3', '/usr/bin/python3'].find((python) => {
  const { status } = spawnSync(python, ['-c', 'import httpx, sys; assert sys.version_info >= (3, 11)']);
  return status === 0;
});

test.skipIf(!PYTHON)(
  'the Python client passes its tests at a real service (skipped without Python 3.11 and httpx)',
  async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-python-'));
    onTestFinished(() => fs.rm(folder, { recursive: true }));
    // The database runs as another user, who has to reach its files.
    await fs.chmod(folder, 0o711);
    const data = path.join(folder, 'data');
    const service = await serving(data, { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32' });
    onTestFinished(async () => {
      service.process.kill('SIGTERM');
      await service.ended;
    });
    const environment = { ATELIER_URL: service.announcement.url, ATELIER_DATA: data };
    const made = await atelier(
      ['workspaces', 'create', '--name', 'python', '--sandbox', '--plan', 'enterprise', '--credits', '1000', '--json'],
      environment,
    );
    const { api_key: key } = JSON.parse(made.out);
    const { stderr } = await promisify(execFile)(PYTHON ?? '', ['-W', 'error', '-m', 'unittest'], {
      cwd: CLIENT,
      env: { ...process.env, ...environment, ATELIER_API_KEY: key, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(stderr).toMatch(/Ran \d+ tests in .*\n\nOK/);
  },
  TIMEOUT_MS,
);
