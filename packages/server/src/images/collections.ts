import type { Collection } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import { type AddressOf, type MediaFile, mediaFile } from '../media/rows.ts';

/** A row of `collections` with what its view counts and shows. */
export type CollectionRow = Pick<Row<'collections'>, 'id' | 'name' | 'created_at'> & {
  readonly image_count: number;
  readonly cover: MediaFile | null;
};

/** Indexes: collection_images_pkey, media_pkey. */
async function readCollections(db: Queryable, which: RawBuilder<unknown>): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select c.id, c.name, c.created_at, ${mediaFile('m')} as cover,
      (select count(*) from collection_images i where i.collection_id = c.id) as image_count
    from collections c left join lateral (
      select m.* from collection_images i join media m on m.id = i.media_id
      where i.collection_id = c.id and m.kind = 'image' order by i.media_id desc limit 1
    ) m on true
    where ${which}`.execute(db);
  return rows;
}

/** Collections of a workspace, newest first, older than one where it is given. Index: collections_by_workspace. */
export async function listCollections(
  db: Queryable,
  workspaceId: string,
  { limit, after }: PageRange,
): Promise<CollectionRow[]> {
  const older = after === null ? sql`` : sql`and c.id < ${after}`;
  return readCollections(db, sql`c.workspace_id = ${workspaceId} ${older} order by c.id desc limit ${limit}`);
}

/** A collection of a workspace. Throws `not_found` without one. Index: collections_pkey. */
export async function findCollection(db: Queryable, workspaceId: string, id: string): Promise<CollectionRow> {
  const [row] = await readCollections(db, sql`c.id = ${id} and c.workspace_id = ${workspaceId}`);
  if (!row) throw new MissingFault('collection', id);
  return row;
}

/** Makes an empty collection. */
export async function insertCollection(
  db: Queryable,
  workspaceId: string,
  name: string,
  now: Date,
): Promise<CollectionRow> {
  const id = newId();
  await db.insertInto('collections').values({ id, workspace_id: workspaceId, name, created_at: now }).execute();
  return findCollection(db, workspaceId, id);
}

/** Renames a collection. Throws `not_found` without one. Index: collections_pkey. */
export async function renameCollection(
  db: Queryable,
  workspaceId: string,
  id: string,
  name: string,
): Promise<CollectionRow> {
  await db
    .updateTable('collections')
    .set({ name })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return findCollection(db, workspaceId, id);
}

/**
 * Puts images of the workspace into one of its collections, and takes others out. An image that is in it stays in it,
 * and one that was deleted meanwhile is passed over. Index: collection_images_pkey.
 */
export async function changeCollectionImages(
  db: Queryable,
  collectionId: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  now: Date,
): Promise<void> {
  // The lock on the media keeps one from being deleted between its look-up and the link.
  await sql`
    insert into collection_images (collection_id, media_id, added_at)
    select ${collectionId}::uuid, m.id, ${now}::timestamptz from media m where m.id = ${anyOf(add)} order by m.id for key share
    on conflict do nothing`.execute(db);
  await db
    .deleteFrom('collection_images')
    .where('collection_id', '=', collectionId)
    .where('media_id', '=', anyOf(remove))
    .execute();
}

/** A collection as the interface shows it. */
export function collectionView(row: CollectionRow, thumbnailOf: AddressOf): Collection {
  const { id, name, image_count, cover, created_at } = row;
  return { id, name, image_count, cover_url: cover && thumbnailOf(cover), created_at: created_at.toISOString() };
}
