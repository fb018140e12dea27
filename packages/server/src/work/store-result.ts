import type { SignOrigin } from '../content-credentials/sign.ts';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import { newToken } from '../media/addresses.ts';
import { extensionOf } from '../media/file-name.ts';
import { throughOutages } from '../media/outages.ts';
import { announceBytes } from '../media/removal.ts';
import type { NewMedia } from '../media/rows.ts';
import { type FinishedFile, finish } from './finish.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

/** An output of a job as a signed file. */
export const finishResult = (room: WorkRoom, { id, input }: JobRow, output: ReceivedOutput): Promise<FinishedFile> =>
  finish(id, output, input.options.outputFormat, signerOf(room));

/** Stores a file of a job, retrying while store or database are away. Returns its row, which the caller writes. */
export async function storeResult(
  room: WorkRoom,
  job: JobRow,
  file: FinishedFile,
  signal: AbortSignal,
): Promise<NewMedia> {
  const stored = await throughOutages(room, signal, () => storeFile(room, file));
  return { ...stored, ...rowOf(job, file) };
}

/** Signs files; one that cannot be signed stays unsigned, because its making is paid for. */
function signerOf({ signOrigin, log }: WorkRoom): SignOrigin | null {
  if (!signOrigin) return null;
  return (file) =>
    signOrigin(file).catch((error: unknown) => {
      log.error({ err: error }, 'the origin of a result could not be signed');
      return file.bytes;
    });
}

/**
 * Announces the bytes, then stores them: after a crash the sweep finds bytes without a row, and there is never a row
 * without bytes. Each try has its own key, because the bytes of an earlier one may still arrive.
 */
async function storeFile(room: WorkRoom, file: FinishedFile): Promise<Pick<NewMedia, 'id' | 'storage_key'>> {
  const id = newId();
  const storageKey = `results/${id}`;
  await announceBytes(room.db, storageKey, room.clock.now());
  await room.store.put(storageKey, file.open(), { sizeBytes: file.sizeBytes, contentType: file.mimeType });
  return { id, storage_key: storageKey };
}

function rowOf(job: JobRow, file: FinishedFile): Omit<NewMedia, 'id' | 'storage_key'> {
  const { kind, mimeType, width, height, sizeBytes, sha256 } = file;
  const name = `${job.operation.replaceAll('_', '-')}-${job.id.slice(-8)}.${extensionOf(mimeType)}`;
  return {
    ...{ workspace_id: job.workspace_id, kind, origin: 'generated', upload_type: null, token: newToken() },
    ...{ file_name: name, mime_type: mimeType, width, height, size_bytes: sizeBytes, sha256 },
  };
}
