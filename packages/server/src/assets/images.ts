import type { AssetImage } from '@atelier/contract';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import type { AddressOf } from '../media/rows.ts';

/** An image of an asset, with the media it is of. */
export type AssetImageRow = Pick<Row<'asset_images'>, 'asset_id' | 'media_id' | 'source'> &
  Pick<Row<'media'>, 'token' | 'file_name' | 'width' | 'height' | 'created_at'>;

/** The index that allows an asset one image of each source. */
const SOURCE_INDEX = 'asset_images_by_source';

function selectImages(db: Queryable) {
  return db
    .selectFrom('asset_images as i')
    .innerJoin('media as m', 'm.id', 'i.media_id')
    .select(['i.asset_id', 'i.media_id', 'i.source', 'm.token', 'm.file_name', 'm.width', 'm.height', 'm.created_at']);
}

/** The images of assets, by asset ID, first linked first. Indexes: asset_images_pkey, media_pkey. */
export async function findAssetImages(
  db: Queryable,
  assetIds: readonly string[],
): Promise<Map<string, readonly AssetImageRow[]>> {
  if (assetIds.length === 0) return new Map();
  const rows = await selectImages(db)
    .where('i.asset_id', '=', anyOf(assetIds))
    .orderBy('i.position')
    .orderBy('i.media_id')
    .execute();
  return Map.groupBy(rows, ({ asset_id }) => asset_id);
}

/** The image of a source that an asset has, or null. Indexes: asset_images_by_source, media_pkey. */
export async function findImageOfSource(db: Queryable, assetId: string, source: string): Promise<AssetImageRow | null> {
  const found = selectImages(db).where('i.asset_id', '=', assetId).where('i.source', '=', source);
  return (await found.executeTakeFirst()) ?? null;
}

/** True for the error of linking a second image of one source to an asset. */
export function isKnownSource(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === SOURCE_INDEX;
}

/** Removes an image from an asset, in the caller's transaction; the image stays. Index: asset_images_pkey. */
export async function unlinkImage(db: Queryable, assetId: string, mediaId: string, now: Date): Promise<void> {
  const link = db.deleteFrom('asset_images').where('asset_id', '=', assetId).where('media_id', '=', mediaId);
  if ((await link.returning('media_id').execute()).length === 0) return;
  await db
    .updateTable('assets')
    .set(({ eb, ref }) => ({
      updated_at: now,
      display_media_id: eb.fn<string | null>('nullif', [ref('display_media_id'), eb.val(mediaId)]),
    }))
    .where('id', '=', assetId)
    .execute();
}

/** The image as v1 shows it. */
export function assetImageView(row: AssetImageRow, addressOf: AddressOf): AssetImage {
  const { media_id: id, width, height, source, created_at } = row;
  return { id, url: addressOf(row), width, height, source, created_at: created_at.toISOString() };
}
