import type { Clock } from '../clock.ts';
import { HEALTH_AREA } from '../media/store/health.ts';
import type { MediaStore } from '../media/store/port.ts';

/** Age beyond which no health check still needs its blob, in milliseconds. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Removes the blobs of health checks whose process died before it removed them. Safe to run twice, and beside other
 * processes.
 */
export async function sweepHealthBlobs(store: MediaStore, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  for await (const { key } of store.listOlderThan(before, HEALTH_AREA)) await store.delete(key);
}
