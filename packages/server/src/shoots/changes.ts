import { sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { cancelJob, type EndingRoom } from '../jobs/transitions.ts';

/**
 * Cancels a shoot: what waits is not made, and unfinished jobs are canceled and refunded. Safe to repeat: a second call
 * cancels the jobs that a broken one has left. Indexes: shoots_pkey, shoot_items_waiting, jobs_pkey.
 */
export async function cancelShoot(room: EndingRoom, shootId: string, now: Date): Promise<void> {
  await room.db.transaction().execute(async (transaction) => {
    await sql`
      update shoots set status = 'canceled', pause_code = null, pause_message = null, finished_at = ${now}
      where id = ${shootId} and status in ('running', 'paused')`.execute(transaction);
    await sql`
      update shoot_items i set state = 'canceled' from shoots s
      where i.shoot_id = ${shootId} and i.state = 'waiting' and s.id = i.shoot_id and s.status = 'canceled'
    `.execute(transaction);
  });
  const { rows } = await sql<{ id: string }>`
    select j.id from shoots s join shoot_items i on i.shoot_id = s.id join jobs j on j.id = i.job_id
    where s.id = ${shootId} and s.status = 'canceled' and j.finished_at is null`.execute(room.db);
  for (const { id } of rows) await cancelJob(room, id, now);
}

/** Has a paused shoot go on under the limits of a key; another stays as it is. Index: shoots_pkey. */
export async function resumeShoot(db: Queryable, shootId: string, keyId: string): Promise<void> {
  await sql`
    update shoots set status = 'running', api_key_id = ${keyId}, pause_code = null, pause_message = null
    where id = ${shootId} and status = 'paused'`.execute(db);
}

/** Pauses a running shoot. Index: shoots_pkey. */
export async function pauseShoot(
  db: Queryable,
  shootId: string,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> {
  await sql`
    update shoots set status = 'paused', pause_code = ${code}, pause_message = ${message}
    where id = ${shootId} and status = 'running'`.execute(db);
}

/** Has shoots that were paused for want of credits go on where the balance suffices now. Index: shoots_at_work. */
export async function resumePaidShoots(db: Queryable): Promise<void> {
  await sql`
    update shoots s set status = 'running', pause_code = null, pause_message = null from workspaces w
    where s.status = 'paused' and s.pause_code = 'insufficient_credits' and w.id = s.workspace_id
      and w.balance >= s.price * coalesce((s.recipe->'input'->>'num_images')::integer, 1)`.execute(db);
}

/**
 * Has items be made again that failed or were canceled, and their shoot go on. Those that the policy blocked are made
 * again only where `itemIds` names them. `itemIds` null: all. Indexes: shoot_items_shoot_id_position_key, jobs_pkey.
 */
export async function retryItems(
  db: Database,
  shootId: string,
  itemIds: readonly string[] | null,
  keyId: string,
): Promise<void> {
  const named = itemIds === null ? sql`` : sql`and i.id = ${anyOf(itemIds)}`;
  const blocked = itemIds === null ? sql`` : sql`or j.status = 'policy_blocked'`;
  await db.transaction().execute(async (transaction) => {
    await sql`select id from shoots where id = ${shootId} for update`.execute(transaction);
    const { rows } = await sql<{ id: string; request_id: string }>`
      select i.id, i.request_id from shoot_items i left join jobs j on j.id = i.job_id
      where i.shoot_id = ${shootId} and (i.state in ('failed', 'canceled') or j.status = 'failed' ${blocked}) ${named}
      order by i.position`.execute(transaction);
    if (rows.length === 0) return;
    // Outputs of one request stay together.
    const requests = new Map(rows.map((row) => [row.request_id, newId()]));
    const changes = rows.map(({ id, request_id }) => ({ id, request_id: requests.get(request_id) }));
    await sql`
      update shoot_items i
      set state = 'waiting', request_id = each.request_id, job_id = null, error_code = null, error_message = null
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as each (id uuid, request_id uuid)
      where i.id = each.id`.execute(transaction);
    await sql`
      update shoots set status = 'running', api_key_id = ${keyId}, pause_code = null, pause_message = null,
        finished_at = null
      where id = ${shootId}`.execute(transaction);
  });
}

/**
 * Ends a running shoot with nothing left to do. The lock comes first, so that a retry meanwhile is seen. Indexes:
 * shoots_pkey, shoot_items_waiting, jobs_unfinished, shoot_items_by_job.
 */
export async function completeShoot(db: Database, shootId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select id from shoots where id = ${shootId} for update`.execute(transaction);
    await sql`
      update shoots s set status = 'completed', finished_at = ${now}
      where s.id = ${shootId} and s.status = 'running'
        and not exists (select from shoot_items i where i.shoot_id = s.id and i.state = 'waiting')
        and not exists (
          select from jobs j join shoot_items i on i.job_id = j.id
          where j.workspace_id = s.workspace_id and j.finished_at is null and i.shoot_id = s.id
        )`.execute(transaction);
  });
}
