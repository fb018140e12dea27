import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { EngineControl, EngineOutcome, EngineTask, LocalEngine } from '../port.ts';
import { EMBEDDED } from '../settings.ts';
import type { EmbeddedCall, EmbeddedMessage } from './embedded-thread.ts';

/** Longest run of one output, far above the slowest: a thread that takes longer hangs, and is replaced. */
const RUN_TIMEOUT_MS = 300_000;

/** Options of {@link embeddedEngine}. */
export interface EmbeddedEngineOptions {
  /** Folder for converted nets. */
  readonly cacheDirectory: string;
  /** Threads one inference may use. */
  readonly threads: number;
}

/**
 * The image engine that ships with the service. It runs in a thread of its own, so that the thread that answers HTTP
 * never waits for pixels; a thread that dies fails its run and is replaced.
 */
export function embeddedEngine({ cacheDirectory, threads }: EmbeddedEngineOptions): LocalEngine {
  const pool = new Piscina({
    filename: new URL('./embedded-thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: { cacheDirectory, threads },
  });
  return {
    kind: 'local',
    name: EMBEDDED,
    serves: () => true,
    run: (task, control) => runInThread(pool, task, control),
    ready: () => pool.run(null, { name: 'warmUp' }),
    close: () => pool.destroy(),
  };
}

async function runInThread(pool: Piscina, task: EngineTask, control: EngineControl): Promise<EngineOutcome> {
  control.signal.throwIfAborted();
  const { port1: near, port2: far } = new MessageChannel();
  const canceled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const cancel = () => Atomics.store(canceled, 0, 1);
  control.signal.addEventListener('abort', cancel, { once: true });
  near.on('message', ({ progress }: EmbeddedMessage) => control.onProgress(progress));
  const timeout = AbortSignal.timeout(RUN_TIMEOUT_MS);
  try {
    const call: EmbeddedCall = { task, port: far, canceled };
    return await pool.run(call, { name: 'runTask', transferList: [far], signal: timeout });
  } catch (error) {
    if (control.signal.aborted) throw control.signal.reason;
    if (timeout.aborted)
      return {
        kind: 'failed',
        code: 'generation_failed',
        message: `The picture was not ready after ${RUN_TIMEOUT_MS / 1000} seconds.`,
      };
    throw error;
  } finally {
    control.signal.removeEventListener('abort', cancel);
    near.close();
  }
}
