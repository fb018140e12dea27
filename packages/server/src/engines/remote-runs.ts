import { sql } from 'kysely';
import { announceChange } from '../database/changes.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { RemoteEvent, RemoteReceipt } from './port.ts';

/** Columns of {@link RemoteRun}. */
const RUN_COLUMNS = ['id', 'job_id', 'engine', 'state', 'receipt', 'price', 'created_at'] as const;

/**
 * One call of a hosted engine for one job, as stored. `price` is the operator's cost of the output if it is made.
 *
 * - `creating`: written before the call. After a crash it means that work may have begun.
 * - `started`: the engine's receipt is stored; any process can continue.
 * - `ended`: the outcome is known or abandoned. A job has at most one run that has not ended.
 */
export type RemoteRun = Pick<Row<'remote_runs'>, (typeof RUN_COLUMNS)[number]>;

/** How a run ended. `abandoned`: nobody knows whether it made anything, and it is not asked again. */
export type RemoteEnd =
  | 'made'
  | 'refused'
  | 'rejected'
  | 'blocked'
  | 'unavailable'
  | 'failed'
  | 'abandoned'
  | 'canceled';

/** The run of a job that has not ended, or null. Index: remote_runs_open. */
export async function findOpenRun(db: Queryable, jobId: string): Promise<RemoteRun | null> {
  const open = db.selectFrom('remote_runs').select(RUN_COLUMNS).where('job_id', '=', jobId);
  return (await open.where('state', '<>', 'ended').executeTakeFirst()) ?? null;
}

/**
 * Records a call before it is made and sets the job's engine. Null if the attempt no longer holds the job. Throws if
 * the job has an open run. Indexes: jobs_pkey, remote_runs_open.
 */
export async function beginRun(
  db: Database,
  job: Pick<JobRow, 'id' | 'attempt'>,
  engine: string,
  price: number,
  now: Date,
): Promise<RemoteRun | null> {
  return db.transaction().execute(async (transaction) => {
    const held = await transaction
      .updateTable('jobs')
      .set({ engine })
      .where('id', '=', job.id)
      .where('status', '=', 'generating')
      .where('attempt', '=', job.attempt)
      .returning('id')
      .execute();
    if (held.length === 0) return null;
    return transaction
      .insertInto('remote_runs')
      .values({ id: newId(), job_id: job.id, engine, state: 'creating', price, created_at: now })
      .returning(RUN_COLUMNS)
      .executeTakeFirstOrThrow();
  });
}

/** Records the receipt of a run. Index: remote_runs_pkey. */
export async function writeDownReceipt(db: Queryable, runId: string, receipt: RemoteReceipt, now: Date): Promise<void> {
  const change = { state: 'started', receipt, remote_id: receipt.remoteId, started_at: now } as const;
  const run = db.updateTable('remote_runs').set(change).where('id', '=', runId);
  await run.where('state', '=', 'creating').execute();
}

/** Ends a run, once. Index: remote_runs_pkey. */
export async function endRun(db: Queryable, runId: string, end: RemoteEnd, now: Date): Promise<void> {
  const run = db.updateTable('remote_runs').set({ state: 'ended', outcome: end, ended_at: now });
  await run.where('id', '=', runId).where('state', '<>', 'ended').execute();
}

/** A run whose job has ended. */
export interface OrphanedRun extends RemoteRun {
  readonly status: JobRow['status'];
}

/** Open runs of jobs that have ended, to be canceled at their engines. Index: remote_runs_open. */
export async function findOrphanedRuns(db: Queryable, limit: number): Promise<OrphanedRun[]> {
  return db
    .selectFrom('remote_runs')
    .innerJoin('jobs', 'jobs.id', 'job_id')
    .select(RUN_COLUMNS.map((column) => `remote_runs.${column}` as const))
    .select('jobs.status')
    .where('state', '<>', 'ended')
    .where('finished_at', 'is not', null)
    .orderBy('remote_runs.created_at')
    .limit(limit)
    .execute();
}

/**
 * Applies a message of an engine once: the worker that follows the work polls it now. False if the message was applied
 * before or concerns no run. Indexes: remote_events_pkey, remote_runs_remote.
 */
export async function applyEvent(db: Database, engine: string, event: RemoteEvent, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const run = await transaction
      .selectFrom('remote_runs')
      .select('job_id')
      .where('engine', '=', engine)
      .where('remote_id', '=', event.remoteId)
      .executeTakeFirst();
    if (!run) return false;
    const message = { engine, event_id: event.eventId, received_at: now };
    const fresh = transaction
      .insertInto('remote_events')
      .values(message)
      .onConflict((known) => known.doNothing());
    if ((await fresh.returning('event_id').execute()).length === 0) return false;
    await announceChange(transaction, run.job_id);
    return true;
  });
}

/** Days that a message is remembered: engines repeat messages for hours. */
const EVENT_DAYS = 3;

/** Deletes old messages. Index: remote_events_received. */
export async function sweepRemoteEvents(db: Queryable, now: Date): Promise<void> {
  await sql`delete from remote_events where received_at < ${now}::timestamptz - make_interval(days => ${EVENT_DAYS})
  `.execute(db);
}
