import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import { newToken } from '../media/addresses.ts';
import { announceBytes } from '../media/removal.ts';
import type { NewMedia } from '../media/rows.ts';
import { finish } from './finish.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
};

/** Stores what an engine made and returns its row, still to be written. Announced, then stored: a crash leaves bytes the sweep knows of, never a row without them. */
export async function keep(room: WorkRoom, job: JobRow, output: ReceivedOutput): Promise<NewMedia> {
  const file = await finish(job.id, output);
  const id = newId();
  const storageKey = `results/${id}`;
  try {
    await announceBytes(room.db, storageKey, room.clock.now());
    await room.store.put(storageKey, file.body, { sizeBytes: file.sizeBytes, contentType: file.mimeType });
  } finally {
    await file.remove();
  }
  return {
    id,
    workspaceId: job.workspace_id,
    kind: file.kind,
    origin: 'generated',
    uploadType: null,
    token: newToken(),
    storageKey,
    fileName: `${job.operation.replaceAll('_', '-')}-${job.id.slice(-8)}.${EXTENSIONS[file.mimeType] ?? 'bin'}`,
    mimeType: file.mimeType,
    width: file.width,
    height: file.height,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
  };
}
