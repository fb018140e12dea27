import type { Database } from '../database/connection.ts';
import { MASK_IS_EMPTY, selectsNothing } from '../engines/pictures/mask.ts';
import { Fault } from '../fault.ts';
import { findNamedImages } from '../jobs/named-images.ts';
import { findMedia } from '../media/rows.ts';
import type { MediaStore } from '../media/store/port.ts';
import type { RequestedPicture, WorkRequest } from './request.ts';

/** The services that reading a mask needs. */
interface MaskRoom {
  readonly db: Database;
  readonly store: Pick<MediaStore, 'read'>;
}

/**
 * Throws `invalid_source` for a stored mask that selects nothing, before anything is charged. The worker checks a mask
 * at an address when it fetches the mask. Another check refuses a missing mask.
 */
export async function refuseEmptyMask(room: MaskRoom, workspaceId: string, request: WorkRequest): Promise<void> {
  const mask = request.pictures.find(({ role }) => role === 'mask');
  const key = mask && (await storageKeyOf(room.db, workspaceId, mask, request));
  const bytes = key === undefined ? null : await room.store.read(key);
  if (mask && bytes && (await selectsNothing(bytes)))
    throw new Fault('invalid_source', `${mask.pointer}: ${MASK_IS_EMPTY}`);
}

/** Storage key of a mask; undefined if it is not an image of the workspace. */
async function storageKeyOf(
  db: Database,
  workspaceId: string,
  { by, name }: RequestedPicture,
  { newMedia = [] }: WorkRequest,
): Promise<string | undefined> {
  const fresh = newMedia.find(({ id }) => id === name);
  if (fresh) return fresh.storage_key;
  const row =
    by === 'recordId'
      ? (await findNamedImages(db, workspaceId, [name])).get(name)?.media
      : (await findMedia(db, workspaceId, by === 'mediaId' ? [name] : [])).get(name);
  return row?.kind === 'image' ? row.storage_key : undefined;
}
