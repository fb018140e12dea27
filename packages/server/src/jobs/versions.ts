import type { ImageStatus, ImageVersion, Operation, VersionType } from '@atelier/contract';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { type AddressOf, findMedia, type MediaRow } from '../media/rows.ts';
import { failureOf, type JobRow, type JobWithMedia, jobsWithMedia, statusOf } from './rows.ts';

/** The image that an ID of the unversioned interface names. */
export interface NamedImage {
  /** Null for a job without a result. */
  readonly media: MediaRow | null;
  /** Of the job, as its record shows it; `completed` for an upload. */
  readonly status: ImageStatus;
}

/**
 * Images of a workspace by media ID, or by the ID of the job that made them. Leaves out those that are missing, deleted
 * or of another workspace. Indexes: media_pkey, jobs_pkey.
 */
export async function findNamedImages(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, NamedImage>> {
  const media = await findMedia(db, workspaceId, ids);
  const others = ids.filter((id) => !media.has(id));
  const jobs = others.length === 0 ? [] : await findJobs(db, workspaceId, others);
  const mediaIds = jobs.flatMap(({ media_id }) => media_id ?? []);
  const made = await findMedia(db, workspaceId, mediaIds);
  return new Map<string, NamedImage>([
    ...[...media].map(([id, row]) => [id, { media: row, status: 'completed' }] as const),
    ...jobs.map((job) => [job.id, { media: made.get(job.media_id ?? '') ?? null, status: statusOf(job) }] as const),
  ]);
}

/**
 * The picture of an image that the field `pointer` names. Throws `invalid_source` for a video and for a job without a
 * result.
 */
export function requirePicture({ media, status }: NamedImage, name: string, pointer: string): MediaRow {
  if (media?.kind === 'image') return media;
  const found = media ? 'a video' : status;
  throw new Fault('invalid_source', `${pointer}: ${name} is ${found}; allowed: a completed image.`);
}

/** Some columns of jobs whose record was not deleted. Index: jobs_pkey. */
function findJobs(db: Queryable, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom('jobs')
    .select(['id', 'media_id', 'status', 'output_filtered'])
    .where('id', '=', anyOf(ids))
    .where('workspace_id', '=', workspaceId)
    .where('record_deleted_at', 'is', null)
    .execute();
}

/** The name of a version by operation. A generation or a video from text has no parent. */
const VERSION_TYPES_BY_OPERATION: Readonly<Partial<Record<Operation, VersionType>>> = {
  virtual_try_on: 'tried_on',
  edit: 'edited',
  inpaint: 'inpainted',
  upscale: 'upscaled',
  animate: 'animated',
};

/** A job with the version it makes. */
type VersionRow = JobWithMedia & { readonly version_id: string } & Pick<Row<'image_versions'>, 'parent_media_id'>;

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
  const version = { workspace_id: workspaceId, parent_media_id: parentId, created_at: now };
  const versions = jobs.map((job) => ({ id: newId(), job_id: job.id, ...version }));
  await db.insertInto('image_versions').values(versions).execute();
}

/**
 * Versions of a workspace by their own ID, without those that are missing or of another workspace. Index:
 * image_versions_pkey.
 */
export async function findVersions(
  db: Queryable,
  workspaceId: string,
  versionIds: readonly string[],
): Promise<Map<string, VersionSource>> {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('image_versions')
    .select(['id', 'parent_media_id', 'job_id'])
    .where('id', '=', anyOf(versionIds))
    .where('workspace_id', '=', workspaceId)
    .execute();
  const jobIds = rows.map(({ job_id }) => job_id);
  const images = await findNamedImages(db, workspaceId, jobIds);
  return new Map(
    rows.flatMap(({ id, parent_media_id, job_id }) => {
      const image = images.get(job_id);
      return image ? [[id, { ...image, parentId: parent_media_id }] as const] : [];
    }),
  );
}

/** Versions of images, by the media ID of their parent, newest first. Index: image_versions_by_parent. */
export async function findVersionsOf(
  db: Queryable,
  workspaceId: string,
  parentIds: readonly string[],
): Promise<Map<string, VersionRow[]>> {
  if (parentIds.length === 0) return new Map();
  const rows = await jobsWithMedia(db)
    .innerJoin('image_versions', 'image_versions.job_id', 'jobs.id')
    .select(['image_versions.id as version_id', 'parent_media_id'])
    .where('parent_media_id', '=', anyOf(parentIds))
    .where('image_versions.workspace_id', '=', workspaceId)
    .where('jobs.record_deleted_at', 'is', null)
    .orderBy('image_versions.id', 'desc')
    .execute();
  return Map.groupBy(rows, (row) => row.parent_media_id);
}

/**
 * A version in the record of its parent, with the ID that the caller asked for the parent with. Its status is that of
 * its own job.
 */
export function versionView(row: VersionRow, imageId: string, addressOf: AddressOf): ImageVersion {
  const versionType = VERSION_TYPES_BY_OPERATION[row.operation];
  if (!versionType) throw new Error(`the operation ${row.operation} makes no versions`);
  return {
    id: row.version_id,
    image_id: imageId,
    source_image_id: row.id,
    version_type: versionType,
    status: statusOf(row),
    path: row.media && addressOf(row.media),
    width_px: row.media?.width ?? null,
    height_px: row.media?.height ?? null,
    created_timestamp: row.created_at.toISOString(),
    ...failureOf(row),
  };
}
