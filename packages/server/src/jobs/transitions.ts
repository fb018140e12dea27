import type { FailureCode, JobStatus, JobWarning } from '@atelier/contract';
import { sql } from 'kysely';
import { enterMovement, takeOffKeyMonth } from '../accounts/ledger.ts';
import { toCredits } from '../accounts/units.ts';
import { ANNOUNCED, ANNOUNCED_END } from '../database/changes.ts';
import { columns } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { QueuedJob } from '../database/queue.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { insertMedia, type NewMedia } from '../media/rows.ts';
import type { Metrics } from '../metrics.ts';
import { JOB_COLUMNS, type JobRow } from './rows.ts';

/**
 * Takes a job for a new attempt; null if the job has ended or its queue entry has another holder. A job that is still
 * `generating` was held by an attempt that died: it passes through `pending` here. Indexes: jobs_pkey,
 * queue_entries_pkey.
 */
export async function takeJob(
  db: Queryable,
  { id, holder }: Pick<QueuedJob, 'id' | 'holder'>,
  engine: string | null,
  now: Date,
): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    update jobs set status = 'generating', attempt = attempt + 1, engine = ${engine}, progress = 0, started_at = ${now}
    where id = ${id} and finished_at is null
      and exists (select from queue_entries where job_id = ${id} and holder = ${holder})
    returning ${columns(JOB_COLUMNS)}, ${ANNOUNCED}`.execute(db);
  return rows[0] ?? null;
}

/** A job and the number of the attempt that took it. */
type Attempt = Pick<JobRow, 'id' | 'attempt'>;

/** True while an attempt holds its job. */
const isHeld = ({ id, attempt }: Attempt) => sql`id = ${id} and status = 'generating' and attempt = ${attempt}`;

/**
 * Returns a job to the queue, if this attempt still holds it. `broken` is true if the attempt failed by itself, and not
 * because its process stops. Index: jobs_pkey.
 */
export async function handBackJob(db: Queryable, job: Attempt, broken = false): Promise<void> {
  await sql`
    update jobs set status = 'pending', progress = 0, started_at = null, faults = faults + ${broken ? 1 : 0}
    where ${isHeld(job)} returning ${ANNOUNCED}
  `.execute(db);
}

/** Records which engine an attempt calls, if it still holds the job. Index: jobs_pkey. */
export async function nameEngine(db: Queryable, job: Attempt, engine: string): Promise<void> {
  await sql`update jobs set engine = ${engine} where ${isHeld(job)}`.execute(db);
}

/** Records the progress of an attempt, 0 to 1, if it still holds the job. Index: jobs_pkey. */
export async function reportProgress(db: Queryable, job: Attempt, progress: number): Promise<void> {
  await sql`update jobs set progress = ${progress} where ${isHeld(job)} returning ${ANNOUNCED}`.execute(db);
}

/** The result of an attempt. */
export interface Completion {
  readonly media: NewMedia;
  readonly warnings: readonly JobWarning[];
}

/**
 * Ends a job as `completed` with its media, in one transaction, if this attempt still holds it. Otherwise returns
 * false, and the caller removes the bytes that it stored. Index: jobs_pkey.
 */
export async function completeJob(db: Database, job: Attempt, completion: Completion, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql`select id from jobs where ${isHeld(job)} for update`.execute(transaction);
    if (rows.length === 0) return false;
    await insertMedia(transaction, completion.media, null, now);
    await sql`
      update jobs set status = 'completed', progress = 1, media_id = ${completion.media.id},
        warnings = ${JSON.stringify(completion.warnings)}::jsonb, finished_at = ${now}
      where id = ${job.id} returning ${ANNOUNCED}`.execute(transaction);
    await announceEnd(transaction, job.id, now);
    return true;
  });
}

/** The end of a job without a result. */
export interface Failure {
  readonly status: Extract<JobStatus, 'failed' | 'policy_blocked'>;
  readonly code: FailureCode;
  /** For the caller; nothing internal. */
  readonly message: string;
  readonly outputFiltered: boolean;
}

/** The end of a job as `failed`; the message is for the caller. */
export function failure(code: FailureCode, message: string): Failure {
  return { status: 'failed', code, message, outputFiltered: false };
}

/** The message of `queue_timeout`. */
export function notStartedWithin(queueTimeoutMs: number): string {
  return `No engine started the job within ${queueTimeoutMs / 1000} seconds.`;
}

/** Which job ends, and who may end it. */
export interface EndedJob {
  readonly id: string;
  /**
   * A number: only the attempt with that number, while it holds the job. `pending`: only while no attempt does.
   * `unfinished`: in both cases.
   */
  readonly only: number | 'pending' | 'unfinished';
}

/** The services that ending a job needs. */
export interface EndingRoom {
  readonly db: Database;
  readonly metrics: Pick<Metrics, 'refunds' | 'refundedCredits'>;
}

/**
 * Ends a job without a result and refunds it, in one transaction. Does nothing and returns false if the job has moved
 * on. Index: jobs_pkey.
 */
export async function endJob(room: EndingRoom, { id, only }: EndedJob, failure: Failure, now: Date): Promise<boolean> {
  const held =
    only === 'pending'
      ? sql`status = 'pending'`
      : only === 'unfinished'
        ? sql`finished_at is null`
        : isHeld({ id, attempt: only });
  const refunded = await room.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<Pick<Row<'jobs'>, 'workspace_id' | 'price' | 'api_key_id' | 'created_at'>>`
      update jobs set status = ${failure.status}, charged = 0, failure_code = ${failure.code}, failure_message = ${failure.message},
        output_filtered = ${failure.outputFiltered}, finished_at = ${now}
      where id = ${id} and ${held}
      returning workspace_id, price, api_key_id, created_at, ${ANNOUNCED}`.execute(transaction);
    const ended = rows[0];
    if (!ended) return null;
    const refund = { kind: 'refund', amount: ended.price, job_id: id, reason: failure.code } as const;
    await enterMovement(transaction, ended.workspace_id, refund, now);
    await takeOffKeyMonth(transaction, ended);
    await announceEnd(transaction, id, now);
    return ended.price;
  });
  if (refunded === null) return false;
  room.metrics.refunds.inc({ reason: failure.code });
  room.metrics.refundedCredits.inc({ reason: failure.code }, toCredits(refunded));
  return true;
}

/**
 * Ends a job as `failed` with `canceled` and refunds it, unless it has ended. A notice stops the worker that works on
 * it, which can no longer end the job. Index: jobs_pkey.
 */
export async function cancelJob(room: EndingRoom, jobId: string, now: Date): Promise<boolean> {
  return endJob(room, { id: jobId, only: 'unfinished' }, failure('canceled', 'The job was canceled.'), now);
}

/**
 * Sends a notice that a job of the workspace has ended, and writes a message for each webhook of that event. Runs in
 * the transaction that ends the job, so a message exists exactly when the end does. Index: webhooks_by_workspace.
 */
async function announceEnd(transaction: Queryable, jobId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ webhook_id: string | null; event: string }>`
    select w.id as webhook_id, 'job.' || j.status as event, ${ANNOUNCED_END}
    from jobs j
    left join webhooks w on w.workspace_id = j.workspace_id and w.disabled_at is null and 'job.' || j.status = any (w.events)
    where j.id = ${jobId}`.execute(transaction);
  for (const { webhook_id, event } of rows)
    if (webhook_id !== null)
      await sql`
      insert into webhook_deliveries (id, webhook_id, event, job_id, status, created_at, next_attempt_at)
      values (${newId()}, ${webhook_id}, ${event}, ${jobId}, 'pending', ${now}, ${now})`.execute(transaction);
}
