import { IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_WINDOW_HOURS } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { Fault } from '../fault.ts';

/** What a caller said to make its request safe to repeat. */
export interface IdempotencyClaim {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** SHA-256 of the body as it was sent. */
  readonly bodyHash: Buffer;
}

/** The answer that was given the first time. */
export interface Receipt {
  readonly status: number;
  /** The body, byte for byte. */
  readonly response: string;
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
 * Takes the key for this transaction and returns the receipt of an earlier request, or null for the first. Never waits:
 * a twin whose transaction is still open has the lock.
 * Throws `idempotency_in_progress`, and `idempotency_conflict` when the key was used for another request.
 */
export async function claimKey(
  db: Queryable,
  workspaceId: string,
  claim: IdempotencyClaim,
  now: Date,
): Promise<Receipt | null> {
  const lock = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${workspaceId} ${claim.key}`}, 0)) as taken`.execute(db);
  if (!lock.rows[0]?.taken) throw new Fault('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
  return findReceipt(db, workspaceId, claim, now);
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
  const { rows } = await sql<Receipt & { method: string; path: string; body_hash: Buffer; expired: boolean }>`
    select status, response, method, path, body_hash,
      created_at < ${now}::timestamptz - make_interval(hours => ${IDEMPOTENCY_WINDOW_HOURS}) as expired
    from idempotency_receipts where workspace_id = ${workspaceId} and key = ${claim.key}`.execute(db);
  const found = rows[0];
  if (!found || found.expired) return null;
  if (found.method !== claim.method || found.path !== claim.path || !found.body_hash.equals(claim.bodyHash)) {
    throw new Fault(
      'idempotency_conflict',
      `The Idempotency-Key was used for ${found.method} ${found.path} with another body or path; use a new key for a new request.`,
    );
  }
  return { status: found.status, response: found.response };
}

/** Keeps the answer with the work it stands for, in the same transaction; an expired receipt of the key is replaced. */
export async function keepReceipt(
  db: Queryable,
  workspaceId: string,
  claim: IdempotencyClaim,
  receipt: Receipt,
  now: Date,
): Promise<void> {
  await sql`
    insert into idempotency_receipts (workspace_id, key, method, path, body_hash, status, response, created_at)
    values (${workspaceId}, ${claim.key}, ${claim.method}, ${claim.path}, ${claim.bodyHash}, ${receipt.status}, ${receipt.response}, ${now})
    on conflict (workspace_id, key) do update set method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
      status = excluded.status, response = excluded.response, created_at = excluded.created_at`.execute(db);
}
