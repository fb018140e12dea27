import { BODY_ERRORS, endpoint } from '../endpoint.ts';
import { pageFields } from '../resources/account.ts';
import {
  DeliveryPage,
  WEBHOOKS_MAX,
  WebhookCreation,
  WebhookDelivery,
  WebhookList,
  WebhookWithSecret,
} from '../resources/webhook.ts';
import { closed, uuid } from '../schema.ts';

const webhookParams = closed({ id: uuid('Webhook ID.') });
const deliveryParams = closed({ id: uuid('Webhook ID.'), delivery_id: uuid('Delivery ID.') });

export const createWebhook = endpoint({
  id: 'createWebhook',
  interface: 'v1',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Register a webhook',
  description: `At most ${WEBHOOKS_MAX}. The service signs messages by the Standard Webhooks convention, and repeats them for a day until the answer is 2xx.`,
  auth: 'workspace',
  scope: 'manage',
  body: WebhookCreation,
  example: { url: 'https://shop.example/hooks/atelier', events: ['job.completed', 'job.failed'] },
  status: 201,
  response: { description: 'The webhook and its secret, which is shown only once.', schema: WebhookWithSecret },
  errors: BODY_ERRORS,
});

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  interface: 'v1',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhooks',
  auth: 'workspace',
  scope: 'manage',
  status: 200,
  response: { description: 'All webhooks, newest first.', schema: WebhookList },
  errors: ['invalid_request'],
});

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  interface: 'v1',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  summary: 'Delete a webhook with its deliveries',
  auth: 'workspace',
  scope: 'manage',
  params: webhookParams,
  status: 204,
  response: { description: 'The webhook receives no more messages.' },
  errors: ['invalid_request', 'not_found'],
});

export const rotateWebhookSecret = endpoint({
  id: 'rotateWebhookSecret',
  interface: 'v1',
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate',
  summary: 'Give a webhook a new secret',
  description: 'For a day the service also signs messages with the old secret. This enables a disabled webhook again.',
  auth: 'workspace',
  scope: 'manage',
  params: webhookParams,
  status: 200,
  response: { description: 'The webhook and its new secret, which is shown only once.', schema: WebhookWithSecret },
  errors: ['invalid_request', 'not_found'],
});

export const testWebhook = endpoint({
  id: 'testWebhook',
  interface: 'v1',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  summary: 'Send a webhook a test message',
  auth: 'workspace',
  scope: 'manage',
  params: webhookParams,
  status: 202,
  response: { description: 'The delivery. Its result appears in the list of deliveries.', schema: WebhookDelivery },
  errors: ['invalid_request', 'not_found'],
});

export const listDeliveries = endpoint({
  id: 'listDeliveries',
  interface: 'v1',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  auth: 'workspace',
  scope: 'manage',
  params: webhookParams,
  query: closed(pageFields),
  status: 200,
  response: { description: 'A page of deliveries.', schema: DeliveryPage },
  errors: ['invalid_request', 'not_found'],
});

export const redeliver = endpoint({
  id: 'redeliver',
  interface: 'v1',
  method: 'POST',
  path: '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  summary: 'Send a message again',
  auth: 'workspace',
  scope: 'manage',
  params: deliveryParams,
  status: 202,
  response: { description: 'The delivery, due at once.', schema: WebhookDelivery },
  errors: ['invalid_request', 'not_found'],
});
