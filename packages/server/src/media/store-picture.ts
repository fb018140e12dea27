import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { newToken } from './addresses.ts';
import type { CleanPicture } from './intake.ts';
import { announceBytes, type RemovalRoom, removeBytesNow } from './removal.ts';
import { insertMedia, type MediaRow, type NewMedia } from './rows.ts';
import type { StorageLimits } from './storage-use.ts';
import type { BlobBody } from './store/port.ts';

/** The services that storing a picture needs. */
export interface StoringRoom extends RemovalRoom {
  readonly clock: Clock;
}

/** Owner, purpose and safe name of a picture. */
export type PictureFacts = Pick<NewMedia, 'workspace_id' | 'upload_type' | 'file_name'>;

/** Writes further rows of a picture, in the transaction of its own row. */
export type PictureLink = (transaction: Queryable, row: MediaRow) => Promise<void>;

/**
 * Stores an uploaded picture and its row. `link` writes further rows in the same transaction. If the transaction fails,
 * the bytes are removed; after a crash in between, the sweep removes them. Throws `plan_limit_exceeded` at a storage
 * limit of the workspace's plan.
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
      await removeBytesNow(room, [media.storage_key]);
      throw error;
    });
}

/**
 * Announces bytes under a new key of a folder, then stores them; resolves to the facts about them with their IDs.
 * After a crash the sweep finds bytes without a row, and there is never a row without bytes. Each try has its own key,
 * because the bytes of an earlier one may still arrive.
 */
export async function putNew<Facts extends Pick<NewMedia, 'mime_type' | 'size_bytes'>>(
  { db, store, clock }: Pick<StoringRoom, 'db' | 'store' | 'clock'>,
  folder: 'uploads' | 'results' | 'thumbnails' | 'library',
  body: BlobBody,
  facts: Facts,
): Promise<Facts & Pick<NewMedia, 'id' | 'storage_key' | 'token'>> {
  const id = newId();
  const storageKey = `${folder}/${id}`;
  await announceBytes(db, storageKey, clock.now());
  await store.put(storageKey, body, { sizeBytes: facts.size_bytes, contentType: facts.mime_type });
  return { ...facts, id, storage_key: storageKey, token: newToken() };
}

/**
 * Stores the bytes of an uploaded picture under a new, announced key and removes its temporary file. A caller that
 * writes no row must remove the bytes or leave them to the sweep.
 */
export async function storeBytes(
  room: Omit<StoringRoom, 'log'>,
  picture: CleanPicture,
  facts: PictureFacts,
): Promise<NewMedia> {
  const { mimeType: mime_type, width, height, sha256 } = picture;
  await using file = picture.file;
  const own = {
    kind: 'image',
    origin: 'upload',
    mime_type,
    width,
    height,
    size_bytes: file.sizeBytes,
    sha256,
  } as const;
  return await putNew(room, 'uploads', file.stream(), { ...facts, ...own });
}
