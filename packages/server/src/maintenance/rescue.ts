import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Queue } from '../database/queue.ts';
import { enqueueJobs, giveBackAll } from '../database/queue-entries.ts';
import type { Row } from '../database/tables.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { logFieldsOf } from '../jobs/rows.ts';
import { handBackJob } from '../jobs/transitions.ts';

/** Age from which jobs are looked after, in seconds: a younger one may belong to a transaction that is still open. */
const AGE_SECONDS = 30;

/** Jobs of one sweep. */
const BATCH_SIZE = 200;

type Unfinished = Pick<Row<'jobs'>, 'id' | 'workspace_id' | 'attempt' | 'input'> & Pick<Row<'workspaces'>, 'sandbox'>;

/** The services that the rescue needs. */
export interface RescueRoom {
  readonly db: Database;
  readonly queue: Pick<Queue, 'wake'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly engines: Pick<EngineCatalogue, 'laneOf' | 'lanes'>;
}

/**
 * Puts unfinished jobs that no worker would take back into the queue, and returns how many. They have no entry, or one
 * in the lane of an engine that is no longer set up. Safe to run twice, and beside other processes. Indexes:
 * jobs_unfinished, queue_entries_pkey.
 */
export async function rescueForgottenJobs({ db, queue, clock, engines, log }: RescueRoom): Promise<number> {
  const before = new Date(clock.now().getTime() - AGE_SECONDS * 1000);
  const { rows } = await sql<Unfinished>`
    select j.id, j.workspace_id, j.attempt, j.input, w.sandbox
    from jobs j join workspaces w on w.id = j.workspace_id left join queue_entries e on e.job_id = j.id
    where j.finished_at is null and j.created_at < ${before}
      and (e.job_id is null or (e.holder is null and e.lane <> all (${[...engines.lanes.keys()]})))
    order by j.created_at limit ${BATCH_SIZE}`.execute(db);
  let rescued = 0;
  for (const job of rows) {
    const lane = engines.laneOf(job.input, job.sandbox);
    const isForgotten = await db.transaction().execute(async (transaction) => {
      if (!(await isUnmoved(transaction, job))) return false;
      await handBackJob(transaction, job);
      await enqueueJobs(transaction, lane, job.workspace_id, [job.id]);
      return true;
    });
    if (!isForgotten) continue;
    queue.wake(lane);
    log.warn(logFieldsOf(job), 'a job without a queue entry was put back');
    rescued += 1;
  }
  return rescued;
}

/**
 * True while a job is where it was found: it may have ended, or another process may have put it back, since. Locks it.
 * Index: jobs_pkey.
 */
async function isUnmoved(transaction: Queryable, { id, attempt }: Unfinished): Promise<boolean> {
  const unmoved = transaction.selectFrom('jobs').select('id').where('id', '=', id).where('attempt', '=', attempt);
  return (await unmoved.where('finished_at', 'is', null).forUpdate().execute()).length > 0;
}

/**
 * Hands every job that was being worked on back to the queue. Only for a process that knows that no other is alive: the
 * one that holds the data folder of the embedded database.
 */
export async function handBackAll({ db, log }: Pick<RescueRoom, 'db' | 'log'>): Promise<void> {
  const atWork = db.selectFrom('jobs').select(['id', 'workspace_id', 'attempt', 'input']);
  const rows = await atWork.where('status', '=', 'generating').execute();
  for (const job of rows) {
    await handBackJob(db, job);
    log.info(logFieldsOf(job), 'a job that the process before had at work was put back');
  }
  await giveBackAll(db);
}
