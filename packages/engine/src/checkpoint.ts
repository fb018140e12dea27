import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Stops a run: an AbortSignal, or an object with its `throwIfAborted`. A computing thread receives no messages, so a
 * signal from another thread must read shared memory.
 */
export type StopSignal = Pick<AbortSignal, 'throwIfAborted'>;

const signals = new AsyncLocalStorage<StopSignal>();

/** Runs work. Rejects with the signal's reason at the next check point after the signal is raised. */
export function stoppable<T>(signal: StopSignal | undefined, work: () => Promise<T>): Promise<T> {
  return signal ? signals.run(signal, work) : work();
}

/**
 * Throws the reason to stop the current run, if there is one. Call it before each piece of work of some hundredths of a
 * second, so a canceled run ends soon. Steps share no state that a throw could leave half done.
 */
export function checkpoint(): void {
  signals.getStore()?.throwIfAborted();
}

/** Pixels between two checks: a hundredth of a second at a microsecond a pixel. */
const PIXELS_BETWEEN = 1 << 13;

/** A check point for a loop with much work a pixel. It checks once in some thousands of pixels. */
export function checkpointAt(pixel: number): void {
  if (pixel % PIXELS_BETWEEN === 0) checkpoint();
}

/** A check point between steps that also lets this thread receive messages, which raise an AbortSignal. */
export async function yieldThread(): Promise<void> {
  await nextTurn();
  checkpoint();
}
