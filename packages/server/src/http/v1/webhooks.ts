import { ENDPOINTS, WEBHOOK_EVENTS } from '@atelier/contract';
import { deleteOwn } from '../../database/own-rows.ts';
import type { PageRange } from '../../database/page.ts';
import { Fault } from '../../fault.ts';
import { quote } from '../../schema-check.ts';
import {
  deliveryView,
  findWebhook,
  insertTestDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateSecret,
  secretText,
  type WebhookRow,
  webhookView,
} from '../../webhooks/rows.ts';
import { readPage } from '../cursor.ts';
import { baseUrl, type HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';

/** Registering, listing, deleting and testing webhooks, and their deliveries. */
export function addWebhookRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;
  const findEnabled = async (workspaceId: string, id: string): Promise<WebhookRow> => {
    const webhook = await findWebhook(db, workspaceId, id);
    if (!webhook.disabled_at) return webhook;
    const since = webhook.disabled_at.toISOString();
    throw new Fault(
      'invalid_request',
      `The webhook has been disabled since ${since}, when its address answered 410; rotate its secret to enable it again.`,
    );
  };
  const withSecret = (webhook: WebhookRow) => ({ webhook: webhookView(webhook), secret: secretText(webhook.secret) });

  route(ENDPOINTS.createWebhook, async ({ body, workspace, request }) => {
    if (!(await room.webhooks.admits(body.url, workspace.id)))
      throw new Fault(
        'invalid_request',
        `/url is ${quote(body.url)}; allowed: an address that now leads only to the public internet, and not on another protocol's port such as 25.`,
      );
    const { url, events = WEBHOOK_EVENTS } = body;
    const wanted = { workspace_id: workspace.id, url, events, base_url: baseUrl(room, request) };
    return withSecret(await insertWebhook(db, wanted, clock.now()));
  });

  route(ENDPOINTS.listWebhooks, async ({ workspace }) => ({
    webhooks: (await listWebhooks(db, workspace.id)).map(webhookView),
  }));

  route(ENDPOINTS.deleteWebhook, ({ params, workspace }) => deleteOwn(db, 'webhooks', workspace.id, params.id));

  route(ENDPOINTS.rotateWebhookSecret, async ({ params, workspace }) =>
    withSecret(await rotateSecret(db, workspace.id, params.id, clock.now())),
  );

  route(ENDPOINTS.testWebhook, async ({ params, workspace }) => {
    const webhook = await findEnabled(workspace.id, params.id);
    return deliveryView(await insertTestDelivery(db, webhook.id, clock.now()));
  });

  route(ENDPOINTS.listDeliveries, async ({ params, query, workspace }) => {
    const webhook = await findWebhook(db, workspace.id, params.id);
    const read = (page: PageRange) => listDeliveries(db, webhook.id, page);
    const { items, page_info } = await readPage('deliveries', webhook.id, query, read);
    return { deliveries: items.map(deliveryView), page_info };
  });

  route(ENDPOINTS.redeliver, async ({ params, workspace }) => {
    const webhook = await findEnabled(workspace.id, params.id);
    return deliveryView(await redeliver(db, webhook.id, params.delivery_id, clock.now()));
  });
}
