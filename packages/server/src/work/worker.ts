import { setTimeout as sleep } from 'node:timers/promises';
import type { QueuedJob } from '../database/queue.ts';
import type { Service } from '../service.ts';
import type { WorkRoom } from './room.ts';
import { workOn } from './work-on.ts';

/** Longest wait for an aborted attempt to give its job back. */
const ABORT_GRACE_MS = 3_000;

/**
 * Takes jobs from the queue and works on them, in each lane as many at once as its engine takes. Stopping it stops the
 * queue too: no new work, running jobs finish or are handed back.
 */
export function worker(room: WorkRoom): Service {
  const running = new Set<Promise<void>>();
  let started = false;

  // The queue ends jobs one after the other; all end at once here, so that none takes the slot that another has left.
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
