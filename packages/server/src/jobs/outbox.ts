import { sql } from 'kysely';
import type { Queryable } from '../database/connection.ts';

/**
 * Notes a message for every webhook of the job's workspace that wants to know of its end. Runs in the transaction that ends
 * the job: a message exists exactly when the end does. Index: webhooks_by_workspace.
 */
export async function announceEnd(transaction: Queryable, jobId: string, now: Date): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, webhook_id, event, job_id, status, created_at, next_attempt_at)
    select uuidv7(), w.id, 'job.' || j.status, j.id, 'pending', ${now}, ${now}
    from jobs j join webhooks w on w.workspace_id = j.workspace_id
    where j.id = ${jobId} and w.disabled_at is null and 'job.' || j.status = any (w.events)`.execute(transaction);
}
