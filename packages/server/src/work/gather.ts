import { UPLOAD_BYTES_MAX } from '@atelier/contract';
import type { GatheredPicture } from '../engines/port.ts';
import { findOpenRun } from '../engines/remote-runs.ts';
import type { JobRow } from '../jobs/rows.ts';
import { MediaRejection } from '../media/rejection.ts';
import { findMedia, type MediaRow } from '../media/rows.ts';
import type { PictureSource } from '../work-order.ts';
import { Ending, failedWith } from './ending.ts';
import type { WorkRoom } from './room.ts';

/**
 * Loads the pictures of the order, in its order. If one was deleted but a hosted engine already has them all, it
 * returns none: the result is still wanted. An inpaint is an exception, because it needs its source. Throws an Ending
 * (`input_rejected`) that names the field of a missing picture.
 */
export async function gather(room: WorkRoom, job: JobRow, signal: AbortSignal): Promise<GatheredPicture[]> {
  try {
    return await gatherAll(room, job, signal);
  } catch (error) {
    const run = error instanceof Ending && job.operation !== 'inpaint' ? await findOpenRun(room.db, job.id) : null;
    if (!run?.receipt) throw error;
    room.log.info({ engine: run.engine, err: error }, 'an image is gone that an engine works with already');
    return [];
  }
}

async function gatherAll(room: WorkRoom, job: JobRow, signal: AbortSignal): Promise<GatheredPicture[]> {
  const { pictures } = job.input;
  const mediaIds = pictures.flatMap(({ mediaId }) => mediaId ?? []);
  const media = await findMedia(room.db, job.workspace_id, mediaIds);
  return Promise.all(pictures.map((picture) => gatherOne(room, picture, media, signal)));
}

async function gatherOne(
  room: WorkRoom,
  { role, mediaId, url, pointer }: PictureSource,
  media: Map<string, MediaRow>,
  signal: AbortSignal,
): Promise<GatheredPicture> {
  if (url !== null) return { role, pointer, ...(await fetchPicture(room, url, pointer, signal)) };
  const row = mediaId === null ? undefined : media.get(mediaId);
  const bytes = row && (await room.store.read(row.storage_key));
  if (!bytes) throw failedWith('input_rejected', `${pointer}: the image ${mediaId} was deleted before the work began.`);
  return { role, pointer, bytes, width: row.width, height: row.height };
}

async function fetchPicture(room: WorkRoom, url: string, pointer: string, signal: AbortSignal) {
  try {
    const picture = await room.intake.take(await room.fetchRemote(url, signal), UPLOAD_BYTES_MAX);
    await using file = picture.file;
    return { bytes: await file.bytes(), width: picture.width, height: picture.height };
  } catch (error) {
    if (error instanceof MediaRejection) throw failedWith('input_rejected', `${pointer}: ${error.message}`);
    throw error;
  }
}
