import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';

/** Pauses before the tries after the first, in seconds: a day in all. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
/** Random extension of a pause, as a share of it, so that messages that failed together do not return together. */
const JITTER = 0.1;
/** A try that was never heard of again is made again after this long: its process died. */
const LEASE_SECONDS = 60;

/**
 * A due message, with the data to send it. `attempts` is this try's number, from 1; the earlier secret is null without
 * one or after its time.
 */
export type DueMessage = Pick<
  Row<'webhook_deliveries'>,
  'id' | 'webhook_id' | 'event' | 'job_id' | 'attempts' | 'created_at'
> &
  Pick<Row<'webhooks'>, 'url' | 'base_url' | 'workspace_id' | 'secret' | 'previous_secret'>;

/** A message whose time has come, and whose it is. */
export type Candidate = Pick<DueMessage, 'id' | 'workspace_id'>;

/**
 * Due messages, the oldest first, and only the first few of each webhook, so that a long queue of one hides no other. A
 * disabled webhook gets no messages. Index: webhook_deliveries_waiting.
 */
export async function findDue(db: Database, perWebhook: number, now: Date): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select d.id, w.workspace_id
    from webhooks w cross join lateral (
      select id, next_attempt_at from webhook_deliveries
      where webhook_id = w.id and status = 'pending' and next_attempt_at <= ${now}
      order by next_attempt_at limit ${perWebhook}
    ) d
    where w.disabled_at is null
    order by d.next_attempt_at`.execute(db);
  return rows;
}

/** Takes those of the messages that are still due, each for one process only. Index: webhook_deliveries_pkey. */
export async function takeDue(db: Database, ids: readonly string[], now: Date): Promise<readonly DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update webhook_deliveries d
    set attempts = attempts + 1, next_attempt_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from webhooks w
    where d.id = any(${[...ids]}::uuid[]) and d.status = 'pending' and d.next_attempt_at <= ${now} and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.event, d.job_id, d.attempts, d.created_at, w.url, w.base_url, w.workspace_id, w.secret,
      case when w.previous_secret_until > ${now} then w.previous_secret end as previous_secret`.execute(db);
  return rows;
}

/** Only the latest try of a message may record its outcome. */
const held = ({ id, attempts }: Pick<DueMessage, 'id' | 'attempts'>) =>
  sql`id = ${id} and status = 'pending' and attempts = ${attempts}`;

/** Notes that a message arrived. Index: webhook_deliveries_pkey. */
export async function noteArrival(db: Queryable, message: DueMessage, status: number, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'delivered', response_status = ${status}, error = null, next_attempt_at = null, delivered_at = ${now}
    where ${held(message)}`.execute(db);
}

/**
 * Notes a failed try, and when the next one comes: never after the last, nor when the address is gone for good. The
 * status is that of the answer, null without one; the error is for the owner. Index: webhook_deliveries_pkey.
 */
export async function noteFailure(
  db: Database,
  message: DueMessage,
  { status, error }: { readonly status: number | null; readonly error: string },
  now: Date,
): Promise<void> {
  const isGone = status === 410;
  const pause = isGone ? undefined : PAUSES_SECONDS[message.attempts - 1];
  const next =
    pause === undefined
      ? sql`null::timestamptz`
      : sql`${now}::timestamptz + make_interval(secs => ${pause * (1 + JITTER * Math.random())})`;
  await db.transaction().execute(async (transaction) => {
    await sql`
      update webhook_deliveries
      set status = ${pause === undefined ? 'failed' : 'pending'}, response_status = ${status}, error = ${error}, next_attempt_at = ${next}
      where ${held(message)}`.execute(transaction);
    if (isGone) await disable(transaction, message.webhook_id, now);
  });
}

/** Disables an address that is gone and fails its waiting messages. Index: webhook_deliveries_waiting. */
async function disable(transaction: Queryable, webhookId: string, now: Date): Promise<void> {
  await sql`update webhooks set disabled_at = ${now} where id = ${webhookId}`.execute(transaction);
  await sql`
    update webhook_deliveries
    set status = 'failed', next_attempt_at = null, error = 'The address answered 410 to an earlier message.'
    where webhook_id = ${webhookId} and status = 'pending'`.execute(transaction);
}

/** Days for which deliveries that have ended are listed. */
const KEPT_DAYS = 30;

/** Deletes deliveries that ended long ago. Safe to run twice. Index: webhook_deliveries_ended. */
export async function sweepDeliveries(db: Database, clock: Clock): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where status <> 'pending' and created_at < ${clock.now()}::timestamptz - make_interval(days => ${KEPT_DAYS})
  `.execute(db);
}
