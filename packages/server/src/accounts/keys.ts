import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { announceChange } from '../database/changes.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { WORKSPACE_COLUMNS, type Workspace, type WorkspaceRow, workspaceOf } from './workspaces.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 characters of a key: 238 bits. */
const SECRET_LENGTH = 40;

/** Base62 characters of the CRC-32 behind them, which tells a mistyped key from a revoked one without the database. */
const CHECKSUM_LENGTH = 6;

/** Characters shown in lists, to tell keys apart. */
const PREFIX_LENGTH = 12;

/** Marks a key in use at most this often, so that reads do not write. */
const LAST_USE_STEP_SECONDS = 60;

const FORM = new RegExp(`^atl_(?:test_)?([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A fresh key: `atl_` (`atl_test_` in a sandbox), 40 random characters and a checksum. */
export function generateKey(sandbox: boolean): string {
  const secret = randomCharacters(SECRET_LENGTH);
  return `atl_${sandbox ? 'test_' : ''}${secret}${checksum(secret)}`;
}

/** False for a text that can be no key, whatever the database says. */
export function isWellFormed(key: string): boolean {
  const [, secret = '', check] = FORM.exec(key) ?? [];
  return secret !== '' && checksum(secret) === check;
}

function randomCharacters(count: number): string {
  let text = '';
  // Bytes of 248 and more are passed over: 248 is the largest multiple of 62 in a byte, so no character is favoured.
  while (text.length < count)
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += ALPHABET.charAt(byte % 62);
  return text;
}

function checksum(secret: string): string {
  let value = crc32(secret);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++, value = Math.floor(value / 62))
    text = ALPHABET.charAt(value % 62) + text;
  return text;
}

function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A key without its secret. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

/** Makes a key for a workspace and returns it: it is stored as a hash only, so this is the one time it is seen. */
export async function createKey(
  db: Queryable,
  workspace: Pick<Workspace, 'id' | 'sandbox'>,
  name: string,
  now: Date,
): Promise<{ keyId: string; key: string }> {
  const key = generateKey(workspace.sandbox);
  const keyId = newId();
  await sql`
    insert into api_keys (id, workspace_id, name, prefix, hash, created_at)
    values (${keyId}, ${workspace.id}, ${name}, ${key.slice(0, PREFIX_LENGTH)}, ${hash(key)}, ${now})`.execute(db);
  return { keyId, key };
}

/** The workspace of a living key, or null. Index: api_keys_hash_key. */
export async function findWorkspaceByKey(db: Queryable, key: string, now: Date): Promise<Workspace | null> {
  if (!isWellFormed(key)) return null;
  const { rows } = await sql<WorkspaceRow & { key_id: string; stale: boolean }>`
    select ${WORKSPACE_COLUMNS('w')}, k.id as key_id, (k.last_used_at is null or k.last_used_at < ${now}::timestamptz - make_interval(secs => ${LAST_USE_STEP_SECONDS})) as stale
    from api_keys k join workspaces w on w.id = k.workspace_id
    where k.hash = ${hash(key)} and k.revoked_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (row.stale) await sql`update api_keys set last_used_at = ${now} where id = ${row.key_id}`.execute(db);
  return workspaceOf(row);
}

/** Keys of a workspace, newest first. Index: api_keys_by_workspace. */
export async function listKeys(db: Queryable, workspaceId: string): Promise<readonly KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id, name, prefix, created_at, last_used_at, revoked_at from api_keys
    where workspace_id = ${workspaceId} order by created_at desc`.execute(db);
  return rows;
}

/**
 * Ends a key and returns the ID of its workspace; null when there is none of that ID. A key revoked before stays as it
 * was. Index: api_keys_pkey.
 */
export async function revokeKey(db: Database, keyId: string, now: Date): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ workspace_id: string }>`
      update api_keys set revoked_at = coalesce(revoked_at, ${now}) where id = ${keyId} returning workspace_id`.execute(
      transaction,
    );
    const [key] = rows;
    if (!key) return null;
    await announceChange(transaction, key.workspace_id);
    return key.workspace_id;
  });
}
