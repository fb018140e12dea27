import { sql } from 'kysely';
import { anyOf, columns } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { countStored, type StorageLimits } from './storage-use.ts';

/** A stored picture or video before its row is written. Its bytes are in the store. */
export interface NewMedia {
  readonly id: string;
  /** Null for the shared library. */
  readonly workspaceId: string | null;
  readonly kind: Row<'media'>['kind'];
  readonly origin: Row<'media'>['origin'];
  /** The uploader's stated purpose; null for generated media. */
  readonly uploadType: Row<'media'>['upload_type'];
  /** The unguessable part of its address. */
  readonly token: string;
  readonly storageKey: string;
  /** Readable and safe: shown when it is saved. */
  readonly fileName: string;
  readonly mimeType: string;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

/** Columns of {@link MediaRow}. */
const MEDIA_COLUMNS = [
  ...([
    'id',
    'workspace_id',
    'kind',
    'origin',
    'upload_type',
    'token',
    'storage_key',
    'file_name',
    'mime_type',
  ] as const),
  ...(['width', 'height', 'size_bytes', 'sha256', 'created_at', 'thumbnail_key'] as const),
];

/** A row of `media`. Without a workspace it belongs to the shared library. */
export type MediaRow = Pick<Row<'media'>, (typeof MEDIA_COLUMNS)[number]>;

/** Creates the public address of media, by the host of the present request. */
export type AddressOf = (media: { readonly token: string; readonly fileName: string }) => string;

/**
 * Writes the row of media whose bytes are announced and stored, removes the announcement, and counts the bytes for
 * their workspace. With a plan it throws `plan_limit_exceeded` at a storage limit; results and the shared library have
 * no plan.
 */
export async function insertMedia(
  db: Queryable,
  media: NewMedia,
  plan: StorageLimits | null,
  now: Date,
): Promise<MediaRow> {
  const { rows } = await sql<MediaRow>`
    with announced as (delete from media_removals where storage_key = ${media.storageKey})
    insert into media (id, workspace_id, kind, origin, upload_type, token, storage_key, file_name, mime_type, width, height, size_bytes, sha256, created_at)
    values (${media.id}, ${media.workspaceId}, ${media.kind}, ${media.origin}, ${media.uploadType}, ${media.token}, ${media.storageKey}, ${media.fileName},
      ${media.mimeType}, ${media.width}, ${media.height}, ${media.sizeBytes}, ${media.sha256}, ${now})
    returning ${columns(MEDIA_COLUMNS)}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`the media ${media.id} was not written`);
  if (media.workspaceId !== null) await countStored(db, media.workspaceId, media, plan, now);
  return row;
}

/**
 * Media that a workspace may see, by ID: its own and the shared library's. Missing and foreign IDs are left out. Index:
 * media_pkey.
 */
export async function findMedia(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .select(MEDIA_COLUMNS)
    .where('id', '=', anyOf(ids))
    .where(({ or, eb }) => or([eb('workspace_id', '=', workspaceId), eb('workspace_id', 'is', null)]))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The media at an address, or null. It needs no workspace: the address is the permission. Index: media_token_key. */
export async function findMediaByToken(db: Queryable, token: string): Promise<MediaRow | null> {
  const found = db.selectFrom('media').select(MEDIA_COLUMNS).where('token', '=', token);
  return (await found.executeTakeFirst()) ?? null;
}
