import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, pauseMs } from '../back-off.ts';
import type { EngineTask, HostedEngine, RemoteReceipt, StartOutcome } from '../engines/port.ts';
import type { Unmade } from './advice.ts';

/** Pauses between two looks at the work. */
const LOOKS: BackOff = { firstMs: 400, longestMs: 4_000, growth: 1.5 };

/** Looks in a row that may fail. */
const FAILED_LOOKS_MAX = 10;

/** How the asking ended. */
type Asked = Extract<StartOutcome, { kind: 'made' }> | Unmade;

/** Sends an engine one request and follows its work to the end. */
export async function ask(
  engine: HostedEngine,
  task: EngineTask,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Asked> {
  const started = await engine.start(task, signal);
  if (started.kind === 'started') return follow(engine, started.receipt, task, timeoutMs, signal);
  const found = started.kind === 'uncertain' ? await engine.lookUp?.(task, signal) : undefined;
  return typeof found === 'object' ? follow(engine, found, task, timeoutMs, signal) : started;
}

async function follow(
  engine: HostedEngine,
  receipt: RemoteReceipt,
  task: EngineTask,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Asked> {
  const beganMs = performance.now();
  let endsMs = beganMs + timeoutMs;
  let failedLooks = 0;
  try {
    for (let looks = 0; ; looks++) {
      const seen = await engine.read(receipt, task, signal);
      if (seen.kind !== 'working' && seen.kind !== 'unreadable') return seen;
      if (seen.kind === 'working') endsMs = beganMs + Math.min(seen.waitedMs, timeoutMs) + timeoutMs;
      failedLooks = seen.kind === 'unreadable' ? failedLooks + 1 : 0;
      const isLost = seen.kind === 'unreadable' && failedLooks > FAILED_LOOKS_MAX;
      if (isLost || performance.now() > endsMs) {
        await engine.cancel?.(receipt);
        return isLost
          ? { kind: 'lost', message: seen.message }
          : { kind: 'late', message: `not done after ${timeoutMs / 1000} seconds` };
      }
      const askedMs = seen.kind === 'unreadable' ? (seen.retryAfterMs ?? 0) : 0;
      const leftMs = Math.max(1, endsMs - performance.now() + 1);
      await sleep(Math.min(leftMs, Math.max(pauseMs(LOOKS, looks), askedMs)), undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) await engine.cancel?.(receipt);
    // A pause that is cut short gives a reason of its own.
    signal.throwIfAborted();
    throw error;
  }
}
