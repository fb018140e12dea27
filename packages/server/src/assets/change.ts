import type { AssetChange } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Database, throughDeadlocks } from '../database/connection.ts';
import { MissingFault } from '../fault.ts';
import { linkImage } from './images.ts';
import { type AssetRow, findAsset, jsonOf } from './rows.ts';

/** The changes of an asset. An absent field stays, null clears it. */
export interface AssetChanges extends Omit<AssetChange, 'display_image_id'> {
  /** Media ID of the thumbnail. */
  readonly displayMediaId?: string | null;
}

/**
 * Changes an asset of a workspace in one transaction and returns its new state. A thumbnail that is not yet one of the
 * asset's images becomes one, but not a source reference. Index: assets_pkey.
 */
export async function changeAsset(
  db: Database,
  workspaceId: string,
  assetId: string,
  { displayMediaId, ...change }: AssetChanges,
  now: Date,
): Promise<AssetRow> {
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${now}`];
  if (change.alias !== undefined) sets.push(sql`alias = ${change.alias}`);
  if (change.sku !== undefined) sets.push(sql`sku = ${change.sku}`);
  if (change.characteristics !== undefined) sets.push(sql`characteristics = ${jsonOf(change.characteristics)}::jsonb`);
  if (change.prompt !== undefined) sets.push(sql`prompt = ${change.prompt}`);
  if (change.preset_class !== undefined) sets.push(sql`preset_class = ${change.preset_class}`);
  if (displayMediaId !== undefined) sets.push(sql`display_media_id = ${displayMediaId}`);

  return throughDeadlocks(() =>
    db.transaction().execute(async (transaction) => {
      await sql`
      update assets set ${sql.join(sets)} where id = ${assetId} and workspace_id = ${workspaceId}`.execute(transaction);
      if (displayMediaId)
        await linkImage(transaction, { assetId, mediaId: displayMediaId, forTraining: false, viewScore: 0 }, now);
      const row = await findAsset(transaction, workspaceId, assetId);
      if (!row) throw new MissingFault('asset', assetId);
      return row;
    }),
  );
}
