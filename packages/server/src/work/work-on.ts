import type { QueuedJob } from '../database/queue.ts';
import { completeJob, failJob, handBackJob, reportProgress } from '../jobs/moves.ts';
import type { JobRow } from '../jobs/rows.ts';
import { Ending } from './ending.ts';
import { gather } from './gather.ts';
import { keep } from './keep.ts';
import type { WorkRoom } from './room.ts';
import { run } from './run.ts';
import { take, type TakenJob } from './take.ts';

/** Smallest step of progress that is written down. */
const PROGRESS_STEP = 0.05;

/**
 * One job's life in this process: take → gather → run → keep → settle. Whatever ends it, the job is then final with its
 * charge settled, or back in the queue: an error of ours is thrown, and the queue hands the job out again.
 */
export async function workOn(room: WorkRoom, { id, signal }: QueuedJob): Promise<void> {
  const taken = await take(room, id);
  if (!taken) return;
  const { job, engine } = taken;
  room.metrics.jobStarted();
  const startedMs = performance.now();
  try {
    const status = await attempt(room, taken, signal);
    room.metrics.observeJob(job.operation, engine.name, status, (performance.now() - startedMs) / 1000);
  } catch (error) {
    await handBackJob(room.db, job);
    throw error;
  } finally {
    room.metrics.jobEnded();
  }
}

async function attempt(room: WorkRoom, taken: TakenJob, signal: AbortSignal): Promise<string> {
  const { job } = taken;
  try {
    const pictures = await gather(room, job, signal);
    const { output, warnings } = await run(taken, pictures, { signal, onProgress: progressWriter(room, job) });
    const media = await keep(room, job, output);
    const settled = await completeJob(room.db, job, { media, warnings }, room.clock.now());
    if (settled) return 'completed';
    await room.store.delete(media.storageKey);
    room.log.warn({ job: job.id, attempt: job.attempt }, 'the job moved on before this attempt could settle it');
    return 'superseded';
  } catch (error) {
    if (!(error instanceof Ending)) throw error;
    await failJob(room.db, job, error.failure, room.clock.now());
    room.log.info({ job: job.id, code: error.failure.code }, error.message);
    return error.failure.status;
  }
}

/** Writes progress in steps, never two writes at once. Losing one is harmless, so a failure is only logged. */
function progressWriter(room: WorkRoom, job: JobRow): (fraction: number) => void {
  let written = 0;
  let busy = false;
  return (fraction) => {
    if (busy || fraction - written < PROGRESS_STEP) return;
    busy = true;
    written = fraction;
    reportProgress(room.db, job, fraction)
      .catch((error: unknown) => room.log.debug({ err: error, job: job.id }, 'progress was not written'))
      .finally(() => {
        busy = false;
      });
  };
}
