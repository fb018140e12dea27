import { setTimeout as pause } from 'node:timers/promises';
import '@atelier/engine/no-telemetry';
import { INSPECTION_SIZE } from '@atelier/engine/inspection-size';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import sharp from 'sharp';
import type { FindPerson } from '../../../assets/person.ts';
import type { InspectPicture, PictureToInspect } from '../../../moderation/picture-rules.ts';
import { readPixels } from '../../pictures/formats.ts';
import type { InspectionCall } from './embedded-thread.ts';

const PROGRAM = new URL('./embedded-thread.ts', import.meta.url);

/** A thread of the embedded engine. */
export interface ThreadOptions {
  /** Absent: `embedded-thread.ts`. Tests bring one that breaks. */
  readonly program?: URL | undefined;
  /** The program's `workerData`. */
  readonly workerData: Readonly<Record<string, string | number>>;
  /** How long it outlives its last call, in milliseconds; absent: it stays. */
  readonly idleMs?: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** A time that no call lasts, in milliseconds. Piscina would end a closing thread within its call after 30 s. */
const CALL_MAX_MS = 86_400_000;

/**
 * Size of a thread's young generation, in megabytes. Its collection frees the planes of pictures, so a small one holds
 * fewer dead planes. The service then takes 810 MB instead of 1,140 (`npm run bench -- --only try-ons`).
 */
const YOUNG_MB = 2;

/**
 * One thread that takes one call after the other, and starts with the first. When it dies its call fails, and the next
 * call has another.
 */
export function oneThread({ program = PROGRAM, workerData, idleMs, log }: ThreadOptions): Piscina {
  const pool = new Piscina({
    filename: program.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs ?? Number.POSITIVE_INFINITY,
    closeTimeout: CALL_MAX_MS,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    workerData,
  });
  // One that dies between two calls has no call to fail, and an error nobody hears would end the process.
  pool.on('error', (error) => log.warn({ err: error, program: program.pathname }, 'a thread died between two calls'));
  return pool;
}

/**
 * Longest wait of a stop for the call of a thread, in milliseconds. A service closes three threads, one after the
 * other. The database then still has time to stop.
 */
const CLOSE_MS = 2_000;

/**
 * Ends a thread after its present call, and drops the calls that wait. A thread that ends inside a net ends the whole
 * process. After {@link CLOSE_MS} the stop goes on without it, and the process ends when the call has ended.
 */
export async function closeThread(pool: Piscina): Promise<void> {
  const waited = new AbortController();
  const limit = pause(CLOSE_MS, null, { signal: waited.signal }).catch(() => {});
  await Promise.race([pool.close({ force: true }), limit]);
  waited.abort();
}

/** The options of every thread with nets of the embedded engine. */
export interface EmbeddedNetsOptions {
  /** Threads one inference may use. */
  readonly threads: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** How long the thread outlives its last picture: analyses come in bursts, and its nets take some 60 MB. */
const PERSON_FINDER_IDLE_MS = 60_000;

/**
 * The embedded engine's eye for people, in a thread of its own that starts with the first picture: jobs never hold it
 * up.
 */
export function embeddedPersonFinder({ threads, log }: EmbeddedNetsOptions) {
  const pool = oneThread({ workerData: { threads }, idleMs: PERSON_FINDER_IDLE_MS, log });
  const findPerson: FindPerson = (bytes) => pool.run(bytes, { name: 'findPerson' });
  return { findPerson, close: () => closeThread(pool) };
}

/** How long the thread outlives its last picture. */
const INSPECTOR_IDLE_MS = 300_000;

/** The embedded engine's inspector of pictures, in a thread that starts with the first picture. */
export function embeddedPictureInspector({ threads, log }: EmbeddedNetsOptions) {
  const pool = oneThread({ workerData: { threads }, idleMs: INSPECTOR_IDLE_MS, log });
  const inspectPicture: InspectPicture = async (picture) => pool.run(await callOf(picture), { name: 'inspectPicture' });
  return { inspectPicture, close: () => closeThread(pool) };
}

/** Pixels are made small before they are sent: an output may have 64 million of them. */
async function callOf(picture: PictureToInspect): Promise<InspectionCall> {
  if (picture.kind === 'file') return picture.bytes;
  const { width, height } = picture;
  const pixels =
    picture.kind === 'pixel_file' ? readPixels(picture) : sharp(picture.rgb, { raw: { width, height, channels: 3 } });
  const { data, info } = await pixels
    .resize({ ...INSPECTION_SIZE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}
