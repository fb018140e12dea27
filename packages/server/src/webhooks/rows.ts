import { createHmac, randomBytes } from 'node:crypto';
import { TEST_EVENT, WEBHOOKS_MAX, type WebhookDelivery, type Webhook as WebhookView } from '@atelier/contract';
import { sql } from 'kysely';
import { lockWorkspace } from '../accounts/workspaces.ts';
import { columns } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { newestFirst, type PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';

/** Columns of {@link WebhookRow}. */
const WEBHOOK_COLUMNS = ['id', 'url', 'events', 'secret', 'created_at', 'disabled_at'] as const;

/** A row of `webhooks`. */
export type WebhookRow = Pick<Row<'webhooks'>, (typeof WEBHOOK_COLUMNS)[number]>;

/** Columns of {@link DeliveryRow}. */
const DELIVERY_COLUMNS = [
  ...(['id', 'event', 'job_id', 'status', 'attempts', 'response_status', 'error'] as const),
  ...(['created_at', 'next_attempt_at', 'delivered_at'] as const),
];

/** A row of `webhook_deliveries`. */
export type DeliveryRow = Pick<Row<'webhook_deliveries'>, (typeof DELIVERY_COLUMNS)[number]>;

/** A webhook as its owner sees it. */
export function webhookView({ id, url, events, created_at, disabled_at }: WebhookRow): WebhookView {
  const [createdAt, disabledAt] = [created_at.toISOString(), disabled_at?.toISOString() ?? null];
  return { id, url, events: [...events], created_at: createdAt, disabled_at: disabledAt };
}

/** A delivery as its owner sees it. */
export function deliveryView({ created_at, next_attempt_at, delivered_at, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    delivered_at: delivered_at?.toISOString() ?? null,
  };
}

/** A webhook to be registered; `base_url` is where its owner reached the service, without a slash at the end. */
export type NewWebhook = Pick<Row<'webhooks'>, 'workspace_id' | 'url' | 'events' | 'base_url'>;

/** Registers a webhook. Throws where the workspace has as many as it may. Index: webhooks_by_workspace. */
export async function insertWebhook(db: Database, wanted: NewWebhook, now: Date): Promise<WebhookRow> {
  const { workspace_id: workspaceId } = wanted;
  return db.transaction().execute(async (transaction) => {
    // The lock on the workspace keeps two registrations from both being the last one allowed.
    await lockWorkspace(transaction, workspaceId);
    if ((await listWebhooks(transaction, workspaceId)).length >= WEBHOOKS_MAX)
      throw new Fault(
        'invalid_request',
        `The workspace has ${WEBHOOKS_MAX} webhooks, the most allowed; delete one first.`,
      );
    return transaction
      .insertInto('webhooks')
      .values({ ...wanted, id: newId(), secret: newSecret(), created_at: now })
      .returning(WEBHOOK_COLUMNS)
      .executeTakeFirstOrThrow();
  });
}

/** Webhooks of a workspace, newest first. Index: webhooks_by_workspace. */
export async function listWebhooks(db: Queryable, workspaceId: string): Promise<readonly WebhookRow[]> {
  const all = db.selectFrom('webhooks').select(WEBHOOK_COLUMNS).where('workspace_id', '=', workspaceId);
  return all.orderBy('id', 'desc').execute();
}

/** A webhook of the workspace. Throws `not_found` without one. Index: webhooks_pkey. */
export function findWebhook(db: Queryable, workspaceId: string, id: string): Promise<WebhookRow> {
  const found = db.selectFrom('webhooks').select(WEBHOOK_COLUMNS).where('id', '=', id);
  const own = found.where('workspace_id', '=', workspaceId);
  return own.executeTakeFirstOrThrow(() => new MissingFault('webhook', id));
}

/** Hours for which messages are signed with the secret before a rotation as well. */
const OLD_SECRET_HOURS = 24;

/** Gives a webhook a new secret and enables it again. Throws `not_found` without one. Index: webhooks_pkey. */
export async function rotateSecret(db: Queryable, workspaceId: string, id: string, now: Date): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`
    update webhooks set secret = ${newSecret()}, previous_secret = secret, disabled_at = null,
      previous_secret_until = ${now}::timestamptz + make_interval(hours => ${OLD_SECRET_HOURS})
    where id = ${id} and workspace_id = ${workspaceId}
    returning ${columns(WEBHOOK_COLUMNS)}`.execute(db);
  if (!rows[0]) throw new MissingFault('webhook', id);
  return rows[0];
}

/** Notes a test message, due at once. */
export async function insertTestDelivery(db: Queryable, webhookId: string, now: Date): Promise<DeliveryRow> {
  const message = { id: newId(), webhook_id: webhookId, event: TEST_EVENT, status: 'pending' } as const;
  return db
    .insertInto('webhook_deliveries')
    .values({ ...message, created_at: now, next_attempt_at: now })
    .returning(DELIVERY_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Deliveries of a webhook, newest first. Index: webhook_deliveries_by_webhook. */
export function listDeliveries(db: Queryable, webhookId: string, page: PageRange): Promise<readonly DeliveryRow[]> {
  const all = db.selectFrom('webhook_deliveries').select(DELIVERY_COLUMNS).where('webhook_id', '=', webhookId);
  return newestFirst(all, 'id', page).execute();
}

/**
 * Makes a delivery due at once, from the beginning of its schedule. Throws `not_found` without one. Index:
 * webhook_deliveries_pkey.
 */
export function redeliver(db: Queryable, webhookId: string, id: string, now: Date): Promise<DeliveryRow> {
  const change = { status: 'pending', attempts: 0, next_attempt_at: now, delivered_at: null } as const;
  const one = db.updateTable('webhook_deliveries').set(change).where('id', '=', id).where('webhook_id', '=', webhookId);
  return one.returning(DELIVERY_COLUMNS).executeTakeFirstOrThrow(() => new MissingFault('delivery', id));
}

/** Bytes of a secret: as many as SHA-256 gives. */
const SECRET_BYTES = 32;

/** A fresh secret. */
function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** A secret as its owner keeps it: `whsec_` and base64 (Standard Webhooks). */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

/**
 * The `webhook-signature` of a message by the Standard Webhooks convention 1.0. It is `v1,` and the HMAC-SHA256 of
 * `id.timestamp.body` in base64, one for each secret, separated by spaces. `timestamp` is in seconds since 1970.
 */
export function signatureOf(secrets: readonly Buffer[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}
