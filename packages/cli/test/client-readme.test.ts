import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServingAtelier, serving } from './atelier.ts';

const readme = fileURLToPath(new URL('../../client/README.md', import.meta.url));
const samples = fileURLToPath(new URL('../../engine/samples/', import.meta.url));

let folder: string;
let service: ServingAtelier;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-readme-'));
  service = await serving(path.join(folder, 'data'));
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await fs.rm(folder, { recursive: true });
});

test("the examples of the client's README run as they stand, against a real service", async () => {
  const text = await fs.readFile(readme, 'utf8');
  const program = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  // Beside the packages, so that the import of the client resolves as it does for a user.
  const file = fileURLToPath(new URL(`../../cli/.readme-${process.pid}.ts`, import.meta.url));
  await fs.writeFile(file, program);
  await sharp(path.join(samples, 'person-woman.webp')).jpeg().toFile(path.join(folder, 'person.jpg'));
  await sharp(path.join(samples, 'garment-shirt.webp')).png().toFile(path.join(folder, 'shirt.png'));
  const key = (await fs.readFile(path.join(folder, 'data', 'api-key'), 'utf8')).trim();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, ATELIER_URL: service.announcement.url, ATELIER_KEY: key },
    });
    expect(stdout).toMatch(/completed 1\ntrue\n400 invalid_request [0-9a-f-]{36}\n$/);
    expect((await sharp(path.join(folder, 'dressed.png')).metadata()).format).toBe('png');
  } finally {
    await fs.rm(file);
  }
});
