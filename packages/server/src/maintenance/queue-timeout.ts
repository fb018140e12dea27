import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { type EndingRoom, endJob } from '../jobs/moves.ts';

/** Jobs ended in one sweep. */
const BATCH_SIZE = 500;

/**
 * Ends jobs no worker has ever taken in time, also where no worker runs at all. Safe to run twice. Index: jobs_unfinished.
 */
export async function failOverdueJobs(room: EndingRoom, clock: Clock, queueTimeoutMs: number): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    select id from jobs
    where finished_at is null and status = 'pending' and attempt = 0 and created_at < ${new Date(now.getTime() - queueTimeoutMs)}
    order by created_at limit ${BATCH_SIZE}`.execute(room.db);
  const message = `The job was not started within ${queueTimeoutMs / 1000} seconds.`;
  for (const { id } of rows) {
    await endJob(
      room,
      { id, only: 'pending' },
      { status: 'failed', code: 'queue_timeout', message, outputFiltered: false },
      now,
    );
  }
}
