import type { JobStatus, Operation } from '@atelier/contract';
import type { Queryable } from '../database/connection.ts';
import { type JobWithMedia, jobsWithMedia } from './rows.ts';

/** Which jobs a list shows. */
export interface JobFilter {
  readonly limit: number;
  /** Only jobs older than this one; the last of the page before. */
  readonly beforeId: string | null;
  readonly status: JobStatus | null;
  readonly operation: Operation | null;
  readonly createdAfter: Date | null;
}

/**
 * Jobs of a workspace, newest first: IDs rise with time, so they are the order and the cursor. Index:
 * jobs_by_workspace; filters are applied while walking it.
 */
export async function listJobs(db: Queryable, workspaceId: string, filter: JobFilter): Promise<JobWithMedia[]> {
  const { beforeId, status, operation, createdAfter, limit } = filter;
  return jobsWithMedia(db)
    .where('jobs.workspace_id', '=', workspaceId)
    .$if(beforeId !== null, (jobs) => jobs.where('jobs.id', '<', beforeId))
    .$if(status !== null, (jobs) => jobs.where('jobs.status', '=', status))
    .$if(operation !== null, (jobs) => jobs.where('jobs.operation', '=', operation))
    .$if(createdAfter !== null, (jobs) => jobs.where('jobs.created_at', '>', createdAfter))
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .execute();
}
