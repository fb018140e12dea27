import { ASSET_TYPES, type AssetPage, type AssetType, PRESET_CLASSES, type PresetClass } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import type { ListOrder, PageRange } from '../database/page.ts';
import { isUuid } from '../ids.ts';
import { type AssetRow, SELECT_ASSETS } from './rows.ts';

/** Which assets a list shows. */
export interface AssetFilter {
  readonly type: AssetType;
  readonly presetClass: PresetClass | null;
  /** The whole SKU; absent: any. */
  readonly sku?: string | undefined;
  /** Part of the alias or SKU, whatever the case; null: any. */
  readonly search: string | null;
  /** Whose assets: the workspace's own, those and the shared library's, or the library's alone. */
  readonly scope: 'own' | 'all' | 'public';
}

/** The order of assets: milliseconds since 1970 and the ID. */
export const BY_CREATION: ListOrder<Pick<AssetRow, 'created_at' | 'id'>> = {
  positionOf: ({ created_at, id }) => `${created_at.getTime()}.${id}`,
  isPosition(text) {
    const [milliseconds = '', id = '', ...rest] = text.split('.');
    return /^\d{13}$/.test(milliseconds) && isUuid(id) && rest.length === 0;
  },
};

type Condition = RawBuilder<unknown>;

/** Assets, newest first, by positions of {@link BY_CREATION}. Indexes: assets_by_workspace, assets_by_sku. */
export async function listAssets(
  db: Queryable,
  workspaceId: string,
  filter: AssetFilter,
  { limit, after }: PageRange,
): Promise<AssetRow[]> {
  const conditions = [...base(workspaceId, filter), typeIs(filter), ...classIs(filter)];
  if (filter.sku !== undefined) conditions.push(sql`a.sku = ${filter.sku}`);
  if (after !== null) {
    const [milliseconds, id] = after.split('.');
    conditions.push(sql`(a.created_at, a.id) < (${new Date(Number(milliseconds))}::timestamptz, ${id}::uuid)`);
  }
  const { rows } = await sql<AssetRow>`${SELECT_ASSETS}
    where ${sql.join(conditions, sql` and `)}
    order by a.created_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * How many assets a filter has, and its facets: each counts under the same filter without its own part. Index:
 * assets_by_workspace.
 */
export async function countAssets(
  db: Queryable,
  workspaceId: string,
  filter: AssetFilter,
): Promise<Pick<AssetPage, 'total_count' | 'facets'>> {
  const shared = base(workspaceId, filter);
  const types = await countBy(db, sql`a.type`, [...shared, ...classIs(filter)]);
  const classes = await countBy(db, sql`a.preset_class`, [...shared, typeIs(filter)]);
  return {
    total_count: types.get(filter.type) ?? 0,
    facets: { type: counts(ASSET_TYPES, types), preset_class: counts(PRESET_CLASSES, classes) },
  };
}

async function countBy(
  db: Queryable,
  column: Condition,
  conditions: readonly Condition[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${column} as value, count(*) as count from assets a
    where ${sql.join(conditions, sql` and `)} and ${column} is not null group by ${column}`.execute(db);
  return new Map(rows.map(({ value, count }) => [value, count]));
}

function counts<V extends string>(values: readonly V[], found: ReadonlyMap<string, number>): Record<V, number> {
  const entries = values.map((value) => [value, found.get(value) ?? 0] as const);
  return Object.fromEntries(entries) as Record<V, number>;
}

/** The conditions of every part of a list: the workspace and the search. */
function base(workspaceId: string, { scope, search }: AssetFilter): Condition[] {
  const own = sql`a.workspace_id = ${workspaceId}`;
  const shared = sql`a.workspace_id is null`;
  const whose = { own, public: shared, all: sql`(${own} or ${shared})` }[scope];
  if (search === null) return [whose];
  // `strpos` takes every character as it is; `like` would need escapes.
  const holds = (column: Condition) => sql`strpos(lower(${column}), lower(${search})) > 0`;
  return [whose, sql`(${holds(sql`a.alias`)} or ${holds(sql`coalesce(a.sku, '')`)})`];
}

const typeIs = ({ type }: AssetFilter): Condition => sql`a.type = ${type}`;
const classIs = ({ presetClass }: AssetFilter): Condition[] =>
  presetClass ? [sql`a.preset_class = ${presetClass}`] : [];
