import type { Product, ProductOptions, ProductSaving, SavedProduct } from '@atelier/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Queryable } from '../database/connection.ts';
import type { AddressOf } from '../media/rows.ts';
import { type AssetImageRow, assetImageView } from './images.ts';
import { type AssetRow, insertAsset, requireAsset, SELECT_ASSETS } from './rows.ts';

/** The field of `characteristics` that holds the options of a product. */
const OPTIONS_FIELD = 'options';

/**
 * Creates the product of an SKU, or changes it where it differs. Requests for one SKU wait for each other, so they
 * never make two products. Where a workspace has several of one SKU, the oldest is meant. Index: assets_by_sku.
 */
export function saveProduct(db: Database, workspaceId: string, wanted: ProductSaving, now: Date) {
  const { sku, name, options } = wanted;
  return inTransaction(db, async (transaction): Promise<{ outcome: SavedProduct['outcome']; asset: AssetRow }> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`product ${workspaceId} ${sku}`}, 0))
    `.execute(transaction);
    const known = await findProduct(transaction, workspaceId, sku);
    if (!known) {
      const characteristics = options && { [OPTIONS_FIELD]: options };
      const asset = { type: 'outfit' as const, alias: name, sku, ...(characteristics && { characteristics }) };
      return { outcome: 'created', asset: await insertAsset(transaction, workspaceId, asset, now) };
    }
    const { rows } = await sql`
        update assets set updated_at = ${now}, alias = ${name}, characteristics = wanted.characteristics
        from (select case when ${options !== undefined}
            then coalesce(characteristics, '{}') || ${JSON.stringify({ [OPTIONS_FIELD]: options ?? {} })}::jsonb
            else characteristics end as characteristics
          from assets where id = ${known.id}) wanted
        where id = ${known.id} and (alias <> ${name} or assets.characteristics is distinct from wanted.characteristics)
        returning id`.execute(transaction);
    const asset = await requireAsset(transaction, workspaceId, known.id);
    return { outcome: rows.length > 0 ? 'changed' : 'unchanged', asset };
  });
}

async function findProduct(db: Queryable, workspaceId: string, sku: string): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`${SELECT_ASSETS}
    where a.workspace_id = ${workspaceId} and a.sku = ${sku} and a.type = 'outfit'
    order by a.created_at, a.id limit 1 for update of a`.execute(db);
  return rows[0] ?? null;
}

/** The product as v1 shows it. */
export function productView(row: AssetRow, images: readonly AssetImageRow[], addressOf: AddressOf): Product {
  return {
    id: row.id,
    sku: row.sku,
    name: row.alias,
    options: optionsOf(row),
    images: images.map((image) => assetImageView(image, addressOf)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The options in free characteristics: only lists of texts are. */
function optionsOf({ characteristics }: AssetRow): ProductOptions {
  const field = characteristics?.[OPTIONS_FIELD];
  if (typeof field !== 'object' || field === null) return {};
  return Object.fromEntries(
    Object.entries(field).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((value) => typeof value === 'string'),
    ),
  );
}
