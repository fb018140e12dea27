import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { logFieldsOf } from '../jobs/log-fields.ts';
import { type EndingRoom, endJob, type Failure, notStartedWithin } from '../jobs/transitions.ts';

/** Jobs ended in one sweep. */
const BATCH_SIZE = 500;

/** The services that ending overdue jobs needs. */
export interface OverdueRoom extends EndingRoom {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Ends jobs no worker has ever taken in time, also where no worker runs at all. Safe to run twice. Index:
 * jobs_unfinished.
 */
export async function failOverdueJobs(room: OverdueRoom, queueTimeoutMs: number): Promise<void> {
  const now = room.clock.now();
  const rows = await room.db
    .selectFrom('jobs')
    .select(['id', 'workspace_id', 'input'])
    .where('finished_at', 'is', null)
    .where('status', '=', 'pending')
    .where('attempt', '=', 0)
    .where('created_at', '<', new Date(now.getTime() - queueTimeoutMs))
    .orderBy('created_at')
    .limit(BATCH_SIZE)
    .execute();
  const message = notStartedWithin(queueTimeoutMs);
  const failure: Failure = { status: 'failed', code: 'queue_timeout', message, outputFiltered: false };
  for (const job of rows) {
    const ended = await endJob(room, { id: job.id, only: 'pending' }, failure, now);
    if (ended) room.log.info({ ...logFieldsOf(job), code: failure.code }, message);
  }
}
