import { anyOf } from '../database/columns.ts';
import type { Database } from '../database/connection.ts';
import { inGroups } from '../database/groups.ts';
import { type JobWithMedia, jobsWithMedia } from './rows.ts';

/** Jobs read by one statement. */
const GROUP_SIZE = 64;

/** Statements at once: a second one is under way while the answer to the first is read. */
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
