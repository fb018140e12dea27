import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { newToken } from './addresses.ts';
import type { CleanPicture } from './intake.ts';
import { announceBytes, type RemovalRoom, removeBytesNow } from './removal.ts';
import { insertMedia, type MediaRow, type NewMedia } from './rows.ts';

/** What keeping a picture needs. */
export interface KeepingRoom extends RemovalRoom {
  readonly clock: Clock;
}

/** Whose picture it is, and what for. */
export interface PictureFacts {
  readonly workspaceId: string;
  readonly uploadType: NewMedia['uploadType'];
  /** Safe to show. */
  readonly fileName: string;
  /** What else is written with the row, in its transaction. */
  readonly link?: (transaction: Queryable, row: MediaRow) => Promise<void>;
}

/**
 * Stores an uploaded picture: the announcement, the bytes under a fresh key, the row, then the temporary file goes. When
 * the row cannot be written the bytes are removed again; after a crash in between the sweep does that.
 */
export async function storePicture(room: KeepingRoom, picture: CleanPicture, facts: PictureFacts): Promise<MediaRow> {
  const id = newId();
  const storageKey = `uploads/${id}`;
  const { mimeType, width, height, sha256, file } = picture;
  const { link, ...described } = facts;
  try {
    await announceBytes(room.db, storageKey, room.clock.now());
    await room.store.put(storageKey, file.stream(), { sizeBytes: file.sizeBytes, contentType: mimeType });
    const media = {
      ...described,
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
    } as const;
    return await room.db
      .transaction()
      .execute(async (transaction) => {
        const row = await insertMedia(transaction, media, room.clock.now());
        await link?.(transaction, row);
        return row;
      })
      .catch(async (error: unknown) => {
        await removeBytesNow(room, [storageKey]);
        throw error;
      });
  } finally {
    await file.remove();
  }
}
