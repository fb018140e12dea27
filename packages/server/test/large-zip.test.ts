import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytesOfZip, filesOfZip } from './support/zip.ts';

/** One more than the plain format counts. */
const FILES = 65_536;

async function* entries() {
  for (let index = 0; index < FILES; index++) yield { name: `größe-${index}.txt`, bytes: Buffer.from(`file ${index}`) };
}

test('more files than the plain format counts make a ZIP64', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-zip-'));
  const file = path.join(folder, 'many.zip');
  const bytes = await bytesOfZip(entries());
  await fs.writeFile(file, bytes);
  expect(filesOfZip(bytes).size).toBe(FILES);
  // A reader that is not ours; machines without Python go by the reader above.
  const script = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))';
  const count = () => execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }).trim();
  const hasPython = (() => {
    try {
      execFileSync('python3', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  expect(hasPython ? count() : String(FILES)).toBe(String(FILES));
  await fs.rm(folder, { recursive: true });
}, 120_000);
