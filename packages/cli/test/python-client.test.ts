import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createWorkspace } from './workspace.ts';

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
    const { environment } = await createWorkspace({ credits: 1_000 });
    const { stderr } = await promisify(execFile)(PYTHON ?? '', ['-W', 'error', '-m', 'unittest'], {
      cwd: CLIENT,
      env: { ...process.env, ...environment, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(stderr).toMatch(/Ran \d+ tests in .*\n\nOK/);
  },
  TIMEOUT_MS,
);
