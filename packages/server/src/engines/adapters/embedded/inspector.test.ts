import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { embeddedPictureInspector } from './embedded.ts';

test('pixels on disk are looked at like those in memory', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-inspector-'));
  const inspector = embeddedPictureInspector({
    log: pino({ level: 'silent' }),
    threads: 2,
  });
  const photo = sharp(fileURLToPath(new URL('../../../../library/avatar-lena.webp', import.meta.url))).removeAlpha();
  const { data: rgb, info } = await photo.clone().raw().toBuffer({ resolveWithObject: true });
  const [size, file] = [{ width: info.width, height: info.height }, path.join(folder, 'pixels.tiff')];
  await photo.tiff({ compression: 'none' }).toFile(file);
  const onDisk = await inspector.inspectPicture({ kind: 'pixel_file', ...size, path: file });
  expect(onDisk.person?.certainty).toBeGreaterThan(0.5);
  expect(onDisk).toEqual(await inspector.inspectPicture({ kind: 'pixels', ...size, rgb }));
  await inspector.close();
  await fs.rm(folder, { recursive: true });
});
