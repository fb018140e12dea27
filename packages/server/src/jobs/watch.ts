import { type ChangeNotices, changeBell, endsOf } from '../database/changes.ts';
import type { Database } from '../database/connection.ts';
import { type JobWithMedia, jobsWithMedia, type ReadJob } from './rows.ts';

/** The services that following a job needs. */
export interface WatchRoom {
  readonly readJob: ReadJob;
  readonly changes: ChangeNotices;
}

/**
 * Yields the job now and after each change. Ends with its final state, when its workspace is deleted, or when the
 * signal is aborted. Changes in quick succession come as one.
 */
export async function* watchJob(
  room: WatchRoom,
  job: Pick<JobWithMedia, 'id' | 'workspace_id'>,
  signal: AbortSignal,
): AsyncGenerator<JobWithMedia> {
  const bell = changeBell();
  const subscriptions = [job.id, job.workspace_id].map((id) => room.changes.subscribe(id, bell.ring));
  try {
    let shown = '';
    while (!signal.aborted) {
      const latest = await room.readJob(job.workspace_id, job.id);
      if (!latest) return;
      const state = `${latest.status} ${latest.progress}`;
      if (state !== shown) yield latest;
      if (latest.finished_at) return;
      shown = state;
      await bell.wait(signal);
    }
  } finally {
    for (const unsubscribe of subscriptions) unsubscribe();
  }
}

/** The job when it has ended, or its state when the signal is aborted; null if it no longer exists. */
export async function waitForEnd(
  room: WatchRoom,
  job: JobWithMedia,
  signal: AbortSignal,
): Promise<JobWithMedia | null> {
  let latest = job;
  for await (const state of watchJob(room, job, signal)) latest = state;
  return latest.finished_at || signal.aborted ? latest : null;
}

/** Jobs read at once. */
const READ_MAX = 200;

/** Longest time between the recorded end of a job and its commit, in milliseconds. */
const COMMIT_MS = 10_000;

/** A job that has ended. */
export type EndedJob = JobWithMedia & { readonly finished_at: Date };

/**
 * Yields the jobs of a workspace as they end, until the signal is aborted, beginning with those that ended after
 * `since`. An end is recorded before it commits, so each read goes back by {@link COMMIT_MS}. With `again`, the first
 * read also does, and may repeat jobs that the client has seen.
 */
export async function* watchEnds(
  { db, changes }: { readonly db: Database; readonly changes: Pick<ChangeNotices, 'subscribe'> },
  workspaceId: string,
  { since, again }: { since: Date; again: boolean },
  signal: AbortSignal,
): AsyncGenerator<EndedJob> {
  const bell = changeBell();
  const unsubscribe = changes.subscribe(endsOf(workspaceId), bell.ring);
  /** Jobs that were seen and may be read again, with the times of their ends. */
  const seen = new Map<string, number>();
  let latest = since.getTime();
  try {
    for (let isFirst = true; !signal.aborted; ) {
      const jobs = await findEnded(db, workspaceId, new Date(latest - COMMIT_MS), [...seen.keys()]);
      for (const job of jobs) {
        const endedMs = job.finished_at.getTime();
        seen.set(job.id, endedMs);
        latest = Math.max(latest, endedMs);
        if (again || !isFirst || endedMs > since.getTime()) yield job;
      }
      for (const [id, endedMs] of seen) if (endedMs < latest - COMMIT_MS) seen.delete(id);
      if (jobs.length === READ_MAX) continue;
      isFirst = false;
      await bell.wait(signal);
    }
  } finally {
    unsubscribe();
  }
}

/**
 * Jobs of a workspace that ended at a moment or later, in the order of their ends, without those of the given IDs.
 * Index: jobs_by_end.
 */
async function findEnded(
  db: Database,
  workspaceId: string,
  from: Date,
  without: readonly string[],
): Promise<EndedJob[]> {
  const ended = await jobsWithMedia(db)
    .where('jobs.workspace_id', '=', workspaceId)
    .where('jobs.finished_at', '>=', from)
    .where('jobs.record_deleted_at', 'is', null)
    .where(({ eb, val, fn }) => eb.not(eb('jobs.id', '=', fn.any(val([...without])))))
    .orderBy('jobs.finished_at')
    .limit(READ_MAX)
    .execute();
  return ended.flatMap((job) => (job.finished_at ? [{ ...job, finished_at: job.finished_at }] : []));
}
