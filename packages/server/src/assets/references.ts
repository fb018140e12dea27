import type { AssetType } from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';

/** An asset as a source of work. */
export interface AssetReference {
  readonly id: string;
  readonly type: AssetType;
  /** Its source images, first linked first. */
  readonly mediaIds: readonly string[];
}

/** Assets a workspace may use, by ID: its own and the public ones. Indexes: assets_pkey, asset_images_pkey. */
export async function findReferences(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AssetReference>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; type: AssetType; media_ids: string[] }>`
    select a.id, a.type, array(
      select i.media_id from asset_images i where i.asset_id = a.id and i.for_training order by i.position
    ) as media_ids
    from assets a where a.id = any(${[...ids]}::uuid[]) and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, { id: row.id, type: row.type, mediaIds: row.media_ids }]));
}
