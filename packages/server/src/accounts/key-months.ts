import { ERRORS } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';
import { toCredits } from './units.ts';

/**
 * The Fault `key_limit_exceeded` with the needed amount and the rest of the limit of the key, in internal units.
 */
export function overKeyLimit(needed: number, left: number, now: Date): Fault {
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
  return new Fault(
    'key_limit_exceeded',
    `This needs ${toCredits(needed)} credits; the key has ${toCredits(Math.max(0, left))} left of its limit until ${nextMonth}. ${ERRORS.key_limit_exceeded.advice}`,
  );
}

/**
 * Counts the price of a refunded job back to the month in which its key asked for it, where `submit_works` has added
 * it. Index: key_months_pkey.
 */
export async function takeOffKeyMonth(
  db: Queryable,
  { api_key_id, created_at, price }: Pick<Row<'jobs'>, 'api_key_id' | 'created_at' | 'price'>,
): Promise<void> {
  if (api_key_id === null) return;
  await sql`
    update key_months set spent = spent - ${price}
    where api_key_id = ${api_key_id} and month = month_of(${created_at}::timestamptz)`.execute(db);
}
