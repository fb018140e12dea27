import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';

/** An image to be linked to an asset. */
export interface ImageLink {
  readonly assetId: string;
  readonly mediaId: string;
  /** True for a source reference, false for an image that is only shown. */
  readonly forTraining: boolean;
  /** How well it shows the asset, 0 to 1: work takes the best view. */
  readonly viewScore: number;
}

/**
 * Links an image to an asset as its last one; one that is linked already keeps its place, and becomes a source
 * reference when it is linked as one. Runs in the caller's transaction. Index: asset_images_pkey.
 */
export async function linkImage(db: Queryable, link: ImageLink, now: Date): Promise<void> {
  const { assetId, mediaId, forTraining, viewScore } = link;
  await sql`
    insert into asset_images (asset_id, media_id, position, for_training, view_score)
    select ${assetId}::uuid, ${mediaId}::uuid, coalesce(max(position) + 1, 0), ${forTraining}, ${viewScore}
    from asset_images where asset_id = ${assetId}::uuid
    on conflict (asset_id, media_id) do update
      set for_training = true, view_score = excluded.view_score where excluded.for_training`.execute(db);
  await sql`update assets set updated_at = ${now} where id = ${assetId}`.execute(db);
}

/**
 * Media IDs of an asset's images, first linked first; its source references alone where that is asked for. Index:
 * asset_images_pkey.
 */
export async function listImageIds(db: Queryable, assetId: string, referencesOnly: boolean): Promise<string[]> {
  const images = db.selectFrom('asset_images').select('media_id').where('asset_id', '=', assetId);
  const rows = await images
    .$if(referencesOnly, (references) => references.where('for_training', '=', true))
    .orderBy('position')
    .orderBy('media_id')
    .execute();
  return rows.map((row) => row.media_id);
}
