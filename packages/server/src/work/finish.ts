import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import type { OutputFormat } from '@atelier/contract';
import type { Sharp } from 'sharp';
import type { SignOrigin } from '../content-credentials/sign.ts';
import { type PixelFile, pixelsOf } from '../engines/pictures/formats.ts';
import type { JobRow } from '../jobs/rows.ts';
import { extensionOf } from '../media/file-name.ts';
import { throughOutages } from '../media/outages.ts';
import type { NewMedia } from '../media/rows.ts';
import type { BlobBody } from '../media/store/port.ts';
import { putNew } from '../media/store-picture.ts';
import { filmWithOrigin, originXmp } from './origin.ts';
import type { ReceivedOutput } from './receive.ts';
import type { WorkRoom } from './room.ts';

/**
 * Result PNGs predict each row from its neighbours by the best of five filters. Level 5 of zlib without them takes as
 * long and makes files 70 % larger. Higher levels shrink files by at most a tenth (1 MP try-ons).
 */
const PNG = { compressionLevel: 2, adaptiveFiltering: true };
/** Sharp colour edges, as of prints and seams, need full chroma. At this quality a try-on takes a fifth of its PNG. */
const JPEG = { quality: 90, chromaSubsampling: '4:4:4' };
const ENCODERS = { png: PNG, jpeg: JPEG, webp: { quality: 90, smartSubsample: true } };

/** The pixels as a file of a format with the origin of a job. */
function encoded(pixels: Sharp, format: OutputFormat, jobId: string): Sharp {
  return pixels.withXmp(originXmp(jobId)).toFormat(format, ENCODERS[format]);
}

/**
 * Largest file on disk that is signed, in bytes. Signing holds a file in memory, and the largest results are ten times
 * as large.
 */
const SIGNED_BYTES_MAX = 32 * 1024 * 1024;

/** A file ready for the store. */
export interface FinishedFile {
  readonly facts: Pick<NewMedia, 'kind' | 'mime_type' | 'width' | 'height' | 'size_bytes' | 'sha256'>;
  /** A new stream of its bytes. */
  open(): BlobBody;
  /** Removes its file from the disk. Call it after the attempt to store it. */
  remove(): Promise<void>;
}

/**
 * Encodes pixels, by default as PNG, which keeps unchanged parts exact. Writes the origin into every picture and video,
 * and lets `sign` sign it.
 */
export async function finish(
  jobId: string,
  output: ReceivedOutput,
  format: OutputFormat = 'png',
  sign: SignOrigin | null = null,
): Promise<FinishedFile> {
  const { width, height } = output;
  if (output.kind === 'pixel_file') return finishOnDisk(jobId, output, format, sign);
  if (output.kind === 'file') {
    const { mediaKind: kind, mimeType: mime_type, bytes } = output;
    return inMemory(kind === 'video' ? filmWithOrigin(bytes, jobId) : bytes, { kind, mime_type, width, height });
  }
  const opaque = pixelsOf(output);
  const pixels = output.alpha
    ? opaque.joinChannel(Buffer.from(output.alpha), { raw: { width, height, channels: 1 } })
    : opaque;
  const mimeType = `image/${format}`;
  const bytes = await encoded(pixels, format, jobId).toBuffer();
  const signed = (await sign?.({ bytes, mimeType, jobId })) ?? bytes;
  return inMemory(signed, { kind: 'image', mime_type: mimeType, width, height });
}

function inMemory(bytes: Uint8Array, shape: Omit<FinishedFile['facts'], 'size_bytes' | 'sha256'>): FinishedFile {
  const sha256 = createHash('sha256').update(bytes).digest();
  return { facts: { ...shape, size_bytes: bytes.byteLength, sha256 }, open: () => bytes, remove: async () => {} };
}

/** The same from disk to disk, with a few rows in memory. */
async function finishOnDisk(
  jobId: string,
  pixels: PixelFile,
  format: OutputFormat,
  sign: SignOrigin | null,
): Promise<FinishedFile> {
  const { width, height } = pixels;
  const file = `${pixels.path}.${format}`;
  try {
    const mimeType = `image/${format}`;
    const written = await encoded(pixelsOf(pixels), format, jobId).toFile(file);
    if (sign && written.size <= SIGNED_BYTES_MAX)
      await fs.writeFile(file, await sign({ bytes: await fs.readFile(file), mimeType, jobId }));
    const { size: size_bytes } = await fs.stat(file);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    const opened: ReadStream[] = [];
    const open = () => {
      const stream = createReadStream(file);
      opened.push(stream);
      return stream;
    };
    const remove = async () => {
      for (const stream of opened) stream.destroy();
      await fs.rm(file, { force: true });
    };
    const facts = { kind: 'image', mime_type: mimeType, width, height, size_bytes, sha256: hash.digest() } as const;
    return { facts, open, remove };
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  }
}

/** An output of a job as a signed file. */
export function finishResult(room: WorkRoom, { id, input }: JobRow, output: ReceivedOutput): Promise<FinishedFile> {
  return finish(id, output, input.options.outputFormat, signerOf(room));
}

/**
 * Stores a file of a job, and retries while the store or the database is away. Returns its row, which the caller
 * writes.
 */
export async function storeResult(
  room: WorkRoom,
  job: JobRow,
  file: FinishedFile,
  signal: AbortSignal,
): Promise<NewMedia> {
  const name = `${job.operation.replaceAll('_', '-')}-${job.id.slice(-8)}.${extensionOf(file.facts.mime_type)}`;
  const own = { workspace_id: job.workspace_id, origin: 'generated', upload_type: null, file_name: name } as const;
  return throughOutages(room, signal, () => putNew(room, 'results', file.open(), { ...file.facts, ...own }));
}

/** Signs files. A file that cannot be signed stays unsigned, because the work is paid for. */
function signerOf({ signOrigin, log }: WorkRoom): SignOrigin | null {
  if (!signOrigin) return null;
  return (file) =>
    signOrigin(file).catch((error: unknown) => {
      log.error({ err: error }, 'the origin of a result could not be signed');
      return file.bytes;
    });
}
