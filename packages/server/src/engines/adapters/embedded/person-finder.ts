import type { FindPerson } from '../../../assets/person.ts';
import type { EmbeddedNetsOptions } from './embedded.ts';
import { oneThread } from './one-thread.ts';

/** How long the thread outlives its last picture: analyses come in bursts, and its nets take some 60 MB. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * The embedded engine's eye for people, in a thread of its own that starts with the first picture: jobs never hold it
 * up.
 */
export function embeddedPersonFinder({ cacheDirectory, threads, log }: EmbeddedNetsOptions): {
  readonly findPerson: FindPerson;
  close(): Promise<void>;
} {
  const pool = oneThread({ workerData: { cacheDirectory, threads }, idleMs: IDLE_TIMEOUT_MS, log });
  return { findPerson: (bytes) => pool.run(bytes, { name: 'findPerson' }), close: () => pool.destroy() };
}
