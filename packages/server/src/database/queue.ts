import type { Transaction } from 'kysely';
import type { PoolConfig } from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Lanes of work: a lane full of slow jobs never holds up another. */
export const LANES = ['work', 'sandbox'] as const;
export type Lane = (typeof LANES)[number];

/** A worker that has not been heard of for this long is dead, and its job is handed to another. */
const HEARTBEAT_SECONDS = 10;

/** How often dead workers are looked for: with the heartbeat this bounds how long their jobs rest. */
const SUPERVISE_SECONDS = 5;

/** Longest a worker may hold a job; far beyond any engine, as the heartbeat finds the dead. */
const EXPIRE_SECONDS = 4 * 3600;

/** Times a job is handed out again before its own count of attempts ends it. */
const HAND_OUTS_MAX = 1_000;

/** What a worker is given. */
export interface QueuedJob {
  readonly id: string;
  /** Aborted when the job is no longer this worker's. */
  readonly signal: AbortSignal;
}

/** The queue of jobs, in the same database: an entry commits with the job it stands for. */
export interface Queue {
  start(): Promise<void>;
  /** Lets running handlers finish for that long, then stops; what still runs is found by its missing heartbeat. */
  stop(graceMs: number): Promise<void>;
  /** Adds entries within the caller's transaction. The IDs are those of the jobs; the group is their workspace. */
  add(transaction: Transaction<unknown>, lane: Lane, jobIds: readonly string[], group: string): Promise<void>;
  /** Runs `handler` for entries of a lane, `concurrency` at once. An entry whose handler throws is handed out again. */
  work(lane: Lane, concurrency: number, handler: (job: QueuedJob) => Promise<void>): Promise<void>;
  /** Hands an entry out again though some worker holds it; for workers known to be dead. */
  handBack(lane: Lane, jobId: string): Promise<void>;
  /** IDs among these that the queue will still hand out or that are held by a living worker. */
  known(lane: Lane, jobIds: readonly string[]): Promise<Set<string>>;
}

/** Opens the queue. It keeps a pool of its own, with one connection that listens. */
export function openQueue(connection: PoolConfig, log: Logger): Queue {
  const boss = new PgBoss({
    ...connectionOptions(connection),
    application_name: 'atelier queue',
    max: 6,
    schema: 'queue',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'));
  boss.on('warning', (warning) => log.debug({ warning }, 'the queue warns'));

  return {
    async start() {
      await boss.start();
      for (const lane of LANES) {
        const options = {
          notify: true,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          expireInSeconds: EXPIRE_SECONDS,
          retryLimit: HAND_OUTS_MAX,
          retryDelay: 0,
          deleteAfterSeconds: 3600,
          retentionSeconds: 30 * 24 * 3600,
        };
        await boss.createQueue(lane, options);
        await boss.updateQueue(lane, options);
      }
    },

    stop: (graceMs) => boss.stop({ graceful: true, timeout: graceMs }),

    async add(transaction, lane, jobIds, group) {
      const entries = jobIds.map((id) => ({ id, group: { id: group } }));
      await boss.insert(lane, entries, { db: fromKysely(transaction) });
    },

    async work(lane, concurrency, handler) {
      const options = { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 2, burstWhenBatchFull: true };
      await boss.work(lane, options, async (entries) => {
        for (const { id, signal } of entries) await handler({ id, signal });
      });
    },

    handBack: async (lane, jobId) => void (await boss.fail(lane, jobId)),

    async known(lane, jobIds) {
      const entries = await Promise.all(jobIds.map((id) => boss.getJobById(lane, id)));
      const living = entries.filter((entry) => entry !== null && ['created', 'retry', 'active'].includes(entry.state));
      return new Set(living.flatMap((entry) => entry?.id ?? []));
    },
  };
}

function connectionOptions({ connectionString, host, port, user, password, database }: PoolConfig) {
  const own = { host, port, user, database, connectionString, password: typeof password === 'string' ? password : undefined };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}
