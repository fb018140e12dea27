import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type CleanPicture, type PictureIntake, pictureIntake } from '../../src/media/intake.ts';
import { MediaRejection } from '../../src/media/rejection.ts';

/** A picture that was taken in, with the bytes of its file, which is gone. */
type TakenPicture = Omit<CleanPicture, 'file'> & { readonly bytes: Buffer };

/**
 * An intake for one test. Every attempt also checks two invariants: clean pictures are well formed, and no file is
 * left.
 */
export interface TestIntake {
  readonly intake: PictureIntake;
  readonly folder: string;
  attempt(bytes: Uint8Array): Promise<TakenPicture | MediaRejection>;
  /** The picture; the test fails when it was refused. */
  clean(bytes: Uint8Array): Promise<TakenPicture>;
  /** The rejection; the test fails when it was taken. */
  rejection(bytes: Uint8Array): Promise<MediaRejection>;
  close(): Promise<void>;
}

/** Opens an intake in a folder of its own, for files of at most `bytesMax` bytes. */
export async function openTestIntake(bytesMax: number): Promise<TestIntake> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-intake-'));
  const intake = await pictureIntake({ temporaryFolder: folder });

  async function attempt(bytes: Uint8Array): Promise<TakenPicture | MediaRejection> {
    try {
      return await finish(await intake.take([bytes], bytesMax));
    } catch (error) {
      if (error instanceof MediaRejection) return error;
      throw error;
    } finally {
      expect(await readdir(folder)).toEqual([]);
    }
  }

  return {
    intake,
    folder,
    attempt,
    async clean(bytes) {
      const outcome = await attempt(bytes);
      if (outcome instanceof MediaRejection) throw outcome;
      return outcome;
    },
    async rejection(bytes) {
      const outcome = await attempt(bytes);
      if (outcome instanceof MediaRejection) return outcome;
      throw new Error(`an image of ${outcome.width} × ${outcome.height} pixels was taken`);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reads and removes the file, and checks it: as described, 8-bit sRGB, one upright frame, nothing but pixels. */
async function finish({ file, ...picture }: CleanPicture): Promise<TakenPicture> {
  const bytes = await file.bytes();
  await file.remove();
  expect(bytes.length).toBe(file.sizeBytes);
  expect(createHash('sha256').update(bytes).digest()).toEqual(picture.sha256);
  const found = await sharp(bytes).metadata();
  expect(`image/${found.format}`).toBe(picture.mimeType);
  expect([found.width, found.height, found.space, found.depth]).toEqual([
    picture.width,
    picture.height,
    'srgb',
    'uchar',
  ]);
  expect([found.exif, found.icc, found.iptc, found.xmp, found.orientation, found.comments, found.pages]).toEqual(
    Array(7).fill(undefined),
  );
  return { ...picture, bytes };
}
