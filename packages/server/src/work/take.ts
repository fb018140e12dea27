import type { QueuedJob } from '../database/queue.ts';
import type { EngineRoute } from '../engines/catalogue.ts';
import { JOB_COLUMNS, type JobRow, logFieldsOf } from '../jobs/rows.ts';
import { type EndedJob, endJob, type Failure, failure, notStartedWithin, takeJob } from '../jobs/transitions.ts';
import type { WorkRoom } from './room.ts';

/** Number of broken attempts after which a job fails. */
const FAULTS_MAX = 3;
/** Number of attempts of any kind after which a job fails: the job may be the reason why its workers die. */
const ATTEMPTS_MAX = 20;

/** A job that this worker took, and the engines for it. */
export interface TakenJob {
  readonly job: JobRow;
  /** In the order in which they are asked; at least one. */
  readonly routes: readonly EngineRoute[];
  /** True in a sandbox workspace. Its results are made of the caller's own pictures, which nobody else sees. */
  readonly sandbox: boolean;
}

/**
 * Takes a job for the holder of its queue entry, or ends it if it may no longer start. Null if there is nothing to do.
 * Any holder may end a job that waited too long: it ends once.
 */
export async function take(room: WorkRoom, queued: Pick<QueuedJob, 'id' | 'holder'>): Promise<TakenJob | null> {
  const waiting = await findWaiting(room, queued.id);
  if (!waiting) return null;
  const now = room.clock.now();

  if (waiting.attempt === 0 && now.getTime() - waiting.created_at.getTime() > room.queueTimeoutMs)
    return refuse(room, waiting, 'pending', 'queue_timeout', notStartedWithin(room.queueTimeoutMs));

  const routes = room.engines.routesOf(waiting.input, waiting.sandbox);
  const job = await takeJob(room.db, queued, routes[0]?.engine.name ?? null, now);
  if (!job) return null;
  if (routes.length === 0) {
    const message = `No engine of this service performs ${job.operation} at present.`;
    return refuse(room, job, job.attempt, 'provider_unavailable', message);
  }
  if (job.faults >= FAULTS_MAX)
    return refuse(room, job, job.attempt, 'generation_failed', `The engine broke on this job ${job.faults} times.`);
  if (job.attempt > ATTEMPTS_MAX) {
    const message = `The job was started ${ATTEMPTS_MAX} times and its worker ended each time.`;
    return refuse(room, job, job.attempt, 'generation_failed', message);
  }
  return { job, routes, sandbox: waiting.sandbox };
}

/** Ends a job that may not start. */
async function refuse(
  room: WorkRoom,
  job: JobRow,
  only: EndedJob['only'],
  code: Failure['code'],
  message: string,
): Promise<null> {
  const ended = await endJob(room, { id: job.id, only }, failure(code, message), room.clock.now());
  if (ended) room.log.info({ ...logFieldsOf(job), code }, message);
  return null;
}

/** A job that has not ended. Indexes: jobs_pkey, workspaces_pkey. */
async function findWaiting(room: WorkRoom, jobId: string): Promise<(JobRow & { sandbox: boolean }) | null> {
  const job = room.db.selectFrom('jobs').where('jobs.id', '=', jobId).where('finished_at', 'is', null);
  const waiting = job
    .innerJoin('workspaces', 'workspaces.id', 'jobs.workspace_id')
    .select(JOB_COLUMNS.map((column) => `jobs.${column}` as const))
    .select('workspaces.sandbox');
  return (await waiting.executeTakeFirst()) ?? null;
}
