import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_WINDOW_HOURS } from '@atelier/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { sweepRateWindows } from '../accounts/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Queue } from '../database/queue.ts';
import { enqueueJobs, giveBackAll } from '../database/queue-entries.ts';
import type { Row } from '../database/tables.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { endRun, findOrphanedRuns, type OrphanedRun, sweepRemoteEvents } from '../engines/remote-runs.ts';
import { deleteExpiredRecords, type Expiry } from '../jobs/delete-record.ts';
import { logFieldsOf } from '../jobs/rows.ts';
import { endJob, failure, handBackJob, notStartedWithin } from '../jobs/transitions.ts';
import { removeBytesNow, sweepRemovals } from '../media/removal.ts';
import { HEALTH_AREA } from '../media/store/health.ts';
import { sweepAbandonedFiles } from '../media/store/medium.ts';
import type { MediaStore } from '../media/store/port.ts';
import { runningService, type Service } from '../service.ts';
import type { CommonServices } from '../services.ts';
import { sweepDeliveries } from '../webhooks/attempts.ts';

/** Pause between two sweeps of running work. */
const SOON_MS = 15_000;
/** The same for sweeps that only tidy up. */
const LATER_MS = 600_000;
/** Runs looked at in one sweep. */
const RUNS_AT_ONCE = 100;
/** Jobs ended in one sweep, and records deleted in one transaction. */
const RECORDS_AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** Age beyond which no health check still needs its blob, in milliseconds. */
const HEALTH_BLOB_MS_MAX = 3_600_000;

/** The services that the sweeps need. */
export interface SweepRoom
  extends Pick<CommonServices, 'db' | 'queue' | 'engines' | 'clock' | 'store' | 'log' | 'metrics'> {
  readonly queueTimeoutMs: number;
  /** How long records are kept, in days; 0: for ever. */
  readonly retention: { readonly uploadDays: number; readonly resultDays: number };
  /** Folders of files that are on their way into the store. */
  readonly temporaryFolders: readonly string[];
}

/**
 * Everything the service does by itself from time to time. Each sweep is safe to run twice, and beside other processes.
 */
export function sweeps(room: SweepRoom): readonly Service[] {
  const { db, clock, store, log } = room;
  return [
    periodic('rescue', SOON_MS, log, async () => void (await rescueForgottenJobs(room))),
    periodic('orphaned runs', SOON_MS, log, () => stopOrphanedRuns(room)),
    periodic('messages of engines', LATER_MS, log, () => sweepRemoteEvents(db, clock.now())),
    periodic('queue timeout', SOON_MS, log, () => failOverdueJobs(room)),
    periodic('rate windows', LATER_MS, log, () => sweepRateWindows(db, clock)),
    periodic('deliveries', LATER_MS, log, () => sweepDeliveries(db, clock)),
    periodic('recorded answers', LATER_MS, log, () => sweepRecordedAnswers(db, clock)),
    periodic('temporary files', LATER_MS, log, () => sweepFolders(room)),
    periodic('health blobs', LATER_MS, log, () => sweepHealthBlobs(store, clock)),
    periodic('retention', LATER_MS, log, () => sweepExpired(room)),
    periodic('removals', SOON_MS, log, () => sweepRemovals({ db, store }, clock)),
  ];
}

/** Removes the files of dead processes: unfinished uploads and writes to the store. Unused folders do not exist. */
async function sweepFolders({ temporaryFolders, clock }: SweepRoom): Promise<void> {
  for (const folder of temporaryFolders) await sweepAbandonedFiles(folder, clock.now());
}

/**
 * Stops the work of engines for jobs that have ended, such as one that was canceled while its worker was dead. Safe to
 * run twice: stopping an idle engine does nothing.
 */
async function stopOrphanedRuns({ db, clock, engines }: SweepRoom): Promise<void> {
  for (const run of await findOrphanedRuns(db, RUNS_AT_ONCE)) {
    const engine = engines.hosted(run.engine)?.engine;
    if (run.receipt && run.status !== 'completed' && engine?.kind === 'hosted') await engine.cancel?.(run.receipt);
    await endRun(db, run.id, endOf(run), clock.now());
  }
}

function endOf({ status, receipt }: OrphanedRun) {
  if (status === 'completed') return 'made';
  if (status === 'policy_blocked') return 'blocked';
  return receipt ? 'canceled' : 'abandoned';
}

/**
 * Ends jobs no worker has ever taken in time, also where no worker runs at all. Safe to run twice. Index:
 * jobs_unfinished.
 */
async function failOverdueJobs(room: SweepRoom): Promise<void> {
  const { queueTimeoutMs } = room;
  const now = room.clock.now();
  const rows = await room.db
    .selectFrom('jobs')
    .select(['id', 'workspace_id', 'input'])
    .where('finished_at', 'is', null)
    .where('status', '=', 'pending')
    .where('attempt', '=', 0)
    .where('created_at', '<', new Date(now.getTime() - queueTimeoutMs))
    .orderBy('created_at')
    .limit(RECORDS_AT_ONCE)
    .execute();
  const message = notStartedWithin(queueTimeoutMs);
  const overdue = failure('queue_timeout', message);
  for (const job of rows) {
    const ended = await endJob(room, { id: job.id, only: 'pending' }, overdue, now);
    if (ended) room.log.info({ ...logFieldsOf(job), code: overdue.code }, message);
  }
}

/** Deletes uploads and results past their time, with their bytes, until none is left. Safe to run twice. */
async function sweepExpired(room: SweepRoom): Promise<void> {
  const { uploadDays, resultDays } = room.retention;
  if (uploadDays > 0) await sweep(room, 'upload', uploadDays);
  if (resultDays > 0) await sweep(room, 'result', resultDays);
}

async function sweep(room: SweepRoom, kind: Expiry['kind'], days: number): Promise<void> {
  const now = room.clock.now();
  const before = new Date(now.getTime() - days * DAY_MS);
  for (;;) {
    const deleted = await deleteExpiredRecords(room.db, { kind, before, limit: RECORDS_AT_ONCE }, now);
    if (deleted.records === 0) return;
    await removeBytesNow(room, deleted.storageKeys);
  }
}

/** Removes recorded answers that are past their window. Safe to run twice. Index: idempotency_receipts_by_age. */
export async function sweepRecordedAnswers(db: Database, clock: Clock): Promise<void> {
  await sql`
    delete from idempotency_receipts
    where created_at < ${clock.now()}::timestamptz - make_interval(hours => ${IDEMPOTENCY_WINDOW_HOURS})`.execute(db);
}

/**
 * Removes the blobs of health checks whose process died before it removed them. Safe to run twice, and beside other
 * processes.
 */
export async function sweepHealthBlobs(store: MediaStore, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - HEALTH_BLOB_MS_MAX);
  for await (const { key } of store.listOlderThan(before, HEALTH_AREA)) await store.delete(key);
}

/** Runs `task` at once and then again and again with a pause between. A failure is logged and does not stop it. */
function periodic(name: string, pauseMs: number, log: Logger, task: () => Promise<void>): Service {
  return runningService(name, async (signal) => {
    while (!signal.aborted) {
      await task().catch((error: unknown) => log.warn({ err: error, task: name }, 'a sweep failed; it is tried again'));
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  });
}

/** Age from which jobs are looked after, in seconds: a younger one may belong to a transaction that is still open. */
const AGE_SECONDS = 30;

/** Jobs of one sweep. */
const BATCH_SIZE = 200;

type Unfinished = Pick<Row<'jobs'>, 'id' | 'workspace_id' | 'attempt' | 'input'> & Pick<Row<'workspaces'>, 'sandbox'>;

/** What the rescue needs of the services. */
type RescueRoom = Pick<SweepRoom, 'db' | 'clock' | 'log'> & {
  readonly queue: Pick<Queue, 'wake'>;
  readonly engines: Pick<EngineCatalogue, 'laneOf' | 'lanes'>;
};

/**
 * Puts unfinished jobs that no worker would take back into the queue, and returns how many. They have no entry, or one
 * in the lane of an engine that is no longer set up. Safe to run twice, and beside other processes. Indexes:
 * jobs_unfinished, queue_entries_pkey.
 */
export async function rescueForgottenJobs({ db, queue, clock, engines, log }: RescueRoom): Promise<number> {
  const before = new Date(clock.now().getTime() - AGE_SECONDS * 1000);
  const { rows } = await sql<Unfinished>`
    select j.id, j.workspace_id, j.attempt, j.input, w.sandbox
    from jobs j join workspaces w on w.id = j.workspace_id left join queue_entries e on e.job_id = j.id
    where j.finished_at is null and j.created_at < ${before}
      and (e.job_id is null or (e.holder is null and e.lane <> all (${[...engines.lanes.keys()]})))
    order by j.created_at limit ${BATCH_SIZE}`.execute(db);
  let rescued = 0;
  for (const job of rows) {
    const lane = engines.laneOf(job.input, job.sandbox);
    const isForgotten = await db.transaction().execute(async (transaction) => {
      if (!(await isUnmoved(transaction, job))) return false;
      await handBackJob(transaction, job);
      await enqueueJobs(transaction, lane, job.workspace_id, [job.id]);
      return true;
    });
    if (!isForgotten) continue;
    queue.wake(lane);
    log.warn(logFieldsOf(job), 'a job without a queue entry was put back');
    rescued += 1;
  }
  return rescued;
}

/**
 * True while a job is where it was found: it may have ended, or another process may have put it back, since. Locks it.
 * Index: jobs_pkey.
 */
async function isUnmoved(transaction: Queryable, { id, attempt }: Unfinished): Promise<boolean> {
  const unmoved = transaction.selectFrom('jobs').select('id').where('id', '=', id).where('attempt', '=', attempt);
  return (await unmoved.where('finished_at', 'is', null).forUpdate().execute()).length > 0;
}

/**
 * Hands every job that was being worked on back to the queue. Only for a process that knows that no other is alive: the
 * one that holds the data folder of the embedded database.
 */
export async function handBackAll({ db, log }: Pick<SweepRoom, 'db' | 'log'>): Promise<void> {
  const atWork = db.selectFrom('jobs').select(['id', 'workspace_id', 'attempt', 'input']);
  const rows = await atWork.where('status', '=', 'generating').execute();
  for (const job of rows) {
    await handBackJob(db, job);
    log.info(logFieldsOf(job), 'a job that the process before had at work was put back');
  }
  await giveBackAll(db);
}
