import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkspace } from './workspace.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SAMPLES = path.join(ROOT, 'packages/engine/samples');

test("the examples of the client's README run as they stand, against a real service", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-readme-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  const { environment } = await createWorkspace({ sandbox: false, credits: 1000 });
  const text = await fs.readFile(path.join(ROOT, 'packages/client/README.md'), 'utf8');
  const program = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  // Beside the packages, so that the import of the client resolves as it does for a user.
  const file = path.join(ROOT, `packages/cli/.readme-${process.pid}.ts`);
  await fs.writeFile(file, program);
  onTestFinished(() => fs.rm(file));
  await sharp(path.join(SAMPLES, 'person-woman.webp')).jpeg().toFile(path.join(folder, 'person.jpg'));
  await sharp(path.join(SAMPLES, 'garment-shirt.webp')).png().toFile(path.join(folder, 'shirt.png'));
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  expect(stdout).toMatch(
    /completed 1\ncompleted\nevent completed\ntrue\nLinen shirt LS-204\n(charge -[\d.]+\n)+grant 1000\n/,
  );
  expect(stdout).toMatch(/400 invalid_request [0-9a-f-]{36}\n$/);
  expect((await sharp(path.join(folder, 'dressed.png')).metadata()).format).toBe('png');
});
