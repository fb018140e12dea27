import type { Asset, AssetCreation, AssetType, PresetClass } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
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

/** Saves a new asset of a workspace. */
export async function insertAsset(db: Queryable, workspaceId: string, wanted: AssetCreation, now: Date): Promise<AssetRow> {
  const id = newId();
  await sql`
    insert into assets (id, workspace_id, type, alias, sku, characteristics, preset_class, prompt, created_at, updated_at)
    values (${id}, ${workspaceId}, ${wanted.type}, ${wanted.alias}, ${wanted.sku ?? null},
      ${wanted.characteristics ? JSON.stringify(wanted.characteristics) : null}::jsonb, ${wanted.preset_class ?? null}, ${wanted.prompt ?? null}, ${now}, ${now})`.execute(
    db,
  );
  const row = await findAsset(db, workspaceId, id);
  if (!row) throw new Error(`the asset ${id} was not written`);
  return row;
}

/** An asset a workspace may see, or null. Indexes: assets_pkey, asset_images_pkey. */
export async function findAsset(db: Queryable, workspaceId: string, assetId: string): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`
    select a.*, (select count(*) from asset_images i where i.asset_id = a.id) as image_count,
      d.token as display_token, d.file_name as display_file_name
    from assets a left join lateral (
      select m.token, m.file_name from media m left join asset_images i on i.media_id = m.id and i.asset_id = a.id
      where m.id = a.display_media_id or (a.display_media_id is null and i.asset_id is not null)
      order by i.position limit 1
    ) d on true
    where a.id = ${assetId} and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`.execute(db);
  return rows[0] ?? null;
}

/** Links an image to an asset as its last one. Runs in the caller's transaction. Index: asset_images_pkey. */
export async function linkImage(
  db: Queryable,
  assetId: string,
  mediaId: string,
  forTraining: boolean,
  now: Date,
): Promise<void> {
  await sql`
    insert into asset_images (asset_id, media_id, position, for_training)
    select ${assetId}::uuid, ${mediaId}::uuid, coalesce(max(position) + 1, 0), ${forTraining} from asset_images where asset_id = ${assetId}::uuid
    on conflict do nothing`.execute(db);
  await sql`update assets set updated_at = ${now} where id = ${assetId}`.execute(db);
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
