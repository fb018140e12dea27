import type { FailureCode, JobStatus, JobWarning } from '@atelier/contract';
import { sql } from 'kysely';
import { columnsOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import type { WorkOrder } from './work-order.ts';

/**
 * A job as it is kept.
 *
 * - `pending`: accepted and paid for, in the queue. Moves to `generating` when a worker takes it, or straight to
 *   `failed` (waited too long, canceled) or `policy_blocked`.
 * - `generating`: attempt number `attempt` holds it. Moves to a final status by that attempt alone, or back to
 *   `pending` when its worker died or is shutting down.
 * - `completed`: has its media and its charge. Final.
 * - `failed`, `policy_blocked`: has a code and a message, and its charge is given back. Final.
 *
 * The table's checks refuse any row that says otherwise.
 */
export interface JobRow {
  readonly id: string;
  readonly workspace_id: string;
  /** Which of the request's outputs this is, from 0. */
  readonly position: number;
  readonly operation: WorkOrder['operation'];
  readonly input: WorkOrder;
  readonly status: JobStatus;
  /** Engine that serves it; null until one took it. */
  readonly engine: string | null;
  /** How often it was taken; the number of the attempt that may settle it. */
  readonly attempt: number;
  /** How often an attempt broke in a way nobody foresaw. */
  readonly faults: number;
  /** 0 to 1. */
  readonly progress: number;
  /** Internal units charged at submission. */
  readonly price: number;
  /** Internal units charged now: the price, or 0 after a refund. */
  readonly charged: number;
  readonly warnings: readonly JobWarning[];
  readonly media_id: string | null;
  readonly failure_code: FailureCode | null;
  readonly failure_message: string | null;
  /** True when the output, not the input, broke the policy. */
  readonly output_filtered: boolean;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** Columns of {@link JobRow}. */
export const JOB_COLUMNS = columnsOf<JobRow>({
  id: true,
  workspace_id: true,
  position: true,
  operation: true,
  input: true,
  status: true,
  engine: true,
  attempt: true,
  faults: true,
  progress: true,
  price: true,
  charged: true,
  warnings: true,
  media_id: true,
  failure_code: true,
  failure_message: true,
  output_filtered: true,
  created_at: true,
  started_at: true,
  finished_at: true,
});

/**
 * Jobs about to be written, one for each output, as they will be: `pending` and charged `price` internal units each.
 */
export function pendingJobs(
  workspaceId: string,
  order: WorkOrder,
  count: number,
  price: number,
  now: Date,
): readonly JobRow[] {
  return Array.from({ length: count }, (_, position) => ({
    id: newId(),
    workspace_id: workspaceId,
    position,
    operation: order.operation,
    input: order,
    status: 'pending',
    engine: null,
    attempt: 0,
    faults: 0,
    progress: 0,
    price,
    charged: price,
    warnings: [],
    media_id: null,
    failure_code: null,
    failure_message: null,
    output_filtered: false,
    created_at: now,
    started_at: null,
    finished_at: null,
  }));
}

/** A job with what its views show of its media. */
export interface JobWithMedia extends JobRow {
  readonly media_token: string | null;
  readonly media_file_name: string | null;
  readonly media_kind: 'image' | 'video' | null;
  readonly media_width: number | null;
  readonly media_height: number | null;
}

/** Reads jobs with their media; what follows begins with `where`. */
export const WITH_MEDIA = sql`
  select ${JOB_COLUMNS('j')}, m.token as media_token, m.file_name as media_file_name, m.kind as media_kind, m.width as media_width, m.height as media_height
  from jobs j left join media m on m.id = j.media_id`;

/** One job of a workspace, or null. Index: jobs_pkey. */
export async function findJob(db: Queryable, workspaceId: string, jobId: string): Promise<JobWithMedia | null> {
  const { rows } =
    await sql<JobWithMedia>`${WITH_MEDIA} where j.id = ${jobId} and j.workspace_id = ${workspaceId}`.execute(db);
  return rows[0] ?? null;
}
