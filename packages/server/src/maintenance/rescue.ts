import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Queue } from '../database/queue.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { logFieldsOf } from '../jobs/log-fields.ts';
import { handBackJob } from '../jobs/moves.ts';
import type { WorkOrder } from '../jobs/work-order.ts';

/** A job is looked after when it has waited this long: whoever submitted it has long committed. */
const AGE_SECONDS = 30;

/** Jobs looked at in one sweep. */
const BATCH_SIZE = 200;

interface Unfinished {
  readonly id: string;
  readonly workspace_id: string;
  readonly attempt: number;
  readonly sandbox: boolean;
  readonly input: WorkOrder;
}

/** What looking after jobs needs. */
export interface RescueRoom {
  readonly db: Database;
  readonly queue: Pick<Queue, 'holds' | 'replace' | 'wake'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly engines: Pick<EngineCatalogue, 'laneOf'>;
}

/**
 * Puts unfinished jobs the queue has forgotten back into it, and returns how many. The queue finds dead workers by
 * itself; this is for entries that were lost or expired, or wait for an engine that is no longer set up. Safe to run twice, and beside other processes.
 * Index: jobs_unfinished.
 */
export async function rescueForgottenJobs({ db, queue, clock, engines, log }: RescueRoom): Promise<number> {
  const before = new Date(clock.now().getTime() - AGE_SECONDS * 1000);
  const { rows } = await sql<Unfinished>`
    select j.id, j.workspace_id, j.attempt, j.input, w.sandbox from jobs j join workspaces w on w.id = j.workspace_id
    where j.finished_at is null and j.created_at < ${before} order by j.created_at limit ${BATCH_SIZE}`.execute(db);
  let rescued = 0;
  for (const job of rows) {
    if (await queue.holds(job.id)) continue;
    const lane = engines.laneOf(job.input, job.sandbox);
    const isForgotten = await db.transaction().execute(async (transaction) => {
      if (!(await isUnmoved(transaction, job))) return false;
      await handBackJob(transaction, job);
      await queue.replace(transaction, lane, job.id, job.workspace_id);
      return true;
    });
    if (!isForgotten) continue;
    queue.wake(lane);
    log.warn(logFieldsOf(job), 'the queue had forgotten a job; it was put back');
    rescued += 1;
  }
  return rescued;
}

/** True while a job is where it was found: it may have ended, or another process may have put it back, since. Locks it. Index: jobs_pkey. */
async function isUnmoved(transaction: Queryable, { id, attempt }: Unfinished): Promise<boolean> {
  const { rows } = await sql`
    select id from jobs where id = ${id} and finished_at is null and attempt = ${attempt} for update`.execute(transaction);
  return rows.length > 0;
}

/**
 * Hands every job that was being worked on back to the queue. Only for a process that knows that no other is alive: the
 * one that holds the data folder of the embedded database.
 */
export async function handBackAll({
  db,
  queue,
  log,
}: Pick<RescueRoom, 'db' | 'log'> & { readonly queue: Pick<Queue, 'handBack'> }): Promise<number> {
  const { rows } = await sql<Unfinished>`
    select j.id, j.workspace_id, j.attempt, j.input, w.sandbox from jobs j join workspaces w on w.id = j.workspace_id
    where j.status = 'generating'`.execute(db);
  for (const job of rows) {
    await handBackJob(db, job);
    await queue.handBack(job.id);
    log.info(logFieldsOf(job), 'a job that the process before had at work was put back');
  }
  return rows.length;
}
