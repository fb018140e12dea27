import { expect, test } from 'vitest';
import { bytesOfZip, filesOfZip } from '../../test/support/zip.ts';
import { type ZipEntry, zipOf } from './zip.ts';

async function* entries(count: number): AsyncGenerator<ZipEntry> {
  for (let index = 0; index < count; index++) yield { name: `größe-${index}.txt`, bytes: Buffer.from(`file ${index}`) };
}

test('files are found again under their names', async () => {
  const files = filesOfZip(await bytesOfZip(entries(3)));
  expect([...files.keys()]).toEqual(['größe-0.txt', 'größe-1.txt', 'größe-2.txt']);
  expect(files.get('größe-1.txt')?.toString()).toBe('file 1');
});

test('each file says its size before its bytes, for readers of streams', async () => {
  const zip = await bytesOfZip(entries(1));
  const [flags, size] = [zip.readUInt16LE(6), zip.readUInt32LE(22)];
  expect(flags & 8).toBe(0);
  expect(size).toBe('file 0'.length);
});

test('the same files are the same bytes', async () => {
  expect(await bytesOfZip(entries(3))).toEqual(await bytesOfZip(entries(3)));
});

test('an archive without files is one', async () => {
  expect(filesOfZip(await bytesOfZip(entries(0))).size).toBe(0);
});

test('the next file is made when the one before it is taken, and none when the reader leaves', async () => {
  let made = 0;
  const ended = Promise.withResolvers<void>();
  const counted = async function* (): AsyncGenerator<ZipEntry> {
    try {
      for await (const entry of entries(100)) {
        made += 1;
        yield entry;
      }
    } finally {
      ended.resolve();
    }
  };
  const zip = zipOf(counted()).getReader();
  await zip.read();
  expect(made).toBe(1);
  await zip.cancel();
  await ended.promise;
  expect(made).toBeLessThan(3);
});

test('an error of the files is that of the stream', async () => {
  const broken = async function* (): AsyncGenerator<ZipEntry> {
    yield* entries(1);
    throw new Error('the store is away');
  };
  await expect(bytesOfZip(broken())).rejects.toThrow('the store is away');
});
