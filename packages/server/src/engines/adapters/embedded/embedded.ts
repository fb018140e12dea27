import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import '@atelier/engine/no-telemetry';
import { GARMENTS_MAX, type Operation } from '@atelier/contract';
import { INSPECTION_SIZE } from '@atelier/engine/inspection-size';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { FindPerson } from '../../../assets/person.ts';
import type { InspectPicture, PictureToInspect } from '../../../moderation/picture-rules.ts';
import type { PictureRole } from '../../../work-order.ts';
import { failed } from '../../outcomes.ts';
import { pixelsOf } from '../../pictures/formats.ts';
import type { EngineControl, EngineOutcome, EngineTask, LocalEngine } from '../../port.ts';
import { EMBEDDED } from '../../settings.ts';
import type { EmbeddedCall, InspectionCall } from './embedded-thread.ts';
import { embeddedWords } from './embedded-words.ts';

/**
 * Longest run of one output, far above the slowest on a busy machine: a thread that takes longer hangs, and is
 * replaced.
 */
const RUN_TIMEOUT_MS = 300_000;
/** Extra time for each megapixel of the output. An upscale has up to 64 and takes about a second for each. */
const MEGAPIXEL_TIMEOUT_MS = 10_000;

/** Number of pictures that each operation of the engine uses, by role; it uses the first ones. */
const PICTURES_USED: Readonly<Record<Operation, Readonly<Partial<Record<PictureRole, number>>>>> = {
  virtual_try_on: { person: 1, garment: GARMENTS_MAX },
  generate: { avatar: 1, scene: 1, garment: GARMENTS_MAX },
  edit: { source: 1 },
  inpaint: { source: 1, mask: 1 },
  upscale: { source: 1 },
  animate: { source: 1, last_frame: 1 },
  text_to_video: { avatar: 1, scene: 1, garment: GARMENTS_MAX },
};

/** The options of every thread with nets of the embedded engine. */
interface EmbeddedNetsOptions {
  /** Threads one inference may use. */
  readonly threads: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Options of {@link embeddedEngine}. */
export interface EmbeddedEngineOptions extends EmbeddedNetsOptions {
  /** Folder for pictures in the making that are too large for memory. A sweep removes the leftovers of a crash. */
  readonly temporaryFolder: string;
  /** Program of the thread: tests bring one that breaks. */
  readonly thread?: URL;
  /** Longest run of one output, whatever its size: tests are less patient. */
  readonly runTimeoutMs?: number;
}

/**
 * The image engine that ships with the service. It runs in a thread of its own, so that the thread that answers HTTP
 * never waits for pixels. A thread that dies fails its run and is replaced.
 */
export function embeddedEngine({
  temporaryFolder,
  threads,
  thread,
  runTimeoutMs,
  log,
}: EmbeddedEngineOptions): LocalEngine {
  const pool = oneThread({ program: thread, workerData: { temporaryFolder, threads }, log });
  const closed = stopFlag();
  return {
    kind: 'local',
    name: EMBEDDED,
    serves: () => true,
    ...embeddedWords,
    run: async (task, control) =>
      withUnusedPictures(await runInThread(pool, 'runTask', runTimeoutMs ?? timeoutOf(task), task, control), task),
    readOutfit: (task, control) => runInThread(pool, 'readOutfit', runTimeoutMs ?? RUN_TIMEOUT_MS, task, control),
    cutOut: (picture, control) => runInThread(pool, 'cutOut', runTimeoutMs ?? RUN_TIMEOUT_MS, picture, control),
    ready: () => pool.run(closed, { name: 'warmUp' }),
    close() {
      Atomics.store(closed, 0, 1);
      return closeThread(pool);
    },
  };
}

/** Shared memory of one number, which a computing thread can read: 1 stops its work. */
const stopFlag = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** The outcome, and a warning where the order brings pictures that the engine did not look at. */
function withUnusedPictures(outcome: EngineOutcome, { order, pictures }: EngineTask): EngineOutcome {
  if (outcome.kind !== 'made') return outcome;
  const used = PICTURES_USED[order.operation];
  const unused = pictures.filter(
    (picture) => pictures.filter(({ role }) => role === picture.role).indexOf(picture) >= (used[picture.role] ?? 0),
  );
  if (unused.length === 0) return outcome;
  const message = `The embedded engine ignored ${unused.map(({ pointer }) => pointer).join(', ')}.`;
  return { ...outcome, warnings: [...outcome.warnings, { code: 'reference_ignored', message }] };
}

/** Longest run of a task, in milliseconds. */
function timeoutOf({ size }: EngineTask): number {
  return RUN_TIMEOUT_MS + Math.ceil((size.width * size.height) / 1e6) * MEGAPIXEL_TIMEOUT_MS;
}

type Thread = typeof import('./embedded-thread.ts');

/** Runs a function of the thread; one that takes too long fails. */
async function runInThread<Name extends 'runTask' | 'readOutfit' | 'cutOut'>(
  pool: Piscina,
  name: Name,
  timeoutMs: number,
  task: Parameters<Thread[Name]>[0]['task'],
  control: EngineControl,
): Promise<Awaited<ReturnType<Thread[Name]>> | Extract<EngineOutcome, { kind: 'failed' }>> {
  control.signal.throwIfAborted();
  const { port1: near, port2: far } = new MessageChannel();
  const canceled = stopFlag();
  const cancel = () => Atomics.store(canceled, 0, 1);
  control.signal.addEventListener('abort', cancel, { once: true });
  near.on('message', control.onProgress);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const call: EmbeddedCall<typeof task> = { task, port: far, canceled };
    return await pool.run(call, { name, transferList: [far], signal: timeout });
  } catch (error) {
    if (control.signal.aborted) throw control.signal.reason;
    if (timeout.aborted)
      return failed('generation_failed', `The image was not ready after ${timeoutMs / 1000} seconds.`);
    throw error;
  } finally {
    control.signal.removeEventListener('abort', cancel);
    near.close();
  }
}

const PROGRAM = new URL('./embedded-thread.ts', import.meta.url);

/** A thread of the embedded engine. */
interface ThreadOptions {
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
function oneThread({ program = PROGRAM, workerData, idleMs, log }: ThreadOptions): Piscina {
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
async function closeThread(pool: Piscina): Promise<void> {
  const waited = new AbortController();
  const limit = pause(CLOSE_MS, null, { signal: waited.signal }).catch(() => {});
  await Promise.race([pool.close({ force: true }), limit]);
  waited.abort();
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
  const { data, info } = await pixelsOf(picture)
    .resize({ ...INSPECTION_SIZE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}
