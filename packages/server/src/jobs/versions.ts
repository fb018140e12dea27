import type { ImageVersion, Operation, VersionType } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import type { AddressOf } from '../media/rows.ts';
import { findNamedImages, type NamedImage } from './named-images.ts';
import { failureOf, pathOf, statusOf } from './record-fields.ts';
import { JOB_COLUMNS, type JobRow, type JobWithMedia } from './rows.ts';

/** What a version of each operation is called; a generation or a video from text has no parent. */
const VERSION_TYPES_BY_OPERATION: Readonly<Partial<Record<Operation, VersionType>>> = {
  virtual_try_on: 'tried_on',
  edit: 'edited',
  inpaint: 'inpainted',
  upscale: 'upscaled',
  animate: 'animated',
};

/** A job with the version it makes. */
interface VersionRow extends JobWithMedia {
  readonly version_id: string;
  readonly parent_media_id: string;
}

/** A version as the source of further work. */
export interface VersionSource extends NamedImage {
  /** Media ID of the image it is a version of. */
  readonly parentId: string;
}

/** Makes each job a version of an image. Runs in the submission's transaction. */
export async function insertVersions(
  db: Queryable,
  workspaceId: string,
  parentId: string,
  jobs: readonly JobRow[],
  now: Date,
): Promise<void> {
  const values = jobs.map(
    (job) => sql`(${newId()}::uuid, ${workspaceId}::uuid, ${parentId}::uuid, ${job.id}::uuid, ${now}::timestamptz)`,
  );
  await sql`
    insert into image_versions (id, workspace_id, parent_media_id, job_id, created_at) values ${sql.join(values)}`.execute(
    db,
  );
}

/**
 * Versions of a workspace by their own ID; those missing or somebody else's are left out. Index: image_versions_pkey.
 */
export async function findVersions(
  db: Queryable,
  workspaceId: string,
  versionIds: readonly string[],
): Promise<Map<string, VersionSource>> {
  if (versionIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; parent_media_id: string; job_id: string }>`
    select id, parent_media_id, job_id from image_versions
    where id = any(${[...versionIds]}::uuid[]) and workspace_id = ${workspaceId}`.execute(db);
  const images = await findNamedImages(
    db,
    workspaceId,
    rows.map(({ job_id }) => job_id),
  );
  return new Map(
    rows.flatMap(({ id, parent_media_id, job_id }) => {
      const image = images.get(job_id);
      return image ? [[id, { ...image, parentId: parent_media_id }] as const] : [];
    }),
  );
}

/**
 * Versions a workspace made of images, newest first, by the media ID of their parent. Index: image_versions_by_parent.
 */
export async function findVersionsOf(
  db: Queryable,
  workspaceId: string,
  parentIds: readonly string[],
): Promise<Map<string, VersionRow[]>> {
  if (parentIds.length === 0) return new Map();
  const { rows } = await sql<VersionRow>`
    select v.id as version_id, v.parent_media_id, ${JOB_COLUMNS('j')}, m.token as media_token, m.file_name as media_file_name,
      m.kind as media_kind, m.width as media_width, m.height as media_height
    from image_versions v join jobs j on j.id = v.job_id left join media m on m.id = j.media_id
    where v.parent_media_id = any(${[...parentIds]}::uuid[]) and v.workspace_id = ${workspaceId} and j.record_deleted_at is null
    order by v.id desc`.execute(db);
  return Map.groupBy(rows, (row) => row.parent_media_id);
}

/** A version as its parent shows it, under the ID the parent was asked with. Its status is that of its own job. */
export function versionView(row: VersionRow, imageId: string, addressOf: AddressOf): ImageVersion {
  const versionType = VERSION_TYPES_BY_OPERATION[row.operation];
  if (!versionType) throw new Error(`the operation ${row.operation} makes no versions`);
  return {
    id: row.version_id,
    image_id: imageId,
    source_image_id: row.id,
    version_type: versionType,
    status: statusOf(row),
    path: pathOf(row, addressOf),
    width_px: row.media_width,
    height_px: row.media_height,
    created_timestamp: row.created_at.toISOString(),
    ...failureOf(row),
  };
}
