import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMount, type Disk, makeDisk } from '../../../test/support/disk.ts';
import { pictureIntake } from '../intake.ts';
import { TemporaryFile } from '../temporary-file.ts';
import { folderStore } from './folder.ts';
import { checkStore } from './health.ts';
import { onMedium } from './medium.ts';
import { StoreUnavailableError } from './port.ts';

const failing = (error: Error) => onMedium(() => Promise.reject(error)).catch((reason: unknown) => reason);

test.each(['ENOSPC', 'EROFS', 'EIO', 'EACCES', 'EMFILE'])(
  '%s means that the medium cannot be used now',
  async (code) => {
    expect(await failing(Object.assign(new Error('from the system'), { code }))).toBeInstanceOf(StoreUnavailableError);
  },
);

test('the image library’s words for a full disk mean the same', async () => {
  const words = 'x.png: write error\nsystem error: No space left on device\nvips2png: unable to write to target x.png';
  expect(await failing(new Error(words))).toBeInstanceOf(StoreUnavailableError);
});

test('any other error is passed on as it is', async () => {
  const other = new Error('the source broke off');
  expect(await failing(other)).toBe(other);
});

describe.skipIf(!canMount)('a disk that is full (needs the right to mount one)', () => {
  let disk: Disk;
  beforeAll(() => {
    disk = makeDisk(8);
  });
  afterAll(() => disk?.remove());

  test('takes neither bytes nor uploads, says so, and takes them again when there is room', async () => {
    const store = await folderStore(path.join(disk.folder, 'media'));
    const incoming = path.join(disk.folder, 'incoming');
    const intake = await pictureIntake({ temporaryFolder: incoming });
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const facts = { sizeBytes: picture.byteLength, contentType: 'image/png' };
    disk.fill();
    await expect(store.put('uploads/no-room-for-it', picture, facts)).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(checkStore(store)).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(intake.take([picture], 1e6)).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await fs.readdir(incoming)).toEqual([]);
    disk.release();
    await store.put('uploads/room-for-it', picture, facts);
    await (await intake.take([picture], 1e6)).file.remove();
    expect(await store.stat('uploads/no-room-for-it')).toBeNull();
  });

  test('and one that has become read-only', async () => {
    const store = await folderStore(path.join(disk.folder, 'media'));
    const facts = { sizeBytes: 1, contentType: 'image/png' };
    await store.put('uploads/there-before', new Uint8Array([1]), facts);
    const left = new TemporaryFile(path.join(disk.folder, 'left'), 1);
    await fs.writeFile(left.path, 'x');
    execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    await expect(store.put('uploads/not-there-yet', new Uint8Array([1]), facts)).rejects.toBeInstanceOf(
      StoreUnavailableError,
    );
    await expect(store.delete('uploads/there-before')).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(left.remove()).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await store.read('uploads/there-before')).toEqual(Buffer.from([1]));
    execFileSync('mount', ['-o', 'remount,rw', disk.folder]);
    await left.remove();
  });
});
