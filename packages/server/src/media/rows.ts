import type { UploadType } from '@atelier/contract';
import { sql } from 'kysely';
import { columnsOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import { countStored, type StorageLimits } from './storage-use.ts';

/** What is known of a stored picture or video before its row is written. The bytes are in the store already. */
export interface NewMedia {
  readonly id: string;
  /** Null for the shared library. */
  readonly workspaceId: string | null;
  readonly kind: 'image' | 'video';
  readonly origin: 'upload' | 'generated';
  /** What the uploader said it is for; null for generated media. */
  readonly uploadType: UploadType | 'training' | null;
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

/** A row of `media`. */
export interface MediaRow {
  readonly id: string;
  /** Null for the shared library. */
  readonly workspace_id: string | null;
  readonly kind: 'image' | 'video';
  readonly origin: 'upload' | 'generated';
  readonly upload_type: UploadType | 'training' | null;
  readonly token: string;
  readonly storage_key: string;
  readonly file_name: string;
  readonly mime_type: string;
  readonly width: number;
  readonly height: number;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly created_at: Date;
}

/** Columns of {@link MediaRow}. */
const MEDIA_COLUMNS = columnsOf<MediaRow>({
  id: true,
  workspace_id: true,
  kind: true,
  origin: true,
  upload_type: true,
  token: true,
  storage_key: true,
  file_name: true,
  mime_type: true,
  width: true,
  height: true,
  size_bytes: true,
  sha256: true,
  created_at: true,
});

/** Makes the public address of a media, as the request at hand reaches the service. */
export type AddressOf = (media: { readonly token: string; readonly fileName: string }) => string;

/**
 * Writes the row of media whose bytes are announced and stored, takes the announcement away, and counts them for their
 * workspace. With a plan it throws `plan_limit_exceeded` where they pass its limits on storage; results and the shared
 * library come without one.
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
    returning ${MEDIA_COLUMNS()}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`the media ${media.id} was not written`);
  if (media.workspaceId !== null) await countStored(db, media.workspaceId, media, plan, now);
  return row;
}

/**
 * Media a workspace may see, by ID: its own and the shared library's; those missing or somebody else's are left out.
 * Index: media_pkey.
 */
export async function findMedia(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MediaRow>`
    select ${MEDIA_COLUMNS()} from media where id = any(${[...ids]}::uuid[]) and (workspace_id = ${workspaceId} or workspace_id is null)`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The media at an address, whoever asks, or null. Index: media_token_key. */
export async function findMediaByToken(db: Queryable, token: string): Promise<MediaRow | null> {
  const { rows } = await sql<MediaRow>`select ${MEDIA_COLUMNS()} from media where token = ${token}`.execute(db);
  return rows[0] ?? null;
}
