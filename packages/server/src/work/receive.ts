import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isVideo, type Operation } from '@atelier/contract';
import sharp from 'sharp';
import { type BackOff, pauseMs } from '../back-off.ts';
import { WHITE } from '../engines/pictures/formats.ts';
import type { EngineOutput } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { PictureIntake } from '../media/intake.ts';
import { MediaRejection } from '../media/rejection.ts';
import { failedWith } from './ending.ts';
import type { WorkRoom } from './room.ts';

/** Largest picture a hosted engine may deliver, in bytes: 64 megapixels of PNG. */
const PICTURE_BYTES_MAX = 128 * 1024 * 1024;

/** Largest video that a hosted engine may deliver, in bytes: a minute of 4K. */
const VIDEO_BYTES_MAX = 512 * 1024 * 1024;

/** Limits for fetching results: videos are larger than pictures of users, and arrive more slowly. */
export const RESULT_FETCH = { bytesMax: VIDEO_BYTES_MAX, deadlineMs: 180_000 };

/** Longest side in the header of a video, in pixels: 8K. */
const VIDEO_SIDE_MAX = 8_192;

/**
 * How often a result is fetched, and the pauses between the tries. Because the result is paid for, the pauses add up to
 * some forty seconds. No try begins after {@link FETCHES_END_MS}.
 */
const FETCHES_MAX = 8;
const FETCH_PAUSES: BackOff = { firstMs: 500, longestMs: 15_000 };
const FETCHES_END_MS = 300_000;

/** Statuses in which an address has expired. */
const GONE_STATUSES: readonly number[] = [400, 401, 403, 404, 410];

/** An output within the service: pixels, in memory or on disk, or a checked file. */
export type ReceivedOutput = Extract<EngineOutput, { kind: 'pixels' | 'pixel_file' | 'file' }>;

/** A fetched and checked output: never more pixels than fit into memory. */
export type UnpackedOutput = Exclude<ReceivedOutput, { kind: 'pixel_file' }>;

/**
 * Fetches and checks the output of an engine. The address of a hosted engine is fetched as carefully as a user's, and
 * the bytes decide the type. Throws an Ending if there is no usable output.
 */
export async function receive(
  room: WorkRoom,
  { operation }: Pick<JobRow, 'operation'>,
  output: EngineOutput,
  signal: AbortSignal,
): Promise<ReceivedOutput> {
  if (output.kind === 'pixels' || output.kind === 'pixel_file' || output.kind === 'file') return output;
  const bytes = output.kind === 'delivered' ? output.bytes : await fetchResult(room, output.url, signal);
  try {
    return await unpack(room.intake, operation, bytes);
  } catch (error) {
    if (!(error instanceof MediaRejection)) throw error;
    room.log.warn({ err: error }, 'an engine delivered something that cannot be used');
    const wanted = isVideo(operation) ? 'an MP4 video' : 'an image';
    throw failedWith('generation_failed', `The engine's result is not ${wanted} that can be shown.`);
  }
}

async function fetchResult(room: WorkRoom, url: string, signal: AbortSignal): Promise<Uint8Array> {
  const endsMs = performance.now() + FETCHES_END_MS;
  for (let fetches = 1; ; fetches++) {
    try {
      return Buffer.concat(await Readable.from(await room.fetchResult(url, signal)).toArray());
    } catch (error) {
      if (!(error instanceof MediaRejection)) throw error;
      room.log.warn({ err: error, fetches }, 'the result of an engine could not be fetched');
      if (fetches >= (isLasting(error) ? 2 : FETCHES_MAX) || performance.now() > endsMs)
        throw failedWith('provider_unavailable', 'The engine made the output, but the service could not download it.');
      await sleep(pauseMs(FETCH_PAUSES, fetches - 1), undefined, { signal });
    }
  }
}

/** True if another try will hardly succeed: the address has expired, or the address or the file is not allowed. */
function isLasting({ cause, status }: MediaRejection): boolean {
  return status === null ? cause === undefined : GONE_STATUSES.includes(status);
}

/**
 * Checks the file of an engine, whatever type it declares. Throws a MediaRejection if the operation does not make such
 * an output.
 */
export function unpack(intake: PictureIntake, operation: Operation, bytes: Uint8Array): Promise<UnpackedOutput> {
  return isVideo(operation) ? videoOf(bytes) : pictureOf(intake, bytes);
}

/** Decodes every pixel and lays transparency on white. Only the pixels of the file are used. */
async function pictureOf(intake: PictureIntake, bytes: Uint8Array): Promise<UnpackedOutput> {
  const { file: clean, width, height } = await intake.take([bytes], PICTURE_BYTES_MAX);
  await using file = clean;
  const rgb = await sharp(await file.bytes(), { limitInputPixels: width * height })
    .toColourspace('srgb')
    .flatten({ background: WHITE })
    .raw()
    .toBuffer();
  return { kind: 'pixels', width, height, rgb };
}

async function videoOf(bytes: Uint8Array): Promise<UnpackedOutput> {
  if (bytes.byteLength > VIDEO_BYTES_MAX) throw notAVideo(`it has more than ${VIDEO_BYTES_MAX} bytes`);
  // Loaded with the first video, because most services never get one.
  const { BufferSource, Input, MP4 } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw notAVideo('it holds no images');
    const { displayWidth: width, displayHeight: height } = track;
    if (Math.min(width, height) < 1 || Math.max(width, height) > VIDEO_SIDE_MAX)
      throw notAVideo(`its header says ${width} × ${height} pixels`);
    return { kind: 'file', mediaKind: 'video', mimeType: 'video/mp4', width, height, bytes };
  } catch (error) {
    if (error instanceof MediaRejection) throw error;
    throw notAVideo(error instanceof Error ? error.message : String(error));
  } finally {
    input.dispose();
  }
}

function notAVideo(why: string): MediaRejection {
  return new MediaRejection('invalid_request', `The file is not an MP4 video: ${why}.`);
}
