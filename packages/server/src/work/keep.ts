import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import { newToken } from '../media/addresses.ts';
import { announceBytes } from '../media/removal.ts';
import type { NewMedia } from '../media/rows.ts';
import { filmWithOrigin, originXmp } from './origin.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

/** zlib level of result PNGs: beyond it files shrink by under 3 % and writing takes twice as long (measured on 1 MP try-ons). */
const PNG_LEVEL = 5;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
};

/** A file ready for the store. */
interface FinishedFile {
  readonly kind: 'image' | 'video';
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Stores what an engine made and returns its row, still to be written. Announced, then stored: a crash leaves bytes the sweep knows of, never a row without them. */
export async function keep(room: WorkRoom, job: JobRow, output: ReceivedOutput): Promise<NewMedia> {
  const file = await finish(job, output);
  const id = newId();
  const storageKey = `results/${id}`;
  await announceBytes(room.db, storageKey, room.clock.now());
  await room.store.put(storageKey, file.bytes, { sizeBytes: file.bytes.byteLength, contentType: file.mimeType });
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
    sizeBytes: file.bytes.byteLength,
    sha256: createHash('sha256').update(file.bytes).digest(),
  };
}

/** Pixels become a PNG, so that what the engine left alone stays equal to the bit; every picture and film says where it comes from. */
async function finish(job: JobRow, output: ReceivedOutput): Promise<FinishedFile> {
  if (output.kind === 'file') {
    const { mediaKind: kind, bytes } = output;
    return { ...output, kind, bytes: kind === 'video' ? filmWithOrigin(bytes, job.id) : bytes };
  }
  const { width, height, rgb } = output;
  const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .withXmp(originXmp(job.id))
    .png({ compressionLevel: PNG_LEVEL })
    .toBuffer();
  return { kind: 'image', mimeType: 'image/png', width, height, bytes };
}
