import type { Shoot, ShootItem, ShootItemStatus, ShootStatus } from '@atelier/contract';
import { sql } from 'kysely';
import { toCredits } from '../accounts/units.ts';
import { anyOf, columns, rowsOf } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { type ListOrder, newestFirst, type PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { MissingFault } from '../fault.ts';
import { idsOf, newId } from '../ids.ts';
import { resultView } from '../jobs/view-v1.ts';
import { type AddressOf, type MediaFile, mediaFile } from '../media/rows.ts';
import { PLANNED_COLUMNS, type PlannedItem } from './products.ts';

/** Columns of a {@link ShootRow}. */
export const SHOOT_COLUMNS = [
  ...(['id', 'workspace_id', 'look_id', 'look_name', 'recipe', 'status', 'pause_code', 'pause_message'] as const),
  ...(['price', 'item_count', 'api_key_id', 'request_hash', 'created_at', 'finished_at'] as const),
];

/** A row of `shoots`. The price is that of one picture, in internal units. */
export type ShootRow = Pick<Row<'shoots'>, (typeof SHOOT_COLUMNS)[number]>;

/** How many items of a shoot are in each state, and what their jobs are charged in internal units. */
export interface ShootCounts {
  readonly items: Shoot['items'];
  readonly charged: number;
}

/** A shoot as its owner sees it. */
export function shootView(row: ShootRow, { items, charged }: ShootCounts): Shoot {
  const { id, look_id, look_name, recipe, status, pause_code: code, pause_message: message, item_count } = row;
  return {
    ...{ id, look_id, look_name, recipe, status },
    pause: code !== null && message !== null ? { code, message } : null,
    ...{ items, item_count },
    price: toCredits(row.price * item_count),
    credits_used: toCredits(charged),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** A shoot to be written. */
export interface NewShoot
  extends Pick<ShootRow, 'workspace_id' | 'look_id' | 'look_name' | 'recipe' | 'price' | 'api_key_id'> {
  readonly items: readonly PlannedItem[];
  /** The Idempotency-Key, and the digest of the body; null without a key. */
  readonly claim: { readonly key: string; readonly digest: Buffer } | null;
}

/** Writes a running shoot with its items; null where one has its key. Index: shoots_by_key. */
export async function insertShoot(
  db: Database,
  { items, claim, ...shoot }: NewShoot,
  now: Date,
): Promise<ShootRow | null> {
  return db.transaction().execute(async (transaction) => {
    const own = { id: newId(), status: 'running', item_count: items.length, created_at: now } as const;
    const key = { request_key: claim?.key ?? null, request_hash: claim?.digest ?? null };
    const row = await transaction
      .insertInto('shoots')
      .values({ ...shoot, ...own, ...key })
      .onConflict((conflict) => conflict.doNothing())
      .returning(SHOOT_COLUMNS)
      .executeTakeFirst();
    if (!row) return null;
    const shared = { shoot_id: row.id, state: 'waiting' };
    const rows = items.map((item, index) => ({ ...shared, id: newId(), position: index + 1, ...item }));
    const names = columns(['id', 'shoot_id', 'position', 'state', ...PLANNED_COLUMNS]);
    await sql`
      insert into shoot_items (${names}) select ${names} from unnest(${rowsOf('shoot_items', rows)})
    `.execute(transaction);
    return row;
  });
}

/** A shoot of the workspace. Throws `not_found` without one. Index: shoots_pkey. */
export function findShoot(db: Queryable, workspaceId: string, id: string): Promise<ShootRow> {
  const found = db.selectFrom('shoots').select(SHOOT_COLUMNS).where('id', '=', id);
  const own = found.where('workspace_id', '=', workspaceId);
  return own.executeTakeFirstOrThrow(() => new MissingFault('shoot', id));
}

/** The shoot of an Idempotency-Key, or null. Index: shoots_by_key. */
export async function findShootByKey(db: Queryable, workspaceId: string, key: string): Promise<ShootRow | null> {
  const found = db.selectFrom('shoots').select(SHOOT_COLUMNS).where('workspace_id', '=', workspaceId);
  return (await found.where('request_key', '=', key).executeTakeFirst()) ?? null;
}

/** Which shoots a list shows; null: any. The key is the Idempotency-Key of the request. */
type ShootFilter = Pick<Row<'shoots'>, 'look_id' | 'request_key'> & { readonly status: ShootStatus | null };

/** Shoots of a workspace, newest first. Indexes: shoots_by_workspace with filters on the way, shoots_by_key. */
export async function listShoots(
  db: Queryable,
  workspaceId: string,
  { status, look_id, request_key }: ShootFilter,
  page: PageRange,
): Promise<readonly ShootRow[]> {
  const shoots = db
    .selectFrom('shoots')
    .select(SHOOT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .$if(status !== null, (some) => some.where('status', '=', status))
    .$if(look_id !== null, (some) => some.where('look_id', '=', look_id))
    .$if(request_key !== null, (some) => some.where('request_key', '=', request_key));
  return newestFirst(shoots, 'id', page).execute();
}

/** State of an item `i` with its job `j`. */
const STATUS = sql<ShootItemStatus>`case i.state when 'submitted' then j.status else i.state end`;

/** The counts of each shoot. Indexes: shoot_items_shoot_id_position_key, jobs_pkey. */
export async function countItems(db: Queryable, shootIds: readonly string[]): Promise<Map<string, ShootCounts>> {
  const { rows } = await sql<{ shoot_id: string; status: ShootItemStatus; count: number; charged: number }>`
    select i.shoot_id, ${STATUS} as status, count(*) as count, coalesce(sum(j.charged), 0)::bigint as charged
    from shoot_items i left join jobs j on j.id = i.job_id
    where i.shoot_id = ${anyOf(shootIds)} group by 1, 2`.execute(db);
  const byShoot = Map.groupBy(rows, (row) => row.shoot_id);
  return new Map(
    shootIds.map((id) => {
      const items = { waiting: 0, pending: 0, generating: 0, completed: 0, failed: 0, policy_blocked: 0, canceled: 0 };
      const found = byShoot.get(id) ?? [];
      for (const { status, count } of found) items[status] = count;
      return [id, { items, charged: found.reduce((sum, row) => sum + row.charged, 0) }];
    }),
  );
}

/** Columns of an item that its view shows. */
const ITEM_COLUMNS = [
  ...(['id', 'position', 'asset_id', 'product_name', 'sku', 'avatar_id', 'view', 'job_id'] as const),
  ...(['error_code', 'error_message'] as const),
];

/** An item with the fields of its job and result. */
export type ItemRow = Pick<Row<'shoot_items'>, (typeof ITEM_COLUMNS)[number]> & {
  readonly status: ShootItemStatus;
  readonly media: MediaFile | null;
};

/** The order of the items of a shoot. */
export const BY_POSITION: ListOrder<Pick<Row<'shoot_items'>, 'position'>> = {
  positionOf: ({ position }) => String(position),
  isPosition: (text) => /^\d{1,9}$/.test(text),
};

/**
 * Items of a shoot, by positions of {@link BY_POSITION}; of a status, or null: all. Indexes:
 * shoot_items_shoot_id_position_key, jobs_pkey, media_pkey.
 */
export async function listItems(
  db: Queryable,
  shootId: string,
  status: ShootItemStatus | null,
  { limit, after }: PageRange,
): Promise<readonly ItemRow[]> {
  const own = ITEM_COLUMNS.filter((column) => !column.startsWith('error_'));
  const { rows } = await sql<ItemRow>`
    select ${columns(own, 'i')}, ${STATUS} as status, coalesce(i.error_code, j.failure_code) as error_code,
      coalesce(i.error_message, j.failure_message) as error_message, ${mediaFile('m')} as media
    from shoot_items i left join jobs j on j.id = i.job_id left join media m on m.id = j.media_id
    where i.shoot_id = ${shootId} and i.position > ${Number(after ?? 0)} ${status === null ? sql`` : sql`and ${STATUS} = ${status}`}
    order by i.position limit ${limit}`.execute(db);
  return rows;
}

/** Those of these IDs that are items of a shoot. Index: shoot_items_pkey. */
export async function findItemIds(db: Queryable, shootId: string, ids: readonly string[]): Promise<Set<string>> {
  const items = db.selectFrom('shoot_items').select('id').where('shoot_id', '=', shootId);
  const rows = await items.where('id', '=', anyOf(ids)).execute();
  return new Set(idsOf(rows));
}

/** An item as its owner sees it. */
export function itemView(row: ItemRow, addressOf: AddressOf): ShootItem {
  const { id, asset_id, product_name, sku, avatar_id, view, status, job_id, error_code: code } = row;
  return {
    ...{ id, product_id: asset_id, product_name, sku, avatar_id, view, status, job_id },
    result: resultView(row.media, addressOf),
    error: code !== null && row.error_message !== null ? { code, message: row.error_message } : null,
  };
}
