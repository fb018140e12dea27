import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, pauseMs } from '../back-off.ts';
import { withPlainPictures } from '../engines/pictures/formats.ts';
import type { EngineOutcome, EngineTask, RemoteReceipt, StartOutcome } from '../engines/port.ts';
import {
  beginRun,
  endRun,
  findOpenRun,
  type RemoteEnd,
  type RemoteRun,
  writeDownReceipt,
} from '../engines/remote-runs.ts';
import { admit, holdBack, noteFailed, noteServed } from '../engines/states.ts';
import { failedWith } from './ending.ts';
import { closeRun, type HostedWork, lost, pollEngine } from './poll-engine.ts';
import type { WorkRoom } from './room.ts';

/** Pauses after refusals. */
const REFUSALS: BackOff = { firstMs: 500, longestMs: 30_000 };

/**
 * Longest time that one answer of an engine delays all requests to it. A longer delay is renewed by the next answer.
 */
const HOLD_BACK_MS_MAX = 3_600_000;

/** How often a receipt is written while the database is away, and the pauses between the tries. */
const WRITE_TRIES_MAX = 6;
const WRITE_PAUSES: BackOff = { firstMs: 300, longestMs: 10_000 };

/** Begins a job on a hosted engine and follows it to its end. */
export async function runHosted(work: HostedWork): Promise<EngineOutcome> {
  const { room, engine, route } = work;
  return room.slots(engine.name, route.limits.concurrency, async () => {
    const began = await begin(work);
    return began.kind === 'began' ? pollEngine(work, began.run, began.receipt) : began;
  });
}

/** Continues the work of an earlier attempt. It never repeats a request that may have begun work. */
export async function resumeHosted(work: HostedWork, run: RemoteRun): Promise<EngineOutcome> {
  const { room, engine, route } = work;
  if (run.receipt) {
    const { receipt } = run;
    return room.slots(engine.name, route.limits.concurrency, () => pollEngine(work, run, receipt));
  }
  const began = await recover(work, run);
  return began ? pollEngine(work, run, began.receipt) : runHosted(work);
}

/** Ends the open run of a final job, and counts its cost. */
export async function settleRun(room: WorkRoom, jobId: string, end: RemoteEnd): Promise<void> {
  const run = await findOpenRun(room.db, jobId);
  if (run) await closeRun(room, run, end);
}

type Began = { readonly kind: 'began'; readonly run: RemoteRun; readonly receipt: RemoteReceipt };

/** Calls the engine until it begins the work, refuses the task, or has been unavailable for too long. */
async function begin(work: HostedWork): Promise<Began | EngineOutcome> {
  const { room, job, engine, route, control } = work;
  const latest = latestStart(work);
  const prepared = await prepare(work);
  if (prepared.kind !== 'prepared') return prepared;
  const { task } = prepared;
  for (let refusals = 0; ; refusals++) {
    // A process that stops frees slots that other jobs wait for.
    control.signal.throwIfAborted();
    const now = room.clock.now();
    const admission = await admit(room.db, engine.name, route.limits.requestsPerMinute, now, latest);
    if (admission.kind === 'closed')
      return { kind: 'unavailable', message: `it is paused until ${admission.until.toISOString()}` };
    const waitMs = admission.at.getTime() - now.getTime();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: control.signal });

    const run = await beginRun(room.db, job, engine.name, route.price, room.clock.now());
    if (!run) throw new Error('the job moved on before its engine was asked');
    const outcome = await engine.start(task, control.signal);
    const began = await judge(work, run, outcome);
    if (began.kind !== 'refused') return began;

    const waitAgainMs = Math.max(pauseMs(REFUSALS, refusals), began.retryAfterMs ?? 0);
    if (room.clock.now().getTime() + waitAgainMs > latest.getTime())
      return { kind: 'unavailable', message: began.message };
    await sleep(waitAgainMs, undefined, { signal: control.signal });
  }
}

type Prepared = { readonly kind: 'prepared'; readonly task: EngineTask };

/** The task for the engine: with plain pictures, and with the kinds of its garments if the engine needs them. */
async function prepare({ room, engine, task, control }: HostedWork): Promise<Prepared | EngineOutcome> {
  const plain = await withPlainPictures(task);
  if (!engine.needsOutfit?.(task.order.operation)) return { kind: 'prepared', task: plain };
  const reading = await room.readOutfit?.(plain, { signal: control.signal, onProgress: () => {} });
  if (!reading) return { kind: 'unavailable', message: 'no engine of this process reads garments' };
  return reading.kind === 'read' ? { kind: 'prepared', task: { ...plain, outfit: reading.pieces } } : reading;
}

/** The last moment for a request to the engine: the limits of the engine and of the queue. */
function latestStart({ room, job, route }: HostedWork): Date {
  const queueEnds = job.created_at.getTime() + room.queueTimeoutMs;
  return new Date(Math.min(room.clock.now().getTime() + route.limits.startWithinMs, queueEnds));
}

/** Records the outcome of a call before anything else happens. */
async function judge(
  work: HostedWork,
  run: RemoteRun,
  outcome: StartOutcome,
): Promise<Began | EngineOutcome | Extract<StartOutcome, { kind: 'refused' }>> {
  const { room, engine } = work;
  const { db } = room;
  const now = room.clock.now();
  switch (outcome.kind) {
    case 'started':
      await writeReceipt(work, run, outcome.receipt);
      return { kind: 'began', run, receipt: outcome.receipt };
    case 'refused':
      await closeRun(room, run, 'refused');
      if (outcome.reason === 'broken') await noteFailed(db, engine.name, outcome.message, now);
      if (outcome.retryAfterMs !== null) {
        const heldMs = Math.min(outcome.retryAfterMs, HOLD_BACK_MS_MAX);
        await holdBack(db, engine.name, new Date(now.getTime() + heldMs));
      }
      return outcome;
    case 'unavailable':
      return lost(work, run, outcome);
    case 'uncertain': {
      await noteFailed(db, engine.name, outcome.message, now);
      room.log.warn({ engine: engine.name, reason: outcome.message }, 'a call for work broke off');
      const began = await recover(work, run);
      return began ?? { kind: 'refused', reason: 'broken', message: outcome.message, retryAfterMs: null };
    }
    default:
      // The run ends with the job: until then another attempt must not ask again.
      await noteServed(db, engine.name, now);
      return outcome;
  }
}

/**
 * Stores a receipt, and retries on failure, because without it the paid work would be lost. If all tries fail, it stops
 * the engine.
 */
async function writeReceipt({ room, engine }: HostedWork, run: RemoteRun, receipt: RemoteReceipt): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeDownReceipt(room.db, run.id, receipt, room.clock.now());
    } catch (error) {
      room.log.warn({ engine: engine.name, err: error, tries }, 'a receipt could not be written down');
      if (tries === WRITE_TRIES_MAX) {
        await engine.cancel?.(receipt);
        throw error;
      }
      await sleep(pauseMs(WRITE_PAUSES, tries - 1));
    }
  }
}

/**
 * Asks the engine about a call that broke off. If the engine did not begin the work, it ends the run and returns null.
 */
async function recover(work: HostedWork, run: RemoteRun): Promise<Began | null> {
  const { room, engine, task, control } = work;
  const found = engine.lookUp ? await engine.lookUp(task, control.signal) : 'unknown';
  if (found === 'unknown') return abandon(work, run);
  if (found === 'absent') {
    await endRun(room.db, run.id, 'refused', room.clock.now());
    return null;
  }
  await writeReceipt(work, run, found);
  return { kind: 'began', run, receipt: found };
}

/**
 * Gives up work that may have begun and cannot be found: asking again might pay twice. The run ends with the job and
 * not before it. A worker that died between the two would leave a job that looks as if nobody had been asked.
 */
function abandon({ room, engine }: HostedWork, run: RemoteRun): never {
  room.log.warn({ engine: engine.name, run: run.id }, 'work that may have begun was given up');
  throw failedWith(
    'provider_unavailable',
    'The connection to the engine broke during the call, so it may have made this output. The service does not call it again.',
    'abandoned',
  );
}
