import { ENDPOINTS, UPLOAD_TYPES } from '@atelier/contract';
import type { Queryable } from '../../database/connection.ts';
import { MissingFault } from '../../fault.ts';
import { deleteRecord } from '../../jobs/delete-record.ts';
import { findRecords, requireRecord, uploadRecord } from '../../jobs/records.ts';
import { findNamedImages, requirePicture } from '../../jobs/versions.ts';
import { removeBytesNow } from '../../media/removal.ts';
import type { MediaRow } from '../../media/rows.ts';
import { type HttpRoom, withLog } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { receiveUpload } from './receive-upload.ts';

/** Reading and deleting image records. */
export function addImageRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.getImage, ({ params, workspace, addressOf }) =>
    requireRecord(room.db, workspace.id, params.id, addressOf),
  );

  route(ENDPOINTS.readImages, async ({ body, workspace, addressOf }) => {
    const records = await findRecords(room.db, workspace.id, [...new Set(body.ids)], addressOf);
    return [...records.values()];
  });

  route(ENDPOINTS.deleteImage, async ({ params, workspace, request }) => {
    const storageKeys = await deleteRecord(room, workspace.id, params.id, room.clock.now());
    await removeBytesNow(withLog(room, request), storageKeys);
  });
}

/** `POST /images` */
export function addUploadImage(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.uploadImage, async ({ workspace, request, addressOf }) => {
    const media = await receiveUpload(room, workspace, request, { types: UPLOAD_TYPES, fallback: 'reference' });
    return uploadRecord(media, addressOf);
  });
}

/**
 * The picture under a media or job ID. Throws `not_found` without one. Throws `invalid_source`, which names the field,
 * for a video or a job without a result.
 */
export async function findPicture(db: Queryable, workspaceId: string, id: string, pointer: string): Promise<MediaRow> {
  const image = (await findNamedImages(db, workspaceId, [id])).get(id);
  if (!image) throw new MissingFault('image', id);
  return requirePicture(image, id, pointer);
}
