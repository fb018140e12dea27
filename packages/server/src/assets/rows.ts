import type { Asset, AssetCreation } from '@atelier/contract';
import { sql } from 'kysely';
import { columns } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { AddressOf } from '../media/rows.ts';

/** Columns of an asset that its view shows. */
const ASSET_COLUMNS = [
  ...(['id', 'workspace_id', 'type', 'alias', 'sku', 'characteristics', 'preset_class', 'prompt'] as const),
  ...(['created_at', 'updated_at'] as const),
];

/** A row of `assets` with the image fields of its view. Without a workspace it belongs to the shared library. */
export type AssetRow = Pick<Row<'assets'>, (typeof ASSET_COLUMNS)[number]> & {
  readonly image_count: number;
  readonly display_token: Row<'media'>['token'] | null;
  readonly display_file_name: Row<'media'>['file_name'] | null;
};

/**
 * Reads assets with the fields of their views. Append a `where` clause. The thumbnail is the chosen image, else the
 * first linked one. Indexes: asset_images_pkey, media_pkey.
 */
export const SELECT_ASSETS = sql`
  select ${columns(ASSET_COLUMNS, 'a')},
    (select count(*) from asset_images i where i.asset_id = a.id) as image_count,
    d.token as display_token, d.file_name as display_file_name
  from assets a left join media d on d.id = coalesce(
    a.display_media_id,
    (select i.media_id from asset_images i where i.asset_id = a.id order by i.position, i.media_id limit 1)
  )`;

/** Saves a new asset of a workspace. */
export async function insertAsset(
  db: Queryable,
  workspaceId: string,
  wanted: AssetCreation,
  now: Date,
): Promise<AssetRow> {
  const id = newId();
  const { type, alias, sku = null, characteristics = null, preset_class = null, prompt = null } = wanted;
  const own = { id, workspace_id: workspaceId, created_at: now, updated_at: now };
  await db
    .insertInto('assets')
    .values({
      ...own,
      type,
      alias,
      sku,
      characteristics: characteristics && { ...characteristics },
      preset_class,
      prompt,
    })
    .execute();
  const row = await findAsset(db, workspaceId, id);
  if (!row) throw new Error(`the asset ${id} was not written`);
  return row;
}

/** An asset a workspace may see, or null. Index: assets_pkey. */
export async function findAsset(db: Queryable, workspaceId: string, assetId: string): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`${SELECT_ASSETS}
    where a.id = ${assetId} and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`.execute(db);
  return rows[0] ?? null;
}

/**
 * An asset a workspace may change. Throws `not_found` where it may not even see it, `forbidden` where it belongs to the
 * shared library.
 */
export async function findOwnAsset(db: Queryable, workspaceId: string, assetId: string): Promise<AssetRow> {
  const asset = await findAsset(db, workspaceId, assetId);
  if (!asset) throw new MissingFault('asset', assetId);
  if (asset.workspace_id === null) throw new Fault('forbidden', 'Assets of the shared library are read-only.');
  return asset;
}

/** Deletes an asset of a workspace; its images stay. False when it was gone already. Index: assets_pkey. */
export async function deleteAsset(db: Queryable, workspaceId: string, assetId: string): Promise<boolean> {
  const own = db.deleteFrom('assets').where('id', '=', assetId).where('workspace_id', '=', workspaceId);
  return (await own.returning('id').execute()).length > 0;
}

/** The asset as the interface shows it. */
export function assetView(row: AssetRow, addressOf: AddressOf): Asset {
  const { display_token: token, display_file_name: fileName, workspace_id, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    display_image: token && fileName ? addressOf({ token, fileName }) : null,
    public: workspace_id === null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** The text of a JSON column: null where there is nothing. */
export function jsonOf(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}
