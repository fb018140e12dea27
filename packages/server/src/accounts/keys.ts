import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SCOPES } from '@atelier/contract';
import { sql } from 'kysely';
import { announceChange } from '../database/changes.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { newestFirst, type PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { type Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import { WORKSPACE_COLUMNS, type Workspace } from './workspaces.ts';

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

/** Columns of {@link KeyRights}. */
const RIGHTS = ['scopes', 'expires_at', 'requests_per_minute', 'credits_per_month'] as const;

/** Columns of a {@link KeyRow}. */
const KEY_COLUMNS = ['id', 'name', 'prefix', ...RIGHTS, 'created_at', 'last_used_at', 'revoked_at'] as const;

/** A key without its secret. */
export type KeyRow = Pick<Row<'api_keys'>, (typeof KEY_COLUMNS)[number]>;

/** What a key may do, until when, and its own limits; credits in internal units. Null: no expiry, no limit. */
export type KeyRights = Pick<KeyRow, (typeof RIGHTS)[number]>;

/** Every scope and no limit. */
export const ALL_RIGHTS: KeyRights = {
  scopes: SCOPES,
  expires_at: null,
  requests_per_minute: null,
  credits_per_month: null,
};

/** A workspace, and the key that it calls with. */
export interface Caller extends Workspace {
  readonly key: Pick<KeyRow, 'id' | 'name' | 'scopes' | 'expires_at' | 'requests_per_minute'>;
}

/** Creates a key for a workspace and returns it. Only its hash is stored, so nobody can see it again. */
export async function createKey(
  db: Queryable,
  workspace: Pick<Workspace, 'id' | 'sandbox'>,
  { name, ...rights }: Pick<KeyRow, 'name'> & KeyRights,
  now: Date,
): Promise<{ keyId: string; key: string }> {
  const key = generateKey(workspace.sandbox);
  const id = newId();
  const row = {
    id,
    workspace_id: workspace.id,
    name,
    prefix: key.slice(0, PREFIX_LENGTH),
    hash: hash(key),
    ...rights,
    created_at: now,
  };
  await db.insertInto('api_keys').values(row).execute();
  return { keyId: id, key };
}

/**
 * The workspace of a key, and the key; null for one that is unknown or revoked. Expired keys are found too: the answer
 * to their callers names the expiry. Index: api_keys_hash_key.
 */
export async function findCaller(db: Queryable, key: string, now: Date): Promise<Caller | null> {
  if (!isWellFormed(key)) return null;
  const living = db.selectFrom('api_keys').where('hash', '=', hash(key)).where('revoked_at', 'is', null);
  const found = await living
    .innerJoin('workspaces', 'workspaces.id', 'workspace_id')
    .select(WORKSPACE_COLUMNS.map((column) => `workspaces.${column}` as const))
    .select(['api_keys.id as key_id', 'api_keys.name as key_name'])
    .select(['scopes', 'expires_at', 'requests_per_minute', 'last_used_at'])
    .executeTakeFirst();
  if (!found) return null;
  const { key_id: id, key_name: name, scopes, expires_at, requests_per_minute, last_used_at, ...workspace } = found;
  const isStale = now.getTime() - (last_used_at?.getTime() ?? 0) > LAST_USE_STEP_SECONDS * 1000;
  if (isStale) await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
  return { ...workspace, key: { id, name, scopes, expires_at, requests_per_minute } };
}

/** A key with what it has spent this month, in internal units. */
export type KeyWithUse = KeyRow & { readonly spent: number };

/** Keys with what they have spent in the month of a moment. Index: key_months_pkey. */
function keysWithUse(db: Queryable, now: Date) {
  return db
    .selectFrom('api_keys')
    .leftJoin('key_months', (months) =>
      months
        .onRef('key_months.api_key_id', '=', 'api_keys.id')
        .on('key_months.month', '=', sql<string>`month_of(${now}::timestamptz)`),
    )
    .select(KEY_COLUMNS.map((column) => `api_keys.${column}` as const))
    .select(({ fn, lit }) => fn.coalesce('key_months.spent', lit(0)).as('spent'));
}

/** One key of a workspace, also a revoked one. Throws `missing` without one. Index: api_keys_pkey. */
export function findKey(
  db: Queryable,
  workspaceId: string,
  id: string,
  now: Date,
  missing: () => Fault = () => new MissingFault('key', id),
): Promise<KeyWithUse> {
  const key = keysWithUse(db, now).where('api_keys.id', '=', id).where('workspace_id', '=', workspaceId);
  return key.executeTakeFirstOrThrow(() => missing());
}

/** All keys of a workspace, newest first. Index: api_keys_by_workspace. */
export function listKeys(db: Queryable, workspaceId: string): Promise<readonly KeyRow[]> {
  const keys = db.selectFrom('api_keys').select(KEY_COLUMNS).where('workspace_id', '=', workspaceId);
  return keys.orderBy('created_at', 'desc').execute();
}

/**
 * Ends a key and returns the ID of its workspace; null when there is none of that ID. A key revoked before stays as it
 * was. Index: api_keys_pkey.
 */
export async function revokeKey(db: Database, keyId: string, now: Date): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const key = await transaction
      .updateTable('api_keys')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
      .where('id', '=', keyId)
      .returning('workspace_id')
      .executeTakeFirst();
    if (!key) return null;
    await announceChange(transaction, key.workspace_id);
    return key.workspace_id;
  });
}

/** Keys of a workspace, newest first. Index: api_keys_by_workspace. */
export function listKeysWithUse(
  db: Queryable,
  workspaceId: string,
  page: PageRange,
  now: Date,
): Promise<readonly KeyWithUse[]> {
  return newestFirst(keysWithUse(db, now).where('workspace_id', '=', workspaceId), 'api_keys.id', page).execute();
}

/** Changes the given fields of a key, in the caller's transaction. Index: api_keys_pkey. */
export async function updateKey(db: Queryable, id: string, change: Partial<KeyRow>): Promise<void> {
  await db.updateTable('api_keys').set(change).where('id', '=', id).execute();
}

/**
 * True when a workspace has a living key with the scope `manage` beside this one. It stays so while the row of the
 * workspace is locked. Index: api_keys_by_workspace.
 */
export async function hasOtherManager(db: Queryable, workspaceId: string, keyId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from api_keys
    where workspace_id = ${workspaceId} and id <> ${keyId} and revoked_at is null
      and (expires_at is null or expires_at > ${now}) and 'manage' = any (scopes)
    limit 1`.execute(db);
  return rows.length > 0;
}
