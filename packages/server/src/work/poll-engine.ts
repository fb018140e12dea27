import { type BackOff, pauseMs } from '../back-off.ts';
import { changeBell } from '../database/changes.ts';
import type { EngineRoute } from '../engines/catalogue.ts';
import { failed } from '../engines/outcomes.ts';
import type { EngineControl, EngineOutcome, EngineTask, HostedEngine, RemoteReceipt } from '../engines/port.ts';
import { endRun, type RemoteEnd, type RemoteRun } from '../engines/remote-runs.ts';
import { noteFailed, noteServed } from '../engines/states.ts';
import { findJob, type JobRow } from '../jobs/rows.ts';
import type { WorkRoom } from './room.ts';

/** Pauses between two reads. */
const LOOKS: BackOff = { firstMs: 400, longestMs: 6_500, growth: 1.5 };

/** Reads in a row that may fail before the work counts as unreachable; they take some minutes. */
const FAILED_LOOKS_MAX = 40;

/**
 * Reads started work until it ends. A message of the engine, or a change of the job, makes it read at once. If the job
 * is canceled, it stops the engine. If this process stops, the work continues for the next attempt.
 */
export async function pollEngine(work: HostedWork, run: RemoteRun, receipt: RemoteReceipt): Promise<EngineOutcome> {
  const { room, job, engine, task, control, route } = work;
  let endsAt = run.created_at.getTime() + route.timeoutMs;
  const changes = changeBell();
  const unsubscribe = room.changes.subscribe(job.id, changes.ring);
  const watching = new AbortController();
  engine.watch?.(
    receipt,
    (progress) => {
      if (progress !== null) control.onProgress(progress);
      else changes.ring();
    },
    watching.signal,
  );
  let failedLooks = 0;
  try {
    for (let looks = 0; ; looks++) {
      const seen = await engine.read(receipt, task, control.signal);
      if (seen.kind === 'working') {
        if (seen.progress !== null) control.onProgress(seen.progress);
        // A run that never begins would else be followed without end.
        endsAt = run.created_at.getTime() + Math.min(seen.waitedMs, room.queueTimeoutMs) + route.timeoutMs;
      }
      if (seen.kind !== 'working' && seen.kind !== 'unreadable')
        return seen.kind === 'unavailable' ? await lost(work, run, seen) : await served(work, seen);
      failedLooks = seen.kind === 'unreadable' ? failedLooks + 1 : 0;
      if (failedLooks > FAILED_LOOKS_MAX || room.clock.now().getTime() > endsAt)
        return await giveUp(work, receipt, failedLooks > 0);
      const askedMs = seen.kind === 'unreadable' ? (seen.retryAfterMs ?? 0) : 0;
      // Whatever pause the engine asks for, the last read comes when the time is over.
      const leftMs = Math.max(1, endsAt - room.clock.now().getTime() + 1);
      await changes.wait(control.signal, Math.min(leftMs, Math.max(pauseMs(LOOKS, looks), askedMs)));
      control.signal.throwIfAborted();
    }
  } catch (error) {
    if (control.signal.aborted) await stopIfEnded(work, run, receipt);
    throw error;
  } finally {
    watching.abort();
    unsubscribe();
  }
}

/** The engine made or refused the work, so it is healthy. Accepting work alone proves nothing. */
async function served({ room, engine }: HostedWork, outcome: EngineOutcome): Promise<EngineOutcome> {
  await noteServed(room.db, engine.name, room.clock.now());
  return outcome;
}

/** The engine failed for a reason of its own. It certainly made nothing, so another engine may be asked. */
export async function lost(
  { room, engine }: HostedWork,
  run: RemoteRun,
  outcome: Extract<EngineOutcome, { kind: 'unavailable' }>,
): Promise<EngineOutcome> {
  await closeRun(room, run, 'unavailable');
  await noteFailed(room.db, engine.name, outcome.message, room.clock.now());
  return outcome;
}

/** Ends a run, and counts it and its cost. */
export async function closeRun(room: WorkRoom, run: RemoteRun, end: RemoteEnd): Promise<void> {
  await endRun(room.db, run.id, end, room.clock.now());
  room.metrics.observeEngine(run.engine, end, end === 'made' ? run.price : 0);
}

async function giveUp(
  { room, engine, route }: HostedWork,
  receipt: RemoteReceipt,
  isUnreadable: boolean,
): Promise<EngineOutcome> {
  await engine.cancel?.(receipt);
  const outcome = isUnreadable
    ? failed('provider_unavailable', 'The engine accepted the job and then could no longer be reached.')
    : failed('generation_failed', `The output was not ready after ${route.timeoutMs / 1000} seconds.`);
  await noteFailed(room.db, engine.name, outcome.message, room.clock.now());
  return outcome;
}

/** Stops the engine if nobody wants the work any more. The sweep repeats a failed attempt. */
async function stopIfEnded({ room, job, engine }: HostedWork, run: RemoteRun, receipt: RemoteReceipt): Promise<void> {
  const latest = await findJob(room.db, job.workspace_id, job.id).catch(() => undefined);
  if (latest === undefined || (latest && !latest.finished_at)) return;
  await engine.cancel?.(receipt);
  await closeRun(room, run, 'canceled');
}

/** One job on one hosted engine. */
export interface HostedWork {
  readonly room: WorkRoom;
  readonly job: JobRow;
  readonly route: EngineRoute;
  readonly engine: HostedEngine;
  readonly task: EngineTask;
  readonly control: EngineControl;
}
