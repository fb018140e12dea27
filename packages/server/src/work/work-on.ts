import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWarning } from '@atelier/contract';
import { changeBell } from '../database/changes.ts';
import type { QueuedJob } from '../database/queue.ts';
import { discardPixels } from '../engines/pictures/formats.ts';
import type { EngineControl, GatheredPicture } from '../engines/port.ts';
import { findJob, type JobRow, logFieldsOf } from '../jobs/rows.ts';
import { completeJob, endJob, handBackJob, reportProgress } from '../jobs/transitions.ts';
import { isOutage, OUTAGE_REST_MS, throughOutages } from '../media/outages.ts';
import { removeBytesNow } from '../media/removal.ts';
import type { NewMedia } from '../media/rows.ts';
import type { Span, Spans } from '../tracing/spans.ts';
import { Ending } from './ending.ts';
import { finishResult, storeResult } from './finish.ts';
import { gather } from './gather.ts';
import { refuseInputs, refuseOutput, refuseWords } from './moderate.ts';
import { inputsOf, withCutOut, withPaint, withRatioWarning } from './output.ts';
import { type ReceivedOutput, receive } from './receive.ts';
import type { WorkRoom } from './room.ts';
import { type MadeBy, run } from './run.ts';
import { settleRun } from './run-hosted.ts';
import { type TakenJob, take } from './take.ts';

/** Smallest step of progress that is stored. */
const PROGRESS_STEP = 0.05;

/** The room of one attempt: its log carries the job's IDs, and its spans are parts of the attempt's own. */
interface AttemptRoom extends WorkRoom {
  readonly spans: Span;
}

/**
 * One job's life in this process: take → check words → gather → check pictures and run → receive → check output → keep
 * → settle. Afterwards the job is final, or back in the queue. It throws errors of the service, and the queue then
 * gives the job to another attempt.
 */
export async function workOn(everyJobs: WorkRoom, queued: QueuedJob): Promise<void> {
  const { id, signal } = queued;
  // Listens before it takes the job, so that it notices a cancellation at any time.
  const bell = changeBell();
  const unsubscribe = everyJobs.changes.subscribe(id, bell.ring);
  const taken = await takeQueued(everyJobs, queued).catch((error: unknown) => {
    unsubscribe();
    throw error;
  });
  if (!taken) return unsubscribe();
  const { job } = taken;
  const span = traceAttempt(everyJobs.spans, job);
  const room: AttemptRoom = { ...everyJobs, log: everyJobs.log.child(logFieldsOf(job)), spans: span };
  room.metrics.jobsRunning.inc();
  const canceled = new AbortController();
  const over = new AbortController();
  let isBroken = false;
  void watchForLoss(room, job, bell, over.signal, canceled);
  try {
    await attempt(room, taken, queued.aside, AbortSignal.any([signal, canceled.signal]));
  } catch (error) {
    if (canceled.signal.aborted) return;
    isBroken = !signal.aborted;
    if (signal.aborted) room.log.info({ attempt: job.attempt }, 'an attempt was cut short; another process goes on');
    else room.log.error({ err: error, attempt: job.attempt }, 'an attempt broke; the job is tried again');
    await throughOutages(room, signal, () => handBackJob(room.db, job, isBroken && !isOutage(error)));
    if (isBroken && isOutage(error))
      await sleep(OUTAGE_REST_MS, undefined, { signal, ref: false }).catch(() => undefined);
    throw error;
  } finally {
    over.abort();
    unsubscribe();
    room.metrics.jobsRunning.dec();
    span.end(isBroken ? 'failed' : 'well');
  }
}

/**
 * Takes a job, and tries again while the database is away, because the job could not be given back either. Returns null
 * after a long outage: another worker has the job.
 */
async function takeQueued(room: WorkRoom, queued: QueuedJob): Promise<TakenJob | null> {
  let tries = 0;
  return throughOutages(room, queued.signal, async () => {
    tries += 1;
    return tries === 1 || (await queued.confirm()) ? take(room, queued) : null;
  });
}

/** Aborts `canceled` when the attempt no longer holds its job, because it was canceled or another worker has it. */
async function watchForLoss(
  room: WorkRoom,
  job: JobRow,
  bell: ReturnType<typeof changeBell>,
  end: AbortSignal,
  canceled: AbortController,
): Promise<void> {
  for (;;) {
    await bell.wait(end);
    if (end.aborted) return;
    const latest = await findJob(room.db, job.workspace_id, job.id).catch(() => undefined);
    // Null: its workspace was deleted. Undefined: the database is away, and nothing is known.
    if (latest === null || (latest && (latest.finished_at || latest.attempt !== job.attempt)))
      return canceled.abort(new Error("the job is no longer this attempt's"));
  }
}

async function attempt(
  room: AttemptRoom,
  taken: TakenJob,
  aside: QueuedJob['aside'],
  signal: AbortSignal,
): Promise<void> {
  const { job } = taken;
  const startedMs = performance.now();
  const [first] = taken.routes;
  const progress = progressWriter(room, job);
  const control = { signal, onProgress: progress.write };
  const observe = (engine: string, status: string) => {
    const labels = { operation: job.operation, engine };
    room.metrics.jobs.inc({ ...labels, status });
    room.metrics.jobSeconds.observe(labels, (performance.now() - startedMs) / 1000);
    room.spans.note({ 'atelier.status': status });
  };
  try {
    refuseWords(room, job);
    const bring = () => throughOutages(room, signal, () => gather(room, job, signal));
    // The server at a user's address may be slow: it must not block the slot of the engine.
    const isElsewhere = job.input.pictures.some(({ url }) => url !== null);
    const pictures = isElsewhere ? await aside(bring) : await bring();
    const { inputs, output, warnings, engine } = await runChecked(room, taken, pictures, control);
    const received = await receive(room, job, output, signal);
    const finished = await withPaint(room, job, inputs, received);
    const { media, doubts } = await keepAllowed(room, taken, finished, control);
    const about = [...warnings, ...doubts];
    const outcome = { media, warnings: withRatioWarning(about, job.input, inputs, output.kind, finished) };
    const settled = await throughOutages(room, signal, () => completeJob(room.db, job, outcome, room.clock.now()));
    observe(engine, settled ? 'completed' : 'superseded');
    if (settled) return await settleRun(room, job.id, 'made');
    await removeBytesNow(room, [media.storage_key]);
    room.log.warn({ attempt: job.attempt }, 'the job moved on before this attempt could settle it');
  } catch (error) {
    if (!(error instanceof Ending)) throw error;
    // Waits for the last write of progress, which would otherwise find the job ended.
    await progress.written();
    const end = () => endJob(room, { id: job.id, only: job.attempt }, error.failure, room.clock.now());
    const ended = await throughOutages(room, signal, end);
    observe(first?.engine.name ?? 'none', error.failure.status);
    room.log.info({ code: error.failure.code }, error.message);
    if (ended) await settleRun(room, job.id, error.runEnd);
  }
}

/** What the engines made, and the pictures as they got them. */
interface Made extends MadeBy {
  readonly inputs: readonly GatheredPicture[];
}

/**
 * Lets the engines make the output from allowed pictures. An engine of this process begins while the pictures are
 * checked, and stops if one is not allowed. No picture leaves the process unchecked.
 */
async function runChecked(
  room: AttemptRoom,
  taken: TakenJob,
  pictures: readonly GatheredPicture[],
  { signal, onProgress }: EngineControl,
): Promise<Made> {
  const { job, sandbox, routes } = taken;
  const checked = sandbox ? Promise.resolve() : refuseInputs(room, job, pictures);
  if (routes.some(({ engine }) => engine.kind !== 'local')) await checked;
  const refused = new AbortController();
  const control = { onProgress, signal: AbortSignal.any([signal, refused.signal]) };
  const working = inputsOf(job, pictures).then(async (inputs) => {
    control.signal.throwIfAborted();
    return { ...(await run(room, taken, inputs, control)), inputs };
  });
  const [check, made] = await Promise.allSettled([
    checked.catch((error: unknown) => {
      refused.abort(error);
      throw error;
    }),
    working,
  ]);
  if (check.status === 'rejected') {
    if (made.status === 'fulfilled') await discardPixels(made.value.output);
    throw check.reason;
  }
  if (made.status === 'rejected') throw made.reason;
  return made.value;
}

/**
 * Stores an output if moderation allows it, and returns warnings about its cut-out. The output is encoded while it is
 * checked. No other file of it stays on disk in any case.
 */
async function keepAllowed(
  room: AttemptRoom,
  { job, sandbox }: TakenJob,
  received: ReceivedOutput,
  control: EngineControl,
): Promise<{ readonly media: NewMedia; readonly doubts: readonly JobWarning[] }> {
  const checked = sandbox ? Promise.resolve() : refuseOutput(room, job, received);
  // A cut-out takes as long as the check, on the engine's thread: only allowed outputs are cut out.
  const mayBegin = job.input.options.isCutOut ? checked : Promise.resolve();
  const finishing = mayBegin.then(async () => {
    const { output, doubts } = await withCutOut(room, job, received, control);
    return { file: await finishResult(room, job, output), doubts };
  });
  const [check, finished] = await Promise.allSettled([checked, finishing]);
  try {
    if (finished.status === 'rejected') throw check.status === 'rejected' ? check.reason : finished.reason;
    const { file, doubts } = finished.value;
    if (check.status === 'rejected') throw check.reason;
    return { media: await storeResult(room, job, file, control.signal), doubts };
  } finally {
    await discardPixels(received);
    if (finished.status === 'fulfilled') await finished.value.file.remove();
  }
}

/** Stores progress in steps, with one write at a time. A failure is only logged, because a lost step does no harm. */
function progressWriter(room: WorkRoom, job: JobRow) {
  let latest = 0;
  let writing: Promise<void> | null = null;
  return {
    /** Takes a fraction from 0 to 1. */
    write(fraction: number): void {
      if (writing || fraction - latest < PROGRESS_STEP) return;
      latest = fraction;
      writing = reportProgress(room.db, job, fraction)
        .catch((error: unknown) => room.log.debug({ err: error }, 'progress was not written'))
        .finally(() => {
          writing = null;
        });
    },
    /** Resolves when no write is under way. */
    written: async () => void (await writing),
  };
}

/**
 * Begins the span of an attempt, in the trace of the request that made the job. The first attempt also gets a span of
 * its wait.
 */
function traceAttempt(spans: Spans, job: JobRow): Span {
  const place = spans.under(job.input.origin?.traceparent);
  const facts = {
    'atelier.request': job.input.origin?.request,
    'atelier.job': job.id,
    'atelier.workspace': job.workspace_id,
    'atelier.model': job.input.model,
  };
  if (job.attempt === 1 && job.started_at)
    place.start('wait in queue', { kind: 'internal', facts, startedAt: job.created_at }).end('well', job.started_at);
  return place.start('work on job', {
    kind: 'consumer',
    facts: { ...facts, 'atelier.operation': job.operation, 'atelier.attempt': job.attempt },
  });
}
