import type { AssetType, LibraryImage, MadeBy, Operation, Review } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import { toCredits } from '../accounts/units.ts';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { MissingFault } from '../fault.ts';
import type { AddressOf } from '../media/rows.ts';

/** The columns of an image of the library that its media row has. */
type OwnColumns = Pick<
  Row<'media'>,
  'id' | 'kind' | 'origin' | 'token' | 'file_name' | 'width' | 'height' | 'size_bytes' | 'created_at' | 'review'
>;

/** The facts of the job that made an image; all null for an upload. */
interface MakingColumns {
  readonly job_id: string | null;
  readonly operation: Operation | null;
  readonly model: string | null;
  /** Internal units. */
  readonly charged: number | null;
  readonly prompt: string | null;
  readonly assets: readonly { id: string; type: AssetType; alias: string; sku: string | null }[];
  readonly shoot_id: string | null;
  readonly look_id: string | null;
  readonly look_name: string | null;
  readonly view: number | null;
}

/** An image of the library with everything that its view shows. */
export type ImageRow = OwnColumns &
  MakingColumns & { readonly comment_count: number; readonly collection_ids: readonly string[] };

/**
 * Reads the images that a selection of media rows names, newest first. Indexes: jobs_by_media, job_assets_pkey,
 * shoot_items_by_job, image_comments_by_media, collection_images_by_media.
 */
export async function readImages(db: Queryable, selected: RawBuilder<unknown>): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select m.id, m.kind, m.origin, m.token, m.file_name, m.width, m.height, m.size_bytes, m.created_at, m.review,
      (select count(*) from image_comments c where c.media_id = m.id) as comment_count,
      array(select c.collection_id from collection_images c where c.media_id = m.id order by 1 desc) as collection_ids,
      j.id as job_id, j.operation, j.model, j.charged, j.input ->> 'prompt' as prompt,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'alias', a.alias, 'sku', a.sku) order by a.type, a.id)
        from assets a
        where a.id in (select n.asset_id from job_assets n where n.job_id = j.id union all select i.asset_id)
          and (a.workspace_id = j.workspace_id or a.workspace_id is null)
      ), '[]') as assets,
      i.shoot_id, s.look_id, s.look_name, i.view
    from (${selected}) m
      left join jobs j on j.media_id = m.id
      left join shoot_items i on i.job_id = j.id
      left join shoots s on s.id = i.shoot_id
    order by m.id desc`.execute(db);
  return rows;
}

/** Images of a collection, newest first, older than one where it is given. Index: collection_images_pkey. */
export function readCollectionImages(
  db: Queryable,
  collectionId: string,
  review: Review | null,
  limit: number,
  beforeId: string | null,
): Promise<ImageRow[]> {
  return readImages(
    db,
    sql`select m.* from collection_images c join media m on m.id = c.media_id
      where c.collection_id = ${collectionId} and m.kind = 'image'
        ${review === null ? sql`` : sql`and m.review = ${review}`}
        ${beforeId === null ? sql`` : sql`and c.media_id < ${beforeId}`}
      order by c.media_id desc limit ${limit}`,
  );
}

/** The image of a workspace. Throws `not_found` without one. Index: media_pkey. */
export async function findImage(db: Queryable, workspaceId: string, id: string): Promise<ImageRow> {
  const [image] = await readImages(db, sql`select * from media where id = ${id} and workspace_id = ${workspaceId}`);
  if (!image) throw new MissingFault('image', id);
  return image;
}

/** Throws `not_found` where the workspace lacks one of the images, which the field lists. Index: media_pkey. */
export async function requireImages(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
  field: string,
): Promise<void> {
  const own = db.selectFrom('media').select('id').where('id', '=', anyOf(ids)).where('workspace_id', '=', workspaceId);
  const found = new Set((await own.execute()).map(({ id }) => id));
  const missing = ids.findIndex((id) => !found.has(id.toLowerCase()));
  if (missing >= 0) throw new MissingFault('image', ids[missing] ?? '', `/${field}/${missing}`);
}

/** Decides on images of a workspace, or takes decisions back. Index: media_pkey. */
export async function reviewImages(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
  review: Review | null,
  now: Date,
): Promise<ImageRow[]> {
  await db
    .updateTable('media')
    .set({ review, reviewed_at: review === null ? null : now })
    .where('id', '=', anyOf(ids))
    .where('workspace_id', '=', workspaceId)
    .execute();
  return readImages(db, sql`select * from media where id = ${anyOf(ids)} and workspace_id = ${workspaceId}`);
}

/** Makes the addresses of an image and of its thumbnail. */
export interface ImageAddresses {
  readonly addressOf: AddressOf;
  readonly thumbnailOf: AddressOf;
}

/** The image as the interface shows it. */
export function imageView(row: ImageRow, { addressOf, thumbnailOf }: ImageAddresses): LibraryImage {
  const file = { token: row.token, fileName: row.file_name };
  return {
    id: row.id,
    type: row.kind,
    origin: row.origin,
    url: addressOf(file),
    thumbnail_url: row.kind === 'image' ? thumbnailOf(file) : null,
    width: row.width,
    height: row.height,
    size_bytes: row.size_bytes,
    file_name: row.file_name,
    created_at: row.created_at.toISOString(),
    review: row.review,
    comment_count: row.comment_count,
    collection_ids: [...row.collection_ids],
    made_by: madeBy(row),
  };
}

function madeBy({ job_id, operation, model, charged, prompt, ...row }: ImageRow): MadeBy | null {
  if (job_id === null || operation === null || model === null) return null;
  return {
    job_id,
    operation,
    model,
    credits_used: toCredits(charged ?? 0),
    prompt: prompt ?? '',
    assets: [...row.assets],
    look: row.look_name === null ? null : { id: row.look_id, name: row.look_name },
    shoot_id: row.shoot_id,
    view: row.view,
  };
}
