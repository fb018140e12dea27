import { sql } from 'kysely';
import { announceChange } from '../database/changes.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { RemoteEvent, RemoteReceipt } from './port.ts';

/**
 * One call of a hosted engine for one job, as it is kept.
 *
 * - `creating`: written before the call is made. Found again after a crash it means that work may have begun.
 * - `started`: the engine's receipt is kept; any process can go on.
 * - `ended`: whatever came of it. A job has at most one run that has not ended.
 */
export interface RemoteRun {
  readonly id: string;
  readonly job_id: string;
  readonly engine: string;
  readonly state: 'creating' | 'started' | 'ended';
  readonly receipt: RemoteReceipt | null;
  /** What the output costs the operator if it is made. */
  readonly price: number;
  readonly created_at: Date;
}

/** How a run ended. `abandoned`: whether it made anything is not known, and it is not asked again. */
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
  const { rows } = await sql<RemoteRun>`
    select id, job_id, engine, state, receipt, price, created_at from remote_runs
    where job_id = ${jobId} and state <> 'ended'`.execute(db);
  return rows[0] ?? null;
}

/**
 * Writes down that an engine is about to be asked, only while the attempt holds the job; null when it does not. The
 * job's engine is then this one. Indexes: jobs_pkey, remote_runs_open (a second open run is an error).
 */
export async function beginRun(
  db: Database,
  job: Pick<JobRow, 'id' | 'attempt'>,
  engine: string,
  price: number,
  now: Date,
): Promise<RemoteRun | null> {
  return db.transaction().execute(async (transaction) => {
    const held = await sql`
      update jobs set engine = ${engine}
      where id = ${job.id} and status = 'generating' and attempt = ${job.attempt} returning id`.execute(transaction);
    if (held.rows.length === 0) return null;
    const { rows } = await sql<RemoteRun>`
      insert into remote_runs (id, job_id, engine, state, price, created_at)
      values (${newId()}, ${job.id}, ${engine}, 'creating', ${price}, ${now})
      returning id, job_id, engine, state, receipt, price, created_at`.execute(transaction);
    return rows[0] ?? null;
  });
}

/** Writes down the receipt of a run. Index: remote_runs_pkey. */
export async function writeDownReceipt(db: Queryable, runId: string, receipt: RemoteReceipt, now: Date): Promise<void> {
  await sql`
    update remote_runs set state = 'started', receipt = ${JSON.stringify(receipt)}::jsonb, remote_id = ${receipt.remoteId}, started_at = ${now}
    where id = ${runId} and state = 'creating'`.execute(db);
}

/** Ends a run, once. Index: remote_runs_pkey. */
export async function endRun(db: Queryable, runId: string, end: RemoteEnd, now: Date): Promise<void> {
  await sql`
    update remote_runs set state = 'ended', outcome = ${end}, ended_at = ${now}
    where id = ${runId} and state <> 'ended'`.execute(db);
}

/** A run whose job has ended. */
export interface OrphanedRun extends RemoteRun {
  readonly status: JobRow['status'];
}

/** Open runs of jobs that have ended: their engines still work for nobody. Index: remote_runs_open. */
export async function findOrphanedRuns(db: Queryable, limit: number): Promise<OrphanedRun[]> {
  const { rows } = await sql<OrphanedRun>`
    select r.id, r.job_id, r.engine, r.state, r.receipt, r.price, r.created_at, j.status from remote_runs r join jobs j on j.id = r.job_id
    where r.state <> 'ended' and j.finished_at is not null order by r.created_at limit ${limit}`.execute(db);
  return rows;
}

/**
 * Applies a message of an engine once: whoever follows the work looks at it now. False where the message was known
 * already or concerns no work of ours. Indexes: remote_events_pkey, remote_runs_remote.
 */
export async function applyEvent(db: Database, engine: string, event: RemoteEvent, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ job_id: string }>`
      select job_id from remote_runs where engine = ${engine} and remote_id = ${event.remoteId}`.execute(transaction);
    const run = rows[0];
    if (!run) return false;
    const fresh = await sql`
      insert into remote_events (engine, event_id, received_at) values (${engine}, ${event.eventId}, ${now})
      on conflict do nothing returning event_id`.execute(transaction);
    if (fresh.rows.length === 0) return false;
    await announceChange(transaction, run.job_id);
    return true;
  });
}

/** Days a message is remembered: engines repeat theirs for hours. */
const EVENT_DAYS = 3;

/** Forgets old messages. Safe to run twice. Index: remote_events_received. */
export async function sweepRemoteEvents(db: Queryable, now: Date): Promise<void> {
  await sql`delete from remote_events where received_at < ${now}::timestamptz - make_interval(days => ${EVENT_DAYS})`.execute(
    db,
  );
}
