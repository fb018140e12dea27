import { csvOf, ENDPOINTS, USAGE_DAYS_MAX, type UsageGroup } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import { readUsage } from '../../accounts/usage.ts';
import { Fault } from '../../fault.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
import { momentOf } from '../validation.ts';

const DAY_MS = 86_400_000;

/** Columns of the table. */
const COLUMNS = [
  ...(['id', 'name', 'sku', 'jobs', 'completed', 'failed', 'policy_blocked', 'unfinished'] as const),
  ...(['credits_charged', 'credits_refunded', 'credits'] as const),
];

/** What the jobs of a workspace cost: `/v1/usage`. */
export function addUsageRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.getUsage, async ({ query, workspace, request, reply }) => {
    const span = spanOf(query.from, query.to, room.clock.now());
    const usage = await readUsage(room.db, { workspaceId: workspace.id, ...span }, query.group_by ?? 'day');
    if (query.format === undefined ? !prefersCsv(request) : query.format === 'json') return usage;
    const name = `usage-by-${usage.group_by}-${usage.from.slice(0, 10)}.csv`;
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(csvOf<UsageGroup>(COLUMNS, usage.groups));
  });
}

/**
 * The requested period. By default it ends now, and begins with the month (UTC) of its end. Throws `invalid_request`.
 */
function spanOf(first: string | undefined, end: string | undefined, now: Date): { from: Date; to: Date } {
  const to = end === undefined ? now : momentOf(end, '/to');
  const from =
    first === undefined ? new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth())) : momentOf(first, '/from');
  if (from > to || to.getTime() - from.getTime() > USAGE_DAYS_MAX * DAY_MS)
    throw new Fault(
      'invalid_request',
      `/from is ${from.toISOString()}; allowed: at most ${USAGE_DAYS_MAX} days before /to, which is ${to.toISOString()}.`,
    );
  return { from, to };
}

/** True when the header `Accept` names CSV, and no form of JSON. */
function prefersCsv({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(accept) && !/\bjson\b/i.test(accept);
}
