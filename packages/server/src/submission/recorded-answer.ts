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
export type RecordedAnswer = Pick<Row<'idempotency_receipts'>, 'status' | 'response'>;

/** Columns of a recorded answer with the request it answered. */
const ANSWER_COLUMNS = ['status', 'response', 'method', 'path', 'body_hash'] as const;

/** A recorded answer with the request it answered. */
type FoundAnswer = Pick<Row<'idempotency_receipts'>, (typeof ANSWER_COLUMNS)[number]>;

/** The oldest creation time of a recorded answer that still counts. */
export function answersSince(now: Date): Date {
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
 * The recorded answer of an earlier request with this key, or null for none. Index: idempotency_receipts_pkey.
 * Throws `idempotency_conflict` when the key was used for another request.
 */
export async function findRecordedAnswer(
  db: Queryable,
  workspaceId: string,
  claim: IdempotencyClaim,
  now: Date,
): Promise<RecordedAnswer | null> {
  const found = await db
    .selectFrom('idempotency_receipts')
    .select(ANSWER_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', claim.key)
    .where('created_at', '>=', answersSince(now))
    .executeTakeFirst();
  return found ? sameRequest(claim, found) : null;
}

/** The recorded answer a key led to. Throws `idempotency_conflict` when it is that of another request. */
function sameRequest(claim: IdempotencyClaim, found: FoundAnswer): RecordedAnswer {
  if (found.method !== claim.method || found.path !== claim.path || !found.body_hash.equals(claim.bodyDigest)) {
    throw new Fault(
      'idempotency_conflict',
      `The Idempotency-Key was used for ${found.method} ${found.path} with another body or path; use a new key for a new request.`,
    );
  }
  return { status: found.status, response: found.response };
}
