import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * What can stop a run: an AbortSignal, or anything that answers like one. A thread that computes receives no messages,
 * so a signal that should stop a step in its middle from another thread has to read shared memory.
 */
export type StopSignal = Pick<AbortSignal, 'throwIfAborted'>;

const signals = new AsyncLocalStorage<StopSignal>();

/** Does some work, which rejects with the signal's reason at its next check point once the signal is raised. */
export function stoppable<T>(signal: StopSignal | undefined, work: () => Promise<T>): Promise<T> {
  return signal ? signals.run(signal, work) : work();
}

/**
 * Throws the reason why the run around it should stop, if it should. Stands wherever work of some hundredths of a
 * second begins, so that a run ends soon after it is canceled; nothing is shared between steps that a throw could leave
 * half done.
 */
export function checkpoint(): void {
  signals.getStore()?.throwIfAborted();
}

/** Pixels from one look to the next: a hundredth of a second where each takes a microsecond. */
const PIXELS_BETWEEN = 1 << 13;

/** A check point in a loop over pixels that does much for each: looks once in some thousand of them. */
export function checkpointAt(pixel: number): void {
  if (pixel % PIXELS_BETWEEN === 0) checkpoint();
}

/** A check point between steps, at which messages to this thread are received too: what raises an AbortSignal. */
export async function turn(): Promise<void> {
  await nextTurn();
  checkpoint();
}
