import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { countStored, type StorageLimits } from './storage-use.ts';

/** A stored picture or video before its row is written. Its bytes are in the store. */
export type NewMedia = Omit<Row<'media'>, 'created_at' | 'review' | 'reviewed_at' | 'thumbnail_key'>;

/** Columns of {@link MediaRow}. */
const MEDIA_COLUMNS = [
  ...(['id', 'workspace_id', 'kind', 'origin', 'upload_type', 'token', 'storage_key', 'file_name'] as const),
  ...(['mime_type', 'width', 'height', 'size_bytes', 'sha256', 'created_at', 'thumbnail_key'] as const),
];

/** A row of `media`. Without a workspace it belongs to the shared library. */
export type MediaRow = Pick<Row<'media'>, (typeof MEDIA_COLUMNS)[number]>;

/** A file, as its address names it. */
export type AddressedFile = Pick<Row<'media'>, 'token' | 'file_name'>;

/** Creates the public address of media, by the host of the present request. */
export type AddressOf = (media: AddressedFile) => string;

/** What views show of the media of another row. */
export type MediaFile = AddressedFile & Pick<Row<'media'>, 'id' | 'kind' | 'width' | 'height'>;

/**
 * The media that a join has found under an alias; null where it has found none. The join needs all fields of
 * {@link MediaFile}. They pass through JSON, so they hold no dates and no bytes.
 */
export function mediaFile(alias: string): RawBuilder<MediaFile | null> {
  const column = (name: keyof MediaFile) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is not null then json_build_object(
    'id', ${column('id')}, 'token', ${column('token')}, 'file_name', ${column('file_name')}, 'kind', ${column('kind')},
    'width', ${column('width')}, 'height', ${column('height')}
  ) end`;
}

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
  const row = await db
    .with('announced', (query) => query.deleteFrom('media_removals').where('storage_key', '=', media.storage_key))
    .insertInto('media')
    .values({ ...media, created_at: now })
    .returning(MEDIA_COLUMNS)
    .executeTakeFirstOrThrow();
  if (media.workspace_id !== null) await countStored(db, media.workspace_id, media, plan, now);
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
