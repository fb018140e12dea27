import { IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_WINDOW_HOURS } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { Fault } from '../fault.ts';

/** What a caller said to make its request safe to repeat. */
export interface IdempotencyClaim {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Digest of the body as a JSON value. */
  readonly bodyDigest: Buffer;
}

/** The answer that was given the first time. */
export interface Receipt {
  readonly status: number;
  /** The body, byte for byte. */
  readonly response: string;
}

/** A receipt with the request it answered. */
export interface FoundReceipt extends Receipt {
  readonly method: string;
  readonly path: string;
  readonly body_hash: Buffer;
}

/** The moment from which on receipts count: older ones are as if they were not there. */
export function receiptsSince(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_WINDOW_HOURS * 3_600_000);
}

const KEY_FORM = /^[!-~]+$/;

/** The key, checked. Throws `invalid_idempotency_key`. */
export function parseIdempotencyKey(header: string): string {
  if (header.length < 1 || header.length > IDEMPOTENCY_KEY_LENGTH_MAX || !KEY_FORM.test(header)) {
    throw new Fault(
      'invalid_idempotency_key',
      `Idempotency-Key has ${header.length} characters; allowed are 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable ASCII characters without spaces.`,
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
  const { rows } = await sql<FoundReceipt>`
    select status, response, method, path, body_hash from idempotency_receipts
    where workspace_id = ${workspaceId} and key = ${claim.key} and created_at >= ${receiptsSince(now)}`.execute(db);
  const found = rows[0];
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
