import {
  type DeliveryStatus,
  TEST_EVENT,
  WEBHOOKS_MAX,
  type WebhookDelivery,
  type WebhookEvent,
  type Webhook as WebhookView,
} from '@atelier/contract';
import { sql } from 'kysely';
import { columnsOf } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { newSecret } from './signature.ts';

/** A row of `webhooks`. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly secret: Buffer;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
}

/** A row of `webhook_deliveries`. */
export interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly job_id: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
}

/** Columns of {@link WebhookRow}. */
const WEBHOOK_COLUMNS = columnsOf<WebhookRow>({
  id: true,
  url: true,
  events: true,
  secret: true,
  created_at: true,
  disabled_at: true,
});

/** Columns of {@link DeliveryRow}. */
const DELIVERY_COLUMNS = columnsOf<DeliveryRow>({
  id: true,
  event: true,
  job_id: true,
  status: true,
  attempts: true,
  response_status: true,
  error: true,
  created_at: true,
  next_attempt_at: true,
  delivered_at: true,
});

/** A webhook as its owner sees it. */
export function webhookView({ id, url, events, created_at, disabled_at }: WebhookRow): WebhookView {
  return { id, url, events, created_at: created_at.toISOString(), disabled_at: disabled_at?.toISOString() ?? null };
}

/** A delivery as its owner sees it. */
export function deliveryView(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event: row.event,
    job_id: row.job_id,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    error: row.error,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
  };
}

/** A webhook to be registered. */
export interface NewWebhook {
  readonly workspaceId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Where its owner reached the service, without a slash at the end. */
  readonly baseUrl: string;
}

/** Registers a webhook; null when the workspace has as many as it may. Index: webhooks_by_workspace. */
export async function insertWebhook(
  db: Database,
  { workspaceId, url, events, baseUrl }: NewWebhook,
  now: Date,
): Promise<WebhookRow | null> {
  return db.transaction().execute(async (transaction) => {
    // The lock on the workspace keeps two registrations from both being the last one allowed.
    await sql`select id from workspaces where id = ${workspaceId} for update`.execute(transaction);
    const { rows } = await sql<WebhookRow>`
      insert into webhooks (id, workspace_id, url, events, base_url, secret, created_at)
      select ${newId()}::uuid, ${workspaceId}::uuid, ${url}, ${[...events]}::text[], ${baseUrl}, ${newSecret()}, ${now}::timestamptz
      where (select count(*) from webhooks where workspace_id = ${workspaceId}) < ${WEBHOOKS_MAX}
      returning ${WEBHOOK_COLUMNS()}`.execute(transaction);
    return rows[0] ?? null;
  });
}

/** Webhooks of a workspace, newest first. Index: webhooks_by_workspace. */
export async function listWebhooks(db: Queryable, workspaceId: string): Promise<readonly WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select ${WEBHOOK_COLUMNS()} from webhooks where workspace_id = ${workspaceId} order by id desc`.execute(db);
  return rows;
}

/** A webhook of the workspace, or null. Index: webhooks_pkey. */
export async function findWebhook(db: Queryable, workspaceId: string, id: string): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    select ${WEBHOOK_COLUMNS()} from webhooks where id = ${id} and workspace_id = ${workspaceId}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes a webhook and its deliveries; false when there is none. Index: webhooks_pkey. */
export async function deleteWebhook(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`delete from webhooks where id = ${id} and workspace_id = ${workspaceId} returning id`.execute(db);
  return rows.length > 0;
}

/** Hours for which messages are signed with the secret before a rotation as well. */
const OLD_SECRET_HOURS = 24;

/** Gives a webhook a new secret and enables it again; null when there is none. Index: webhooks_pkey. */
export async function rotateSecret(
  db: Queryable,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    update webhooks set secret = ${newSecret()}, previous_secret = secret, disabled_at = null,
      previous_secret_until = ${now}::timestamptz + make_interval(hours => ${OLD_SECRET_HOURS})
    where id = ${id} and workspace_id = ${workspaceId}
    returning ${WEBHOOK_COLUMNS()}`.execute(db);
  return rows[0] ?? null;
}

/** Notes a test message, due at once. */
export async function insertTestDelivery(db: Queryable, webhookId: string, now: Date): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (id, webhook_id, event, status, created_at, next_attempt_at)
    values (${newId()}, ${webhookId}, ${TEST_EVENT}, 'pending', ${now}, ${now})
    returning ${DELIVERY_COLUMNS()}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a delivery was not returned');
  return row;
}

/** Deliveries of a webhook, newest first, older than `before` where given. Index: webhook_deliveries_by_webhook. */
export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  limit: number,
  before: string | null,
): Promise<readonly DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${DELIVERY_COLUMNS()} from webhook_deliveries
    where webhook_id = ${webhookId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Makes a delivery due at once, from the beginning of its schedule; null when there is none. Index:
 * webhook_deliveries_pkey.
 */
export async function redeliver(db: Queryable, webhookId: string, id: string, now: Date): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = ${now}, delivered_at = null
    where id = ${id} and webhook_id = ${webhookId}
    returning ${DELIVERY_COLUMNS()}`.execute(db);
  return rows[0] ?? null;
}
