import type { AssetType, PresetClass } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';

/** An asset as a source of work. */
export interface AssetReference {
  readonly id: string;
  readonly type: AssetType;
  /** Of a preset. */
  readonly presetClass: PresetClass | null;
  /**
   * Its best view: of a product that with the highest view score, of an avatar or preset the first linked. Null: it has
   * none.
   */
  readonly mediaId: string | null;
}

/** Assets a workspace may use, by ID: its own and the public ones. Indexes: assets_pkey, asset_images_pkey. */
export async function findReferences(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AssetReference>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<AssetReference>`
    select a.id, a.type, a.preset_class as "presetClass", v.media_id as "mediaId"
    from assets a left join lateral (
      select i.media_id from asset_images i where i.asset_id = a.id and i.for_training
      order by case when a.type = 'outfit' then i.view_score else 0 end desc, i.position, i.media_id limit 1
    ) v on true
    where a.id = any(${[...ids]}::uuid[]) and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
