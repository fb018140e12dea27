import type { Asset, AssetChange, AssetCreation, AssetType, PresetClass } from '@atelier/contract';
import { sql } from 'kysely';
import { columns } from '../database/columns.ts';
import { type Database, inTransaction, type Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';
import { type AddressOf, type MediaFile, mediaFile } from '../media/rows.ts';
import type { PictureSource } from '../work-order.ts';

/** Columns of an asset that its view shows. */
const ASSET_COLUMNS = [
  ...(['id', 'workspace_id', 'type', 'alias', 'sku', 'characteristics', 'preset_class', 'prompt'] as const),
  ...(['created_at', 'updated_at'] as const),
];

/** A row of `assets` with the image fields of its view. Without a workspace it belongs to the shared library. */
export type AssetRow = Pick<Row<'assets'>, (typeof ASSET_COLUMNS)[number]> & {
  readonly image_count: number;
  readonly display: MediaFile | null;
};

/**
 * Reads assets with the fields of their views. Append a `where` clause. The thumbnail is the chosen image, else the
 * first linked one. Indexes: asset_images_pkey, media_pkey.
 */
export const SELECT_ASSETS = sql`
  select ${columns(ASSET_COLUMNS, 'a')},
    (select count(*) from asset_images i where i.asset_id = a.id) as image_count,
    ${mediaFile('d')} as display
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
  const given = { type, alias, sku, preset_class, prompt, characteristics: characteristics && { ...characteristics } };
  await db
    .insertInto('assets')
    .values({ ...own, ...given })
    .execute();
  return requireAsset(db, workspaceId, id);
}

/** An asset a workspace may see, or null. Index: assets_pkey. */
export async function findAsset(db: Queryable, workspaceId: string, assetId: string): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`${SELECT_ASSETS}
    where a.id = ${assetId} and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`.execute(db);
  return rows[0] ?? null;
}

/** An asset a workspace may see. Throws `not_found` without one. Index: assets_pkey. */
export async function requireAsset(db: Queryable, workspaceId: string, assetId: string): Promise<AssetRow> {
  const asset = await findAsset(db, workspaceId, assetId);
  if (!asset) throw new MissingFault('asset', assetId);
  return asset;
}

/**
 * An asset a workspace may change. Throws `not_found` where it may not even see it, `forbidden` where it belongs to the
 * shared library.
 */
export async function findOwnAsset(db: Queryable, workspaceId: string, assetId: string): Promise<AssetRow> {
  const asset = await requireAsset(db, workspaceId, assetId);
  if (asset.workspace_id === null) throw new Fault('forbidden', 'Assets of the shared library are read-only.');
  return asset;
}

/** The asset as the interface shows it. */
export function assetView(row: AssetRow, addressOf: AddressOf): Asset {
  const { display, workspace_id, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    display_image: display && addressOf(display),
    public: workspace_id === null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** The text of a JSON column: null where there is nothing. */
export function jsonOf(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/**
 * An image to be linked to an asset: for training where it is a source reference and not only shown. Work takes the
 * view with the best score, 0 to 1. An asset has one image of each source, which is where an import found it.
 */
export type ImageLink = Omit<Row<'asset_images'>, 'position' | 'source'> & Partial<Pick<Row<'asset_images'>, 'source'>>;

/**
 * Links an image to an asset as its last one. An image that is linked already keeps its place, and becomes a source
 * reference when it is linked as one. Runs in the caller's transaction. Rejects where the asset has another image of
 * the source: see {@link isKnownSource}. Index: asset_images_pkey.
 */
export async function linkImage(db: Queryable, link: ImageLink, now: Date): Promise<void> {
  const { asset_id, media_id, source = null } = link;
  await sql`
    insert into asset_images (asset_id, media_id, position, for_training, view_score, source)
    select ${asset_id}::uuid, ${media_id}::uuid, coalesce(max(position) + 1, 0), ${link.for_training}, ${link.view_score},
      ${source}::text
    from asset_images where asset_id = ${asset_id}::uuid
    on conflict (asset_id, media_id) do update
      set for_training = true, view_score = excluded.view_score where excluded.for_training`.execute(db);
  await sql`update assets set updated_at = ${now} where id = ${asset_id}`.execute(db);
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
  const { alias, sku, characteristics, prompt, preset_class } = change;
  const changed = { updated_at: now, alias, sku, prompt, preset_class, display_media_id: displayMediaId };
  return inTransaction(db, async (transaction) => {
    // Kysely leaves fields out that are undefined.
    await transaction
      .updateTable('assets')
      .set({ ...changed, characteristics: characteristics && { ...characteristics } })
      .where('id', '=', assetId)
      .where('workspace_id', '=', workspaceId)
      .execute();
    if (displayMediaId)
      await linkImage(
        transaction,
        { asset_id: assetId, media_id: displayMediaId, for_training: false, view_score: 0 },
        now,
      );
    return requireAsset(transaction, workspaceId, assetId);
  });
}

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
  /** Last day of the consent to use an avatar's photos (YYYY-MM-DD, UTC), if it is past; else null. */
  readonly consentEnded: string | null;
}

const CONSENT_ENDED = sql`
  case when a.type = 'model' and a.characteristics #>> '{consent,until}' ~ '^\\d{4}-\\d\\d-\\d\\d$'
      and a.characteristics #>> '{consent,until}' < to_char(now() at time zone 'utc', 'YYYY-MM-DD')
    then a.characteristics #>> '{consent,until}' end`;

/** Throws `invalid_source`, naming the field, for an avatar after the last day of the consent to use it. */
export function refuseEndedConsent(
  { id, consentEnded }: Pick<AssetReference, 'id' | 'consentEnded'>,
  pointer: string,
): void {
  if (consentEnded === null) return;
  throw new Fault(
    'invalid_source',
    `${pointer}: the consent to use the avatar ${id} ended on ${consentEnded}; renew it in characteristics.consent.until, or choose another.`,
  );
}

/**
 * Media ID of the best view of an asset that a request names. Throws `not_found` without the asset. Throws
 * `invalid_source` for one of another type, without pictures, or without consent, naming the field.
 */
export function photoOf(
  asset: AssetReference | undefined,
  id: string,
  allowed: readonly AssetType[],
  pointer: string,
): string {
  if (!asset) throw new MissingFault('asset', id, pointer);
  if (!allowed.includes(asset.type)) {
    const types = allowed.join(' and ');
    throw new Fault('invalid_source', `${pointer}: the asset ${id} is of type ${asset.type}; allowed: ${types}.`);
  }
  refuseEndedConsent(asset, pointer);
  if (asset.mediaId) return asset.mediaId;
  throw new Fault('invalid_source', `${pointer}: the asset ${id} has no source image; upload one to it first.`);
}

/**
 * The media that an address names by token or ID, under whatever host clients reach the service. The path counts as
 * the service would read it.
 */
function mediaNamed(url: string): { token?: string | undefined; mediaId?: string | undefined } {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return {
      token: /\/media\/([\w-]{24})\//.exec(path)?.[1],
      mediaId: /\/v1\/reviews\/[^/]+\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//i
        .exec(path)?.[1]
        ?.toLowerCase(),
    };
  } catch {
    return {};
  }
}

/**
 * Throws `invalid_source`, naming the field, for a photo of an avatar after the last day of its consent. A photo is
 * known by its ID and by each of its addresses. Indexes: media_token_key, asset_images_by_media, assets_pkey.
 */
export async function refusePhotosWithoutConsent(
  db: Queryable,
  workspaceId: string,
  pictures: readonly PictureSource[],
): Promise<void> {
  const named = pictures.map(({ mediaId, url, pointer }) => ({
    pointer,
    ...(url === null ? { mediaId: mediaId ?? undefined } : mediaNamed(url)),
  }));
  const ids = named.flatMap(({ mediaId }) => mediaId ?? []);
  const tokens = named.flatMap(({ token }) => token ?? []);
  if (ids.length + tokens.length === 0) return;
  const { rows } = await sql<Pick<AssetReference, 'id' | 'consentEnded'> & { mediaId: string; token: string }>`
    select a.id, m.id as "mediaId", m.token, ${CONSENT_ENDED} as "consentEnded"
    from media m join asset_images i on i.media_id = m.id join assets a on a.id = i.asset_id
    where m.id in (select unnest(${ids}::uuid[]) union all select id from media where token = any(${tokens}::text[]))
      and a.workspace_id = ${workspaceId} and ${CONSENT_ENDED} is not null`.execute(db);
  for (const { mediaId, token, pointer } of named) {
    const ended = rows.find((row) => row.mediaId === mediaId || row.token === token);
    if (ended) refuseEndedConsent(ended, pointer);
  }
}

/** Assets a workspace may use, by ID: its own and the public ones. Indexes: assets_pkey, asset_images_pkey. */
export async function findReferences(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AssetReference>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<AssetReference>`
    select a.id, a.type, a.preset_class as "presetClass", v.media_id as "mediaId",
      ${CONSENT_ENDED} as "consentEnded"
    from assets a left join lateral (
      select i.media_id from asset_images i where i.asset_id = a.id and i.for_training
      order by case when a.type = 'outfit' then i.view_score else 0 end desc, i.position, i.media_id limit 1
    ) v on true
    where a.id = any(${[...ids]}::uuid[]) and (a.workspace_id = ${workspaceId} or a.workspace_id is null)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
