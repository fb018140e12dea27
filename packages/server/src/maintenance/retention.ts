import type { Clock } from '../clock.ts';
import { deleteExpiredRecords, type Expiry } from '../jobs/delete-record.ts';
import { type RemovalRoom, removeBytesNow } from '../media/removal.ts';

/** Records deleted in one transaction. */
const BATCH_SIZE = 500;

const DAY_MS = 86_400_000;

/** How long records are kept, in days; 0: for ever. */
export interface Retention {
  readonly uploadDays: number;
  readonly resultDays: number;
}

/** The services that retention needs. */
export interface RetentionRoom extends RemovalRoom {
  readonly clock: Clock;
}

/** Deletes uploads and results past their time, with their bytes, until none is left. Safe to run twice. */
export async function sweepExpired(room: RetentionRoom, { uploadDays, resultDays }: Retention): Promise<void> {
  if (uploadDays > 0) await sweep(room, 'upload', uploadDays);
  if (resultDays > 0) await sweep(room, 'result', resultDays);
}

async function sweep(room: RetentionRoom, kind: Expiry['kind'], days: number): Promise<void> {
  const now = room.clock.now();
  const before = new Date(now.getTime() - days * DAY_MS);
  for (;;) {
    const deleted = await deleteExpiredRecords(room.db, { kind, before, limit: BATCH_SIZE }, now);
    if (deleted.records === 0) return;
    await removeBytesNow(room, deleted.storageKeys);
  }
}
