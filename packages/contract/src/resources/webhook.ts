import { closed, dateTime, httpUrl, nullable, oneOf, open, optional, type Static, Type, uuid } from '../schema.ts';
import { PageInfo } from './account.ts';

/** The events of a webhook; `webhook.test` is sent only on request. */
export const WEBHOOK_EVENTS = ['job.completed', 'job.failed', 'job.policy_blocked'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Event of a delivery that was asked for to try a webhook. */
export const TEST_EVENT = 'webhook.test';

/** Webhooks a workspace may have. */
export const WEBHOOKS_MAX = 20;

/** An address that receives a message when jobs end. */
export const Webhook = open(
  {
    id: uuid(),
    url: Type.String(),
    events: Type.Array(oneOf(WEBHOOK_EVENTS)),
    created_at: dateTime(),
    disabled_at: nullable(
      dateTime('Set when the address answered 410 Gone. It receives no more messages until you rotate its secret.'),
    ),
  },
  { $id: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

/** Body of a registration. */
export const WebhookCreation = closed({
  url: httpUrl('Where to post events. It must lead to the public internet.'),
  events: optional(
    Type.Array(oneOf(WEBHOOK_EVENTS), { minItems: 1, uniqueItems: true, description: 'Absent: all events.' }),
  ),
});

/** Answer of a registration and of a rotation. */
export const WebhookWithSecret = open({
  webhook: Webhook,
  secret: Type.String({ description: '`whsec_` and 32 bytes in base64, to check signatures. It is shown only once.' }),
});

/** All webhooks of a workspace. */
export const WebhookList = open({ webhooks: Type.Array(Webhook) });

/** States of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One message to one webhook. */
export const WebhookDelivery = open(
  {
    id: uuid('Sent as `webhook-id`, the same at every try, so that receivers recognise repetitions.'),
    event: Type.String(),
    job_id: nullable(uuid()),
    status: oneOf(DELIVERY_STATUSES),
    attempts: Type.Integer(),
    response_status: nullable(Type.Integer({ description: 'HTTP status of the last answer.' })),
    error: nullable(Type.String({ description: 'Why the last try failed.' })),
    created_at: dateTime(),
    next_attempt_at: nullable(dateTime()),
    delivered_at: nullable(dateTime()),
  },
  { $id: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** A page of deliveries, newest first. */
export const DeliveryPage = open(
  { deliveries: Type.Array(WebhookDelivery), page_info: PageInfo },
  { $id: 'DeliveryPage' },
);
