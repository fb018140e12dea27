import { IDEMPOTENCY_WINDOW_HOURS } from '@atelier/contract';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';

/** Removes receipts that are past their window. Safe to run twice. Index: idempotency_receipts_by_age. */
export async function sweepReceipts(db: Database, clock: Clock): Promise<void> {
  await sql`
    delete from idempotency_receipts
    where created_at < ${clock.now()}::timestamptz - make_interval(hours => ${IDEMPOTENCY_WINDOW_HOURS})`.execute(db);
}
