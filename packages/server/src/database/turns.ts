import { sql } from 'kysely';
import type { Queryable } from './connection.ts';

/**
 * Gives a workspace `count` turns in a lane and returns the first; the others follow it. Entries are handed out by turn, so workspaces that
 * wait take turns however much each has queued: start-time fair queuing (Goyal, Vin and Cheng, "Start-time Fair Queueing",
 * SIGCOMM 1996), one unit of work for each job. A workspace that has not waited gets the turn just before the one that is next, and
 * none it could have taken earlier: silence saves nothing up.
 *
 * The head of the lane is read from the queue's own table. Indexes: queue.job_i11, turns_latest, turns_pkey.
 */
export async function takeTurns(db: Queryable, lane: string, workspaceId: string, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    with base as (
      select coalesce(
        (select -priority - 1 from queue.job where name = ${lane} and state < 'active' and not blocked
         order by priority desc, created_on limit 1),
        (select max(latest) from turns where lane = ${lane}),
        0) as turn
    )
    insert into turns as t (lane, workspace_id, latest) select ${lane}, ${workspaceId}, turn + ${count - 1} from base
    on conflict (lane, workspace_id) do update
      set latest = greatest(t.latest + 1, excluded.latest - ${count - 1}) + ${count - 1}
    returning latest - ${count - 1} as first`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no turn was given');
  return row.first;
}
