import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runningService, type Service } from '../service.ts';

/** Runs `task` at once and then again and again with a pause between. A failure is logged and does not stop it. */
export function periodic(name: string, pauseMs: number, log: Logger, task: () => Promise<void>): Service {
  return runningService(name, async (signal) => {
    while (!signal.aborted) {
      await task().catch((error: unknown) => log.warn({ err: error, task: name }, 'a sweep failed; it is tried again'));
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  });
}
