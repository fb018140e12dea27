import { IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_WINDOW_HOURS } from '@atelier/contract';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';

/** The caller's claim that makes a request safe to repeat. */
export interface IdempotencyClaim {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Digest of the body as a JSON value. */
  readonly bodyDigest: Buffer;
}

/** The answer that was given the first time; the body is there byte for byte. */
export type Receipt = Pick<Row<'idempotency_receipts'>, 'status' | 'response'>;

/** Columns of a receipt with the request it answered. */
const RECEIPT_COLUMNS = ['status', 'response', 'method', 'path', 'body_hash'] as const;

/** A receipt with the request it answered. */
export type FoundReceipt = Pick<Row<'idempotency_receipts'>, (typeof RECEIPT_COLUMNS)[number]>;

/** The oldest creation time of a receipt that still counts. */
export function receiptsSince(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_WINDOW_HOURS * 3_600_000);
}

const KEY_FORM = /^[!-~]+$/;

/** The key, checked. Throws `invalid_idempotency_key`. */
export function parseIdempotencyKey(header: string): string {
  if (header.length < 1 || header.length > IDEMPOTENCY_KEY_LENGTH_MAX || !KEY_FORM.test(header)) {
    throw new Fault(
      'invalid_idempotency_key',
      `Idempotency-Key has ${header.length} characters; allowed: 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable ASCII characters without spaces.`,
    );
  }
  return header;
}

/**
 * The receipt of an earlier request with this key, or null for none. Index: idempotency_receipts_pkey.
 * Throws `idempotency_conflict` when the key was used for another request.
 */
export async function findReceipt(
  db: Queryable,
  workspaceId: string,
  claim: IdempotencyClaim,
  now: Date,
): Promise<Receipt | null> {
  const found = await db
    .selectFrom('idempotency_receipts')
    .select(RECEIPT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', claim.key)
    .where('created_at', '>=', receiptsSince(now))
    .executeTakeFirst();
  return found ? sameRequest(claim, found) : null;
}

/** The receipt a key led to. Throws `idempotency_conflict` when it is that of another request. */
export function sameRequest(claim: IdempotencyClaim, found: FoundReceipt): Receipt {
  if (found.method !== claim.method || found.path !== claim.path || !found.body_hash.equals(claim.bodyDigest)) {
    throw new Fault(
      'idempotency_conflict',
      `The Idempotency-Key was used for ${found.method} ${found.path} with another body or path; use a new key for a new request.`,
    );
  }
  return { status: found.status, response: found.response };
}
