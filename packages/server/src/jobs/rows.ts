import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../ids.ts';
import type { WorkOrder } from '../work-order.ts';

/** Columns of {@link JobRow}. The table says what each means. */
export const JOB_COLUMNS = [
  ...(['id', 'workspace_id', 'position', 'operation', 'input', 'status', 'engine', 'attempt', 'faults'] as const),
  ...(['progress', 'price', 'charged', 'warnings', 'media_id', 'failure_code', 'failure_message'] as const),
  ...(['output_filtered', 'created_at', 'started_at', 'finished_at'] as const),
];

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
export type JobRow = Pick<Row<'jobs'>, (typeof JOB_COLUMNS)[number]>;

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

/** Jobs with the media fields of their views. */
export function jobsWithMedia(db: Queryable) {
  return db
    .selectFrom('jobs')
    .leftJoin('media', 'media.id', 'jobs.media_id')
    .select(JOB_COLUMNS.map((column) => `jobs.${column}` as const))
    .select(['media.token as media_token', 'media.file_name as media_file_name', 'media.kind as media_kind'])
    .select(['media.width as media_width', 'media.height as media_height']);
}

/** A job with the media fields of its views. */
export type JobWithMedia = Awaited<ReturnType<ReturnType<typeof jobsWithMedia>['executeTakeFirstOrThrow']>>;

/** One job of a workspace, or null. Index: jobs_pkey. */
export async function findJob(db: Queryable, workspaceId: string, jobId: string): Promise<JobWithMedia | null> {
  const job = jobsWithMedia(db).where('jobs.id', '=', jobId).where('jobs.workspace_id', '=', workspaceId);
  return (await job.executeTakeFirst()) ?? null;
}
