import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';

/**
 * Notes a message for every webhook of the job's workspace that wants to know of its end. Runs in the transaction that
 * ends the job: a message exists exactly when the end does. Index: webhooks_by_workspace.
 */
export async function announceEnd(transaction: Queryable, jobId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ webhook_id: string; event: string }>`
    select w.id as webhook_id, 'job.' || j.status as event
    from jobs j join webhooks w on w.workspace_id = j.workspace_id
    where j.id = ${jobId} and w.disabled_at is null and 'job.' || j.status = any (w.events)`.execute(transaction);
  for (const { webhook_id, event } of rows)
    await sql`
      insert into webhook_deliveries (id, webhook_id, event, job_id, status, created_at, next_attempt_at)
      values (${newId()}, ${webhook_id}, ${event}, ${jobId}, 'pending', ${now}, ${now})`.execute(transaction);
}
