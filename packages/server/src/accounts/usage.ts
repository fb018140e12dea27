import { USAGE_GROUPS_MAX, type Usage, type UsageGroup, type UsageGrouping } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { toCredits } from './units.ts';

/** Whose usage, of the jobs that were submitted from a moment on and before another. */
export interface UsageSpan {
  readonly workspaceId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Numbers of jobs by their end, and internal units. */
type Counts = Omit<Usage['total'], `credits${string}`> & { readonly priced: number; readonly charged: number };

type GroupRow = Counts & Pick<UsageGroup, 'id' | 'name' | 'sku'>;

/** How jobs are grouped: the tables joined to them, and the expressions of a group. */
interface Grouping {
  readonly joins: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  readonly sku?: RawBuilder<unknown>;
  readonly order?: RawBuilder<unknown>;
}

const NOTHING = sql``;

/** A day (UTC) as `2026-11-20`. */
const DAY = sql`to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD')`;

/**
 * Each way to group. Indexes: api_keys_pkey, shoot_items_by_job, shoots_pkey, looks_pkey, job_assets_pkey, assets_pkey.
 * A look or product that is gone keeps the name that its shoot noted.
 */
const GROUPINGS: Readonly<Record<UsageGrouping, Grouping>> = {
  key: { joins: sql`left join api_keys k on k.id = j.api_key_id`, id: sql`k.id`, name: sql`k.name` },
  operation: { joins: NOTHING, id: sql`j.operation`, name: sql`j.operation` },
  model: { joins: NOTHING, id: sql`j.model`, name: sql`j.model` },
  day: { joins: NOTHING, id: DAY, name: DAY, order: DAY },
  look: {
    joins: sql`
      left join shoot_items i on i.job_id = j.id
      left join shoots s on s.id = i.shoot_id
      left join looks l on l.id = s.look_id`,
    id: sql`l.id`,
    name: sql`coalesce(l.name, s.look_name)`,
  },
  product: {
    joins: sql`
      left join (
        select n.job_id, n.asset_id, coalesce(a.alias, max(n.name)) as name, coalesce(a.sku, max(n.sku)) as sku
        from (
          select ja.job_id, ja.asset_id, null as name, null as sku from job_assets ja join j on j.id = ja.job_id
          union all
          select si.job_id, si.asset_id, si.product_name, si.sku from shoot_items si join j on j.id = si.job_id
        ) n
        left join assets a on a.id = n.asset_id
        where a.type = 'outfit' or (a.id is null and n.name is not null)
        group by n.job_id, n.asset_id, a.alias, a.sku
      ) p on p.job_id = j.id`,
    id: sql`p.asset_id`,
    name: sql`p.name`,
    sku: sql`p.sku`,
  },
};

/** The jobs of a span. Index: jobs_by_time. */
const jobsOf = ({ workspaceId, from, to }: UsageSpan) => sql`
  with j as materialized (
    select id, created_at, operation, model, status, price, charged, api_key_id from jobs
    where workspace_id = ${workspaceId} and created_at >= ${from} and created_at < ${to}
  )`;

const COUNTS = sql`
  count(*)::integer as jobs,
  count(*) filter (where j.status = 'completed')::integer as completed,
  count(*) filter (where j.status = 'failed')::integer as failed,
  count(*) filter (where j.status = 'policy_blocked')::integer as policy_blocked,
  count(*) filter (where j.status not in ('completed', 'failed', 'policy_blocked'))::integer as unfinished,
  coalesce(sum(j.price), 0)::bigint as priced, coalesce(sum(j.charged), 0)::bigint as charged`;

/** Usage by one grouping, {@link USAGE_GROUPS_MAX} groups at most. */
export async function readUsage(db: Queryable, span: UsageSpan, grouping: UsageGrouping): Promise<Usage> {
  const { joins, id, name, sku = sql`null::text`, order = sql`charged desc, jobs desc, id` } = GROUPINGS[grouping];
  const [groups, total] = await Promise.all([
    sql<GroupRow>`${jobsOf(span)}
      select ${id} as id, ${name} as name, ${sku} as sku, ${COUNTS} from j ${joins}
      group by 1, 2, 3 order by ${order} limit ${USAGE_GROUPS_MAX + 1}`.execute(db),
    sql<Counts>`${jobsOf(span)} select ${COUNTS} from j`.execute(db),
  ]);
  const [counts] = total.rows;
  if (!counts) throw new Error('a sum over jobs has one row');
  return {
    group_by: grouping,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    groups: groups.rows.slice(0, USAGE_GROUPS_MAX).map(withCredits),
    has_more: groups.rows.length > USAGE_GROUPS_MAX,
    total: withCredits(counts),
  };
}

function withCredits<Row extends Counts>({ priced, charged, ...row }: Row) {
  const credits = { credits_charged: toCredits(priced), credits_refunded: toCredits(priced - charged) };
  return { ...row, ...credits, credits: toCredits(charged) };
}
