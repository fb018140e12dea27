import type { PgBoss } from 'pg-boss';

/** How often a worker of pg-boss looks for work by itself: it is always told before. */
const POLL_SECONDS = 60;

/** How often a worker gives a sign of life for a job it holds. */
const HEARTBEAT_EVERY_SECONDS = 2;

/** What a worker is given. */
export interface QueuedJob {
  readonly id: string;
  /** Aborted when the job is no longer this worker's. */
  readonly signal: AbortSignal;
  /** Gives a sign of life at once; false when the job is no longer this worker's. */
  confirm(): Promise<boolean>;
}

/** The workers of a lane in this process. */
export interface LaneWorkers {
  /** Has one that is idle look for an entry; as long as entries are found, the next one looks too. */
  wakeOne(): void;
}

/**
 * Starts workers of pg-boss for a lane, one for each job worked on at once. Left to itself each pauses after every job, also where others
 * wait, and a notice wakes all of them: many that look for one entry are in each other's way. So each looks again at once when it ends a
 * job, and a notice wakes one.
 */
export async function laneWorkers(
  boss: PgBoss,
  lane: string,
  concurrency: number,
  handler: (job: QueuedJob) => Promise<void>,
): Promise<LaneWorkers> {
  const idle = new Set<string>();
  const wakeOne = () => {
    const [next] = idle;
    if (next === undefined) return;
    // They take turns: one whose look hangs on a dead connection hears nothing.
    idle.delete(next);
    idle.add(next);
    boss.notifyWorker(next);
  };
  const options = { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS, heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS };
  for (let each = 0; each < concurrency; each++) {
    const own: string = await boss.work(lane, options, async (entries) => {
      idle.delete(own);
      wakeOne();
      try {
        for (const entry of entries) {
          const confirm = async () => {
            await boss.touch(lane, entry);
            const latest = await boss.getJobById(lane, entry.id);
            return latest?.state === 'active' && latest.retryCount === entry.retryCount;
          };
          await handler({ id: entry.id, signal: entry.signal, confirm });
        }
      } finally {
        idle.add(own);
        boss.notifyWorker(own);
      }
    });
    idle.add(own);
  }
  return { wakeOne };
}
