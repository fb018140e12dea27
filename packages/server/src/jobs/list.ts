import type { JobStatus, Operation } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { type JobWithMedia, WITH_MEDIA } from './rows.ts';

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
  const { rows } = await sql<JobWithMedia>`${WITH_MEDIA}
    where j.workspace_id = ${workspaceId}
      and (${filter.beforeId}::uuid is null or j.id < ${filter.beforeId}::uuid)
      and (${filter.status}::text is null or j.status = ${filter.status})
      and (${filter.operation}::text is null or j.operation = ${filter.operation})
      and (${filter.createdAfter}::timestamptz is null or j.created_at > ${filter.createdAfter}::timestamptz)
    order by j.id desc limit ${filter.limit}`.execute(db);
  return rows;
}
