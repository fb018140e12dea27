import { sql } from 'kysely';
import type { Database, Queryable } from '../database/connection.ts';

/** Pauses before the tries after the first, in seconds: a day in all. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
/** Share by which a pause is made longer at random, so that what failed together does not come back together. */
const JITTER = 0.1;
/** A try that was never heard of again is made again after this long: its process died. */
const LEASE_SECONDS = 60;

/** A message whose time has come, with what is needed to send it. */
export interface DueMessage {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly job_id: string | null;
  /** This try's number, from 1. */
  readonly attempts: number;
  readonly created_at: Date;
  readonly url: string;
  readonly workspace_id: string;
  readonly secret: Buffer;
  /** Null when there is none or its time is over. */
  readonly previous_secret: Buffer | null;
}

/** Takes messages that are due, each for one process only. Index: webhook_deliveries_due. */
export async function takeDue(db: Database, limit: number, now: Date): Promise<readonly DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select id from webhook_deliveries
      where status = 'pending' and next_attempt_at <= ${now}
      order by next_attempt_at limit ${limit}
      for update skip locked
    )
    update webhook_deliveries d
    set attempts = attempts + 1, next_attempt_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from due, webhooks w
    where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.event, d.job_id, d.attempts, d.created_at, w.url, w.workspace_id, w.secret,
      case when w.previous_secret_until > ${now} then w.previous_secret end as previous_secret`.execute(db);
  return rows;
}

/** Only the latest try of a message may note what became of it. */
const held = ({ id, attempts }: Pick<DueMessage, 'id' | 'attempts'>) =>
  sql`id = ${id} and status = 'pending' and attempts = ${attempts}`;

/** Notes that a message arrived. Index: webhook_deliveries_pkey. */
export async function noteArrival(db: Queryable, message: DueMessage, status: number, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'delivered', response_status = ${status}, error = null, next_attempt_at = null, delivered_at = ${now}
    where ${held(message)}`.execute(db);
}

/** Why a try failed. */
export interface FailedTry {
  /** Of the answer; null when there was none. */
  readonly status: number | null;
  /** For the owner of the webhook. */
  readonly error: string;
}

/** Notes a failed try, and when the next one comes: never after the last, nor when the address is gone for good. Index: webhook_deliveries_pkey. */
export async function noteFailure(db: Database, message: DueMessage, { status, error }: FailedTry, now: Date): Promise<void> {
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
    if (isGone) await sql`update webhooks set disabled_at = ${now} where id = ${message.webhook_id}`.execute(transaction);
  });
}
