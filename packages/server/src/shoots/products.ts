import { createHash } from 'node:crypto';
import {
  type AssetType,
  type LookRecipe,
  SHOOT_ITEMS_MAX,
  SHOOT_PRODUCTS_MAX,
  type ShootCreation,
  type UnusableProduct,
} from '@atelier/contract';
import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import type { Subject } from './request.ts';

/** A photo of a product, and its place among them, from 1. */
interface Photo {
  readonly mediaId: string;
  readonly view: number;
  /** How well it shows the product, 0 to 1. */
  readonly score: number;
}

interface ProductRow {
  readonly id: string;
  readonly type: AssetType;
  readonly name: string;
  readonly sku: string | null;
  readonly photos: readonly Photo[];
}

/** Columns of a {@link PlannedItem}. */
export const PLANNED_COLUMNS = [
  'request_id',
  'asset_id',
  'product_name',
  'sku',
  'avatar_id',
  'media_id',
  'view',
] as const;

/** One picture to be made. Those with the same `request_id` are outputs of one request for work. */
export type PlannedItem = Pick<Row<'shoot_items'>, (typeof PLANNED_COLUMNS)[number]>;

/**
 * Plans the pictures of a look: one for each usable product, avatar, view and output, in this order. `selection` is a
 * digest of the recipe and the photos.
 *
 * - Throws `not_found` for a product ID that the workspace may not use.
 * - Throws `invalid_request` for more products or pictures than a shoot may have.
 */
export async function planShoot(
  db: Queryable,
  workspaceId: string,
  recipe: LookRecipe,
  avatars: readonly Subject['avatar'][],
  wanted: ShootCreation,
) {
  const rows = await findProducts(db, workspaceId, wanted);
  const unusable = missingSkus(wanted, rows);
  const items: PlannedItem[] = [];
  let products = 0;
  for (const product of rows) {
    const photos = chosenPhotos(product, recipe.views);
    const reason = reasonAgainst(product, photos);
    if (reason !== null) unusable.push({ product_id: product.id, name: product.name, sku: product.sku, reason });
    else {
      products += 1;
      for (const avatar of avatars)
        for (const photo of photos) items.push(...itemsOf(product, avatar?.id ?? null, photo, recipe));
    }
  }
  if (items.length > SHOOT_ITEMS_MAX)
    throw new Fault(
      'invalid_request',
      `The shoot would have ${items.length} images; allowed: ${SHOOT_ITEMS_MAX}. Select fewer products.`,
    );
  const named = items.map((item) => [item.asset_id, item.avatar_id, item.media_id]);
  const selection = createHash('sha256')
    .update(JSON.stringify([recipe, named]))
    .digest('hex');
  return { items, products, unusable, selection };
}

function itemsOf(
  { id, name, sku }: ProductRow,
  avatarId: string | null,
  { mediaId, view }: Photo,
  { input }: LookRecipe,
): PlannedItem[] {
  const product = { asset_id: id, product_name: name, sku };
  const item = { request_id: newId(), ...product, avatar_id: avatarId, media_id: mediaId, view };
  return Array.from({ length: input.num_images ?? 1 }, () => item);
}

/** The photos that a recipe names, or the best one. Of equals the first is best, as for every other request. */
function chosenPhotos({ photos }: ProductRow, views: LookRecipe['views']): readonly Photo[] {
  if (views) return photos.filter(({ view }) => views.includes(view));
  const best = photos.reduce<Photo | null>((one, other) => (one && one.score >= other.score ? one : other), null);
  return best ? [best] : [];
}

function reasonAgainst({ type, photos }: ProductRow, chosen: readonly Photo[]): string | null {
  if (type !== 'outfit') return `It is an asset of type ${type}; a shoot takes products, of type outfit.`;
  if (photos.length === 0) return 'It has no photo.';
  if (chosen.length === 0) return `It has ${photos.length} photos, and none in the places that the look names.`;
  return null;
}

function missingSkus({ skus = [] }: ShootCreation, rows: readonly ProductRow[]): UnusableProduct[] {
  const found = new Set(rows.map(({ sku }) => sku));
  return [...new Set(skus)]
    .filter((sku) => !found.has(sku))
    .map((sku) => ({ product_id: null, name: null, sku, reason: 'No product has this SKU.' }));
}

/** The products of a selection with their photos. Indexes: assets_pkey, assets_by_workspace, asset_images_pkey. */
async function findProducts(
  db: Queryable,
  workspaceId: string,
  { product_ids: ids, skus, search }: ShootCreation,
): Promise<readonly ProductRow[]> {
  const own = sql`a.workspace_id = ${workspaceId} and a.type = 'outfit'`;
  const holds = (column: string) => sql`strpos(lower(coalesce(${sql.ref(column)}, '')), lower(${search ?? ''})) > 0`;
  const which = ids
    ? sql`a.id = any(${[...ids]}::uuid[]) and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`
    : skus
      ? sql`${own} and a.sku = any(${[...skus]}::text[])`
      : search === undefined
        ? own
        : sql`${own} and (${holds('a.alias')} or ${holds('a.sku')})`;
  const { rows } = await sql<ProductRow>`
    select a.id, a.type, a.alias as name, a.sku, coalesce((
      select jsonb_agg(jsonb_build_object('mediaId', p.media_id, 'view', p.view, 'score', p.view_score) order by p.view)
      from (
        select i.media_id, i.view_score, row_number() over (order by i.position, i.media_id) as view
        from asset_images i where i.asset_id = a.id and i.for_training
      ) p
    ), '[]') as photos
    from assets a where ${which} order by a.created_at, a.id limit ${SHOOT_PRODUCTS_MAX + 1}`.execute(db);
  if (rows.length > SHOOT_PRODUCTS_MAX)
    throw new Fault(
      'invalid_request',
      `The selection has more than ${SHOOT_PRODUCTS_MAX} products; allowed: ${SHOOT_PRODUCTS_MAX}. Select fewer products.`,
    );
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids?.findIndex((id) => !found.has(id)) ?? -1;
  if (missing >= 0) throw new MissingFault('asset', ids?.[missing] ?? '', `/product_ids/${missing}`);
  return rows;
}
