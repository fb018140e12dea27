import type { LibraryQuery } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { PageRange } from '../database/page.ts';

import { type ImageRow, readImages } from './rows.ts';

/** Which images a list shows; absent: any. Each word of `search` must be part of a name, prompt or SKU of the image. */
export type ImageFilter = Omit<LibraryQuery, 'limit' | 'cursor' | 'count' | 'created_after'> & {
  readonly createdAfter: Date | null;
};

type Condition = RawBuilder<unknown>;

/**
 * Images of a workspace, newest first, older than one where it is given. Indexes: media_by_workspace, or media_reviewed
 * for a decision; other filters are applied while walking it.
 */
export async function listImages(
  db: Queryable,
  workspaceId: string,
  filter: ImageFilter,
  { limit, after }: PageRange,
): Promise<ImageRow[]> {
  const older = after === null ? [] : [sql`m.id < ${after}`];
  const found = await selection(db, workspaceId, filter, older);
  // Rare words would be sought image by image where the limit is part of the search: the planner expects many.
  const matching = wordsIn(filter).length > 0 ? sql`(select m.* ${found} offset 0)` : sql`(select m.* ${found})`;
  return readImages(db, sql`select * from ${matching} m order by m.id desc limit ${limit}`);
}

/** How many images a filter has. Indexes: as for the list. */
export async function countImages(db: Queryable, workspaceId: string, filter: ImageFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${await selection(db, workspaceId, filter, [])}`.execute(db);
  return rows[0]?.count ?? 0;
}

function wordsIn({ search = '' }: ImageFilter): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The tables and conditions of a filter. */
async function selection(
  db: Queryable,
  workspaceId: string,
  filter: ImageFilter,
  further: readonly Condition[],
): Promise<Condition> {
  const words = await Promise.all(wordsIn(filter).map((word) => wordCondition(db, workspaceId, word)));
  const conditions = [
    sql`m.workspace_id = ${workspaceId}`,
    // Masks are parts of requests, and nobody looks for them.
    sql`m.upload_type is distinct from 'inpaint-mask'`,
    ...conditionsOf(filter),
    ...words,
    ...further,
  ];
  const jobs = filter.operation ? sql`join jobs j on j.media_id = m.id and j.workspace_id = ${workspaceId}` : sql``;
  return sql`from media m ${jobs} where ${sql.join(conditions, sql` and `)}`;
}

/** Indexes of the lists within: collection_images_pkey, job_assets_by_asset, shoot_items_shoot_id_position_key. */
function conditionsOf({
  asset_id: assetId,
  collection_id: collectionId,
  shoot_id: shootId,
  ...filter
}: ImageFilter): Condition[] {
  const { origin, operation, review, createdAfter } = filter;
  return [
    origin && sql`m.origin = ${origin}`,
    operation && sql`j.operation = ${operation}`,
    review && (review === 'none' ? sql`m.review is null` : sql`m.review = ${review}`),
    createdAfter && sql`m.created_at > ${createdAfter}`,
    collectionId && sql`m.id in (select c.media_id from collection_images c where c.collection_id = ${collectionId})`,
    assetId &&
      sql`m.id in (
        select j.media_id from job_assets n join jobs j on j.id = n.job_id where n.asset_id = ${assetId}
        union select j.media_id from shoot_items i join jobs j on j.id = i.job_id where i.asset_id = ${assetId}
        union select i.media_id from asset_images i where i.asset_id = ${assetId})`,
    shootId &&
      sql`m.id in (select j.media_id from shoot_items i join jobs j on j.id = i.job_id where i.shoot_id = ${shootId})`,
  ].filter((condition) => typeof condition === 'object' && condition !== null);
}

/**
 * The condition that one word is part of the image. File names of results say nothing, so only those of uploads count.
 * Indexes: assets_by_workspace, job_assets_by_asset, shoot_items_by_asset, asset_images_pkey; job_assets_pkey for
 * assets of the shared library, which the jobs of all workspaces name.
 */
async function wordCondition(db: Queryable, workspaceId: string, word: string): Promise<Condition> {
  // `strpos` takes every character as it is; `like` would need escapes.
  const { rows } = await sql<{ id: string; is_own: boolean }>`
    select a.id, a.workspace_id is not null as is_own from assets a
    where (a.workspace_id = ${workspaceId} or a.workspace_id is null)
      and (strpos(lower(a.alias), ${word}) > 0 or strpos(lower(a.sku), ${word}) > 0)`.execute(db);
  const own = rows.filter(({ is_own }) => is_own).map(({ id }) => id);
  const shared = rows.filter(({ is_own }) => !is_own).map(({ id }) => id);
  // Each list is made once and hashed: a join with the jobs would carry the wide rows of all of them along.
  const places = [
    sql`m.id in (
      select j.media_id from jobs j where j.workspace_id = ${workspaceId} and strpos(j.prompt_lower, ${word}) > 0)`,
    sql`(m.origin = 'upload' and strpos(lower(m.file_name), ${word}) > 0)`,
  ];
  if (own.length > 0)
    places.push(
      sql`m.id in (
        select j.media_id from job_assets n join jobs j on j.id = n.job_id where n.asset_id = ${anyOf(own)})`,
      sql`m.id in (
        select j.media_id from shoot_items i join jobs j on j.id = i.job_id where i.asset_id = ${anyOf(own)})`,
      sql`m.id in (select i.media_id from asset_images i where i.asset_id = ${anyOf(own)})`,
    );
  if (shared.length > 0)
    places.push(sql`m.id in (
      select j.media_id from jobs j join job_assets n on n.job_id = j.id
      where j.workspace_id = ${workspaceId} and n.asset_id = ${anyOf(shared)})`);
  return sql`(${sql.join(places, sql` or `)})`;
}
