import { MessageChannel } from 'node:worker_threads';
import { GARMENTS_MAX, type Operation } from '@atelier/contract';
import type { Piscina } from 'piscina';
import type { PictureRole } from '../../../work-order.ts';
import { failed } from '../../outcomes.ts';
import type { EngineControl, EngineOutcome, EngineTask, LocalEngine } from '../../port.ts';
import { EMBEDDED } from '../../settings.ts';
import type { EmbeddedCall } from './embedded-thread.ts';
import { embeddedWords } from './embedded-words.ts';
import { closeThread, type EmbeddedNetsOptions, oneThread } from './threads.ts';

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

/** Options of {@link embeddedEngine}. */
export interface EmbeddedEngineOptions extends EmbeddedNetsOptions {
  /** Folder for pictures in the making that are too large for memory. A sweep removes the rests of a crash. */
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
