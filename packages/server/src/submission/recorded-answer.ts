import { IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_WINDOW_HOURS } from '@atelier/contract';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';

/** The idempotency key of a request, with a digest of the request that it belongs to. */
export interface IdempotencyClaim {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Digest of the body as a JSON value. */
  readonly bodyDigest: Buffer;
}

/** The answer to the first request with a key. The body is kept byte for byte. */
export type RecordedAnswer = Pick<Row<'idempotency_receipts'>, 'status' | 'response'>;

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
    .select(['status', 'response', 'method', 'path', 'body_hash'])
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', claim.key)
    .where('created_at', '>=', answersSince(now))
    .executeTakeFirst();
  if (!found) return null;
  const { method, path, body_hash, ...answer } = found;
  if (method === claim.method && path === claim.path && body_hash.equals(claim.bodyDigest)) return answer;
  throw new Fault(
    'idempotency_conflict',
    `The Idempotency-Key was used for ${method} ${path} with another body or path; use a new key for a new request.`,
  );
}
