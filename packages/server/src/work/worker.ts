import { setTimeout as sleep } from 'node:timers/promises';
import type { QueuedJob } from '../database/queue.ts';
import type { Service } from '../service.ts';
import type { WorkRoom } from './room.ts';
import { workOn } from './work-on.ts';

/** Longest wait for an aborted attempt to give its job back. */
const ABORT_GRACE_MS = 3_000;

/**
 * Takes jobs from the queue and works on them, in each lane as many at once as its engine allows. To stop it also stops
 * the queue: it takes no new work, and running jobs finish or return to the queue.
 */
export function worker(room: WorkRoom): Service {
  const running = new Set<Promise<void>>();
  let started = false;

  // All jobs end at once here, so that none takes a slot that another has left. The queue would end them one by one.
  const ending = new AbortController();

  const handle = (queued: QueuedJob): Promise<void> => {
    const { signal } = queued;
    const endAll = () => {
      if (!started) ending.abort(signal.reason);
    };
    signal.addEventListener('abort', endAll, { once: true });
    const work = workOn(room, { ...queued, signal: AbortSignal.any([signal, ending.signal]) }).finally(() => {
      signal.removeEventListener('abort', endAll);
      running.delete(work);
    });
    running.add(work);
    return work;
  };

  return {
    name: 'worker',
    async start() {
      if (started) return;
      started = true;
      for (const [lane, concurrency] of room.engines.lanes) room.queue.work(lane, concurrency, handle);
    },
    async stop() {
      if (!started) return;
      started = false;
      await room.queue.stop();
      await Promise.race([Promise.allSettled(running), sleep(ABORT_GRACE_MS)]);
    },
  };
}
