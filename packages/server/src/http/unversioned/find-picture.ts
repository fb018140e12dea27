import type { Queryable } from '../../database/connection.ts';
import { Fault, MissingFault } from '../../fault.ts';
import { findNamedImages } from '../../jobs/named-images.ts';
import type { MediaRow } from '../../media/rows.ts';

/**
 * The picture under a media or job ID. Throws `not_found` without one, and `invalid_source`, naming the field, for a
 * video or a job that has made nothing.
 */
export async function findPicture(db: Queryable, workspaceId: string, id: string, pointer: string): Promise<MediaRow> {
  const image = (await findNamedImages(db, workspaceId, [id])).get(id);
  if (!image) throw new MissingFault('image', id);
  if (image.media?.kind === 'image') return image.media;
  throw new Fault(
    'invalid_source',
    `${pointer}: ${id} is ${image.media ? 'a video' : image.status}; allowed is a completed image.`,
  );
}
