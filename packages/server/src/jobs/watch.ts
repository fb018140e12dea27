import { type ChangeNotices, changeBell } from '../database/changes.ts';
import type { JobWithMedia, ReadJob } from './rows.ts';

/** The services that following a job needs. */
export interface WatchRoom {
  readonly readJob: ReadJob;
  readonly changes: ChangeNotices;
}

/**
 * The job now and after each change, ending with its final state, when it is gone with its workspace, or when the
 * signal is aborted. Unchanged reads are left out; changes in quick succession come as one.
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

/** The job when it has ended, or as it is when the signal is aborted; null when it is gone. */
export async function waitForEnd(
  room: WatchRoom,
  job: JobWithMedia,
  signal: AbortSignal,
): Promise<JobWithMedia | null> {
  let latest = job;
  for await (const state of watchJob(room, job, signal)) latest = state;
  return latest.finished_at || signal.aborted ? latest : null;
}
