import { type EndingRoom, endJob } from './transitions.ts';

/**
 * Ends a job as `failed` / `canceled` with its charge given back, unless it has ended: then it stays as it is. A worker
 * on it learns by the change and stops; its settlement comes too late. Index: jobs_pkey.
 */
export async function cancelJob(room: EndingRoom, jobId: string, now: Date): Promise<boolean> {
  const failure = {
    status: 'failed',
    code: 'canceled',
    message: 'The job was canceled.',
    outputFiltered: false,
  } as const;
  return endJob(room, { id: jobId, only: 'unfinished' }, failure, now);
}
