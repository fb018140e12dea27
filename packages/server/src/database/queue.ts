import { sql, type Transaction } from 'kysely';
import type { PoolConfig } from 'pg';
import { type Clock, fromKysely, PgBoss, systemClock } from 'pg-boss';
import type { Logger } from 'pino';
import type { Service } from '../service.ts';
import { CHANGES_CHANNEL, type ChangeNotices } from './changes.ts';
import { laneWorkers, type QueuedJob } from './lane-workers.ts';

/** Lanes of work, one for each engine: a lane full of slow jobs never holds up another. */
export type Lane = typeof EMBEDDED_LANE | typeof SANDBOX_LANE | `engine-${string}`;

/** Where jobs of the embedded engine wait. */
export const EMBEDDED_LANE = 'work';

/** Where jobs of sandbox workspaces wait. */
export const SANDBOX_LANE = 'sandbox';

/** Where jobs of a hosted engine wait. */
export function hostedLane(engine: string): Lane {
  return `engine-${engine}`;
}

/**
 * A worker that has not been heard of for this long is dead, and its job is handed to another. It must outlast a process that is held up for some
 * seconds between two signs of life, and be short enough that a job runs again within 20 s also where the worker that has it next dies too.
 */
export const HEARTBEAT_SECONDS = 7;

/** The least that pg-boss takes by its own door. */
const HEARTBEAT_SECONDS_OFFERED = 10;

/** How often dead workers are looked for: with the heartbeat this bounds how long their jobs rest. */
const SUPERVISE_SECONDS = 2;

/** How often a worker that is idle looks for work nobody notified it of: entries that are handed out again send no notice. */
const LOOK_MS = 1_000;

/** Longest a worker may hold a job; far beyond any engine, as the heartbeat finds the dead. */
const EXPIRE_SECONDS = 4 * 3600;

/** Times a job is handed out again before its own count of attempts ends it. */
const HAND_OUTS_MAX = 1_000;

/** States of an entry that waits to be handed out. */
const WAITING_STATES: readonly string[] = ['created', 'retry'];

/**
 * Time for the queue's own timers. The machine's clock may be put back, and a look for dead workers that is due at a time of day would then
 * wait until that time comes again.
 */
const STEADY_CLOCK: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** The queue of jobs, in the same database: an entry commits with the job it stands for. */
export interface Queue extends Service {
  /**
   * Tells workers that a lane has new entries, after the commit that made them. Soon and not with the commit, as commits that give notice wait for
   * each other; where this process dies before, workers find the entries by themselves within seconds.
   */
  wake(lane: Lane): void;
  /** Runs `handler` for entries of a lane, `concurrency` at once. An entry whose handler throws is handed out again. */
  work(lane: Lane, concurrency: number, handler: (job: QueuedJob) => Promise<void>): Promise<void>;
  /** Hands an entry out again though some worker holds it; for workers known to be dead. */
  handBack(jobId: string): Promise<void>;
  /** True while the queue will still hand the entry out in one of its lanes, or a living worker holds it in whichever. */
  holds(jobId: string): Promise<boolean>;
  /** Puts a fresh entry of a workspace's job in the place of one that is spent or lost, within the caller's transaction. */
  replace(transaction: Transaction<unknown>, lane: Lane, jobId: string, workspaceId: string): Promise<void>;
}

/**
 * Opens the queue. It keeps a pool of its own. Stopping it hands out no more work and
 * lets running handlers finish for `drainMs`; then their signals are aborted and their entries handed out again.
 */
export function openQueue(
  connection: PoolConfig,
  log: Logger,
  drainMs: number,
  lanes: Iterable<Lane>,
  changes: Pick<ChangeNotices, 'subscribe'>,
): Queue {
  const own: readonly string[] = [...lanes];
  let started = false;
  const boss = new PgBoss({
    ...connectionOptions(connection),
    application_name: 'atelier queue',
    max: 6,
    schema: 'queue',
    schedule: false,
    clock: STEADY_CLOCK,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'));
  boss.on('warning', (warning) => log.debug({ warning }, 'the queue warns'));

  /** Lanes of this process, and those that others, or an earlier configuration, have left. */
  const allLanes = async () => (await boss.getQueues()).map(({ name }) => name);

  /** Lanes of which notice is given at this moment; true where it must be given once more. */
  const waking = new Map<Lane, boolean>();
  const notify = (lane: Lane) => boss.getDb().executeSql('select pg_notify($1, $2)', [CHANGES_CHANNEL, lane]);

  /** What ends the looking for work. */
  const endings: (() => void)[] = [];

  function wake(lane: Lane): void {
    if (waking.has(lane)) return void waking.set(lane, true);
    waking.set(lane, false);
    notify(lane)
      .catch((error: unknown) => log.debug({ err: error, lane }, 'workers were not told of new work; they will look for it'))
      .finally(() => {
        const again = waking.get(lane);
        waking.delete(lane);
        if (again && started) wake(lane);
      });
  }

  return {
    name: 'queue',
    async start() {
      if (started) return;
      started = true;
      await boss.start();
      for (const lane of own) {
        const options = {
          expireInSeconds: EXPIRE_SECONDS,
          retryLimit: HAND_OUTS_MAX,
          retryDelay: 0,
          deleteAfterSeconds: 3600,
          retentionSeconds: 30 * 24 * 3600,
        };
        await boss.createQueue(lane, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS_OFFERED });
        await boss.updateQueue(lane, options);
        await boss
          .getDb()
          .executeSql('update queue.queue set heartbeat_seconds = $1 where name = $2', [HEARTBEAT_SECONDS, lane]);
      }
    },

    async stop() {
      if (!started) return;
      started = false;
      for (const end of endings.splice(0)) end();
      await boss.stop({ graceful: true, timeout: drainMs });
    },

    wake,

    async work(lane, concurrency, handler) {
      const workers = await laneWorkers(boss, lane, concurrency, handler);
      const looking = setInterval(workers.wakeOne, LOOK_MS);
      endings.push(changes.subscribe(lane, workers.wakeOne), () => clearInterval(looking));
    },

    async handBack(jobId) {
      for (const lane of await allLanes()) await boss.fail(lane, jobId);
    },

    async holds(jobId) {
      for (const lane of await allLanes()) {
        const state = (await boss.getJobById(lane, jobId))?.state;
        if (state === 'active' || (state && WAITING_STATES.includes(state) && own.includes(lane))) return true;
      }
      return false;
    },

    async replace(transaction, lane, jobId, workspaceId) {
      for (const each of await allLanes()) await boss.deleteJob(each, jobId, { db: fromKysely(transaction) });
      await sql`select enqueue_jobs_1(${lane}, ${workspaceId}::uuid, ${[jobId]}::uuid[])`.execute(transaction);
    },
  };
}

function connectionOptions({ connectionString, host, port, user, password, database }: PoolConfig) {
  const own = { host, port, user, database, connectionString, password: typeof password === 'string' ? password : undefined };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}
