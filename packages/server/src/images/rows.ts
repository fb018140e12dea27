import { type LibraryImage, type Review, UNITS_PER_CREDIT } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { MissingFault } from '../fault.ts';
import type { AddressOf } from '../media/rows.ts';

/** The columns of an image of the library that its media row has. */
type OwnColumns = Pick<
  Row<'media'>,
  'id' | 'kind' | 'origin' | 'token' | 'file_name' | 'width' | 'height' | 'size_bytes' | 'created_at' | 'review'
>;

/** An image of the library with everything that its view shows. */
export type ImageRow = OwnColumns & Pick<LibraryImage, 'comment_count' | 'collection_ids' | 'made_by'>;

/**
 * Reads the images that a selection of media rows names, newest first. Indexes: jobs_by_media, job_assets_pkey,
 * shoot_items_by_job, image_comments_by_media, collection_images_by_media.
 */
export async function readImages(db: Queryable, selected: RawBuilder<unknown>): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select m.id, m.kind, m.origin, m.token, m.file_name, m.width, m.height, m.size_bytes, m.created_at, m.review,
      (select count(*) from image_comments c where c.media_id = m.id) as comment_count,
      array(select c.collection_id from collection_images c where c.media_id = m.id order by 1 desc) as collection_ids,
      case when j.id is not null then json_build_object(
        'job_id', j.id, 'operation', j.operation, 'model', j.model,
        'credits_used', j.charged / ${UNITS_PER_CREDIT}::float8, 'prompt', coalesce(j.input ->> 'prompt', ''),
        'assets', coalesce((
          select json_agg(json_build_object('id', a.id, 'type', a.type, 'alias', a.alias, 'sku', a.sku) order by a.type, a.id)
          from assets a
          where a.id in (select n.asset_id from job_assets n where n.job_id = j.id union all select i.asset_id)
            and (a.workspace_id = j.workspace_id or a.workspace_id is null)
        ), '[]'),
        'look', case when s.look_name is not null then json_build_object('id', s.look_id, 'name', s.look_name) end,
        'shoot_id', i.shoot_id, 'view', i.view
      ) end as made_by
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
  { limit, after }: PageRange,
): Promise<ImageRow[]> {
  return readImages(
    db,
    sql`select m.* from collection_images c join media m on m.id = c.media_id
      where c.collection_id = ${collectionId} and m.kind = 'image'
        ${review === null ? sql`` : sql`and m.review = ${review}`}
        ${after === null ? sql`` : sql`and c.media_id < ${after}`}
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
export function imageView(image: ImageRow, { addressOf, thumbnailOf }: ImageAddresses): LibraryImage {
  const { kind, token: _token, created_at, ...row } = image;
  const addresses = { url: addressOf(image), thumbnail_url: kind === 'image' ? thumbnailOf(image) : null };
  return { ...row, ...addresses, type: kind, created_at: created_at.toISOString() };
}
