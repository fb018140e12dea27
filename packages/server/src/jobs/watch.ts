import type { ChangeNotices } from '../database/changes.ts';
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
  let wake = () => {};
  let pending = false;
  const hint = () => {
    pending = true;
    wake();
  };
  const subscriptions = [job.id, job.workspace_id].map((id) => room.changes.subscribe(id, hint));
  signal.addEventListener('abort', hint, { once: true });
  try {
    let shown = '';
    while (!signal.aborted) {
      pending = false;
      const latest = await room.readJob(job.workspace_id, job.id);
      if (!latest) return;
      const state = `${latest.status} ${latest.progress}`;
      if (state !== shown) yield latest;
      if (latest.finished_at) return;
      shown = state;
      if (!pending) await new Promise<void>((resolve) => (wake = resolve));
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
