import type { ImageStatus, JobStatus, Operation } from '@atelier/contract';
import { anyOf } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { inGroups } from '../database/groups.ts';
import { newestFirst, type PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { mediaFile } from '../media/rows.ts';
import type { WorkOrder } from '../work-order.ts';

/** Columns of {@link JobRow}. The table says what each means. */
export const JOB_COLUMNS = [
  ...(['id', 'workspace_id', 'position', 'operation', 'input', 'status', 'engine', 'attempt', 'faults'] as const),
  ...(['progress', 'price', 'charged', 'warnings', 'media_id', 'failure_code', 'failure_message'] as const),
  ...(['output_filtered', 'created_at', 'started_at', 'finished_at'] as const),
];

/**
 * A row of the table `jobs`, by status:
 *
 * - `pending`: charged, in the queue. Moves to `generating` when a worker takes it, or straight to `failed` (waited too
 *   long, canceled) or `policy_blocked`.
 * - `generating`: the attempt with the number `attempt` holds it. Only that attempt moves it to a final status. It
 *   returns to `pending` if its worker dies or stops.
 * - `completed`: has its media and its charge. Final.
 * - `failed`, `policy_blocked`: has a code and a message, and is refunded. Final.
 *
 * The checks of the table enforce this.
 */
export type JobRow = Pick<Row<'jobs'>, (typeof JOB_COLUMNS)[number]>;

/** The rows of new jobs, one for each output: `pending`, and charged `price` internal units each. */
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

/** Selects jobs with the media fields that answers show. */
export function jobsWithMedia(db: Queryable) {
  return db
    .selectFrom('jobs')
    .leftJoin('media', 'media.id', 'jobs.media_id')
    .select(JOB_COLUMNS.map((column) => `jobs.${column}` as const))
    .select(mediaFile('media').as('media'));
}

/** A job with the media fields that answers show. */
export type JobWithMedia = Awaited<ReturnType<ReturnType<typeof jobsWithMedia>['executeTakeFirstOrThrow']>>;

/** One job of a workspace, or null. Index: jobs_pkey. */
export async function findJob(db: Queryable, workspaceId: string, jobId: string): Promise<JobWithMedia | null> {
  const job = jobsWithMedia(db).where('jobs.id', '=', jobId).where('jobs.workspace_id', '=', workspaceId);
  return (await job.executeTakeFirst()) ?? null;
}

/** Which jobs a list shows. */
export interface JobFilter {
  readonly status: JobStatus | null;
  readonly operation: Operation | null;
  readonly createdAfter: Date | null;
}

/** Jobs of a workspace, newest first. Index: jobs_by_workspace; filters apply to its entries. */
export function listJobs(
  db: Queryable,
  workspaceId: string,
  { status, operation, createdAfter }: JobFilter,
  page: PageRange,
): Promise<JobWithMedia[]> {
  const jobs = jobsWithMedia(db)
    .where('jobs.workspace_id', '=', workspaceId)
    .$if(status !== null, (jobs) => jobs.where('jobs.status', '=', status))
    .$if(operation !== null, (jobs) => jobs.where('jobs.operation', '=', operation))
    .$if(createdAfter !== null, (jobs) => jobs.where('jobs.created_at', '>', createdAfter));
  return newestFirst(jobs, 'jobs.id', page).execute();
}

/** Jobs read by one statement. */
const GROUP_SIZE = 64;

/** Statements that run at once: the second one runs while the answer to the first is read. */
const GROUPS_AT_ONCE = 2;

/** One job of a workspace as it is now, or null. */
export type ReadJob = (workspaceId: string, jobId: string) => Promise<JobWithMedia | null>;

/**
 * Reads the jobs of all polls and waits of one moment by one statement. The cost of a poll is its round trip to the
 * database, which hardly depends on the number of rows. Index: jobs_pkey.
 */
export function jobReader(db: Database): ReadJob {
  const read = inGroups<string, JobWithMedia | null>(
    async (jobIds) => {
      const rows = await jobsWithMedia(db)
        .where('jobs.id', '=', anyOf([...new Set(jobIds)]))
        .execute();
      const jobs = new Map(rows.map((job) => [job.id, job]));
      return jobIds.map((id) => jobs.get(id) ?? null);
    },
    { sizeMax: GROUP_SIZE, concurrency: GROUPS_AT_ONCE },
  );
  return async (workspaceId, jobId) => {
    const job = await read(jobId);
    return job?.workspace_id === workspaceId ? job : null;
  };
}

/** The fields of every log line about a job; `request` is undefined if it was not recorded. */
export function logFieldsOf({ id, workspace_id, input }: Pick<JobRow, 'id' | 'workspace_id' | 'input'>) {
  return { request: input.origin?.request, job: id, workspace: workspace_id };
}

/** A job's status in the unversioned interface: `nsfw_filtered` is its name for a job whose output was filtered. */
export function statusOf(job: Pick<JobWithMedia, 'status' | 'output_filtered'>): ImageStatus {
  return job.status === 'policy_blocked' && job.output_filtered ? 'nsfw_filtered' : job.status;
}

/** The code and message of a job that ended without a result; no fields for others. */
export function failureOf(
  job: Pick<JobWithMedia, 'failure_code' | 'failure_message'>,
): { failure_code: string; fail_reason: string } | Record<string, never> {
  if (!job.failure_code || !job.failure_message) return {};
  return { failure_code: job.failure_code, fail_reason: job.failure_message };
}
