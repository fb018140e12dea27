import type { Asset, AssetCreation, AssetType, PresetClass } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { AddressOf } from '../media/rows.ts';

/** A row of `assets`, with what its view shows of its images. */
export interface AssetRow {
  readonly id: string;
  /** Null for the shared library. */
  readonly workspace_id: string | null;
  readonly type: AssetType;
  readonly alias: string;
  readonly sku: string | null;
  readonly characteristics: Record<string, unknown> | null;
  readonly preset_class: PresetClass | null;
  readonly prompt: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly image_count: number;
  readonly display_token: string | null;
  readonly display_file_name: string | null;
}

/**
 * Reads assets with what their views show; what follows begins with `where`. The thumbnail is the image chosen for it,
 * else the first one linked. Indexes: asset_images_pkey, media_pkey.
 */
export const SELECT_ASSETS = sql`
  select a.id, a.workspace_id, a.type, a.alias, a.sku, a.characteristics, a.preset_class, a.prompt, a.created_at, a.updated_at,
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
  await sql`
    insert into assets (id, workspace_id, type, alias, sku, characteristics, preset_class, prompt, created_at, updated_at)
    values (${id}, ${workspaceId}, ${wanted.type}, ${wanted.alias}, ${wanted.sku ?? null}, ${jsonOf(wanted.characteristics)}::jsonb,
      ${wanted.preset_class ?? null}, ${wanted.prompt ?? null}, ${now}, ${now})`.execute(db);
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
  const { rows } = await sql`
    delete from assets where id = ${assetId} and workspace_id = ${workspaceId} returning id`.execute(db);
  return rows.length > 0;
}

/** The asset as the interface shows it. */
export function assetView(row: AssetRow, addressOf: AddressOf): Asset {
  const { display_token: token, display_file_name: fileName } = row;
  return {
    id: row.id,
    type: row.type,
    alias: row.alias,
    sku: row.sku,
    characteristics: row.characteristics,
    preset_class: row.preset_class,
    prompt: row.prompt,
    display_image: token && fileName ? addressOf({ token, fileName }) : null,
    public: row.workspace_id === null,
    image_count: row.image_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The text of a JSON column: null where there is nothing. */
export function jsonOf(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}
