import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { newToken } from './addresses.ts';
import type { CleanPicture } from './intake.ts';
import { announceBytes, type RemovalRoom, removeBytesNow } from './removal.ts';
import { insertMedia, type MediaRow, type NewMedia } from './rows.ts';
import type { StorageLimits } from './storage-use.ts';

/** What storing a picture needs. */
export interface StoringRoom extends RemovalRoom {
  readonly clock: Clock;
}

/** Whose picture it is, and what for. */
export interface PictureFacts {
  readonly workspaceId: string;
  readonly uploadType: NewMedia['uploadType'];
  /** Safe to show. */
  readonly fileName: string;
}

/** Writes what else belongs to a picture, in the transaction of its row. */
export type PictureLink = (transaction: Queryable, row: MediaRow) => Promise<void>;

/**
 * Stores an uploaded picture and its row. Throws `plan_limit_exceeded` where it passes a limit on storage of the
 * workspace's plan. `link` writes what else belongs to it, in the row's transaction. When that fails the bytes are
 * removed again; after a crash in between the sweep does that.
 */
export async function storePicture(
  room: StoringRoom,
  picture: CleanPicture,
  facts: PictureFacts,
  plan: StorageLimits,
  link?: PictureLink,
): Promise<MediaRow> {
  const media = await storeBytes(room, picture, facts);
  return room.db
    .transaction()
    .execute(async (transaction) => {
      const row = await insertMedia(transaction, media, plan, room.clock.now());
      await link?.(transaction, row);
      return row;
    })
    .catch(async (error: unknown) => {
      await removeBytesNow(room, [media.storageKey]);
      throw error;
    });
}

/**
 * Stores the bytes of an uploaded picture under a fresh key, announced, and removes its temporary file. Whoever does
 * not write the row removes the bytes, or leaves that to the sweep.
 */
export async function storeBytes(
  room: Omit<StoringRoom, 'log'>,
  picture: CleanPicture,
  facts: PictureFacts,
): Promise<NewMedia> {
  const id = newId();
  const storageKey = `uploads/${id}`;
  const { mimeType, width, height, sha256, file } = picture;
  try {
    await announceBytes(room.db, storageKey, room.clock.now());
    await room.store.put(storageKey, file.stream(), { sizeBytes: file.sizeBytes, contentType: mimeType });
    return {
      ...facts,
      id,
      storageKey,
      mimeType,
      width,
      height,
      sha256,
      sizeBytes: file.sizeBytes,
      kind: 'image',
      origin: 'upload',
      token: newToken(),
    };
  } finally {
    await file.remove();
  }
}
