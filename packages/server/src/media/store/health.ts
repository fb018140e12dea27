import { randomUUID } from 'node:crypto';
import type { MediaStore } from './port.ts';

/** Area of the blobs that health checks write, read and remove. A sweep removes those of a process that died. */
export const HEALTH_AREA = 'health';

/** Resolves if a blob can be written, read and removed now; else rejects with the reason. */
export async function checkStore(store: MediaStore): Promise<void> {
  const key = `${HEALTH_AREA}/${randomUUID()}`;
  await store.put(key, new Uint8Array([1]), { sizeBytes: 1, contentType: 'application/octet-stream' });
  const stored = await store.read(key);
  await store.delete(key);
  if (stored?.[0] !== 1) throw new Error('the media store does not give back what was written to it');
}
