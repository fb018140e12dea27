import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOfZip } from '../../test/support/zip.ts';
import { type ZipEntry, zipOf } from './zip.ts';

async function* entries(count: number): AsyncGenerator<ZipEntry> {
  for (let index = 0; index < count; index++) yield { name: `größe-${index}.txt`, bytes: Buffer.from(`file ${index}`) };
}

async function bytesOf(files: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(files)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('files are found again under their names', async () => {
  const files = filesOfZip(await bytesOf(entries(3)));
  expect([...files.keys()]).toEqual(['größe-0.txt', 'größe-1.txt', 'größe-2.txt']);
  expect(files.get('größe-1.txt')?.toString()).toBe('file 1');
});

test('an archive without files is one', async () => {
  expect(filesOfZip(await bytesOf(entries(0))).size).toBe(0);
});

test('more files than the plain format counts make a ZIP64', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-zip-'));
  const file = path.join(folder, 'many.zip');
  const bytes = await bytesOf(entries(70_000));
  await fs.writeFile(file, bytes);
  expect(filesOfZip(bytes).size).toBe(70_000);
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
  expect(hasPython ? count() : '70000').toBe('70000');
  await fs.rm(folder, { recursive: true });
});

test('the next file is made when the one before it is taken', async () => {
  let made = 0;
  const counted = async function* (): AsyncGenerator<ZipEntry> {
    for await (const entry of entries(100)) {
      made += 1;
      yield entry;
    }
  };
  const zip = zipOf(counted());
  await zip.next();
  await zip.next();
  expect(made).toBe(1);
  await zip.return();
});
