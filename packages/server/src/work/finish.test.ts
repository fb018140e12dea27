import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { discardPixels } from '../engines/pictures/formats.ts';
import { finish } from './finish.ts';

test('pixels on disk become the same picture as those in memory, and nothing of them stays there', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-finish-'));
  const [width, height] = [30, 20];
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, k) => (k * 37) % 251);
  const file = path.join(folder, 'pixels.tiff');
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .tiff({ compression: 'none' })
    .toFile(file);
  const output = { kind: 'pixel_file', width, height, path: file } as const;
  const finished = await finish('the-job', output);
  const chunks: Uint8Array[] = [];
  const body = finished.open();
  if (body instanceof Uint8Array) throw new Error('the file was read into memory');
  for await (const chunk of body) chunks.push(chunk);
  await finished.remove();
  await discardPixels(output);
  const bytes = Buffer.concat(chunks);
  expect(finished.facts).toMatchObject({ mime_type: 'image/png', width, height, size_bytes: bytes.length });
  expect(finished.facts.sha256).toEqual(createHash('sha256').update(bytes).digest());
  expect((await sharp(bytes).metadata()).xmp?.toString()).toContain('urn:uuid:the-job');
  expect(await sharp(bytes).raw().toBuffer()).toEqual(Buffer.from(rgb));
  expect(await fs.readdir(folder)).toEqual([]);
  await fs.rmdir(folder);
});

test.each(['jpeg', 'webp'] as const)('pixels on disk become a %s with their origin too', async (format) => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-finish-'));
  const file = path.join(folder, 'pixels.tiff');
  await sharp({ create: { width: 30, height: 20, channels: 3, background: '#246' } })
    .tiff()
    .toFile(file);
  const finished = await finish('the-job', { kind: 'pixel_file', width: 30, height: 20, path: file }, format);
  const chunks: Uint8Array[] = [];
  const body = finished.open();
  if (body instanceof Uint8Array) throw new Error('the file was read into memory');
  for await (const chunk of body) chunks.push(chunk);
  const metadata = await sharp(Buffer.concat(chunks)).metadata();
  expect(metadata).toMatchObject({ format, width: 30, height: 20 });
  expect(metadata.xmp?.toString()).toContain('urn:uuid:the-job');
  expect(finished.facts.mime_type).toBe(`image/${format}`);
  await finished.remove();
  await fs.rm(folder, { recursive: true });
});

test('pixels that cannot be read leave no picture behind', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-finish-'));
  const file = path.join(folder, 'pixels.tiff');
  await fs.writeFile(file, 'no pixels');
  await expect(finish('the-job', { kind: 'pixel_file', width: 1, height: 1, path: file })).rejects.toThrow();
  expect(await fs.readdir(folder)).toEqual(['pixels.tiff']);
  await fs.rm(folder, { recursive: true });
});
