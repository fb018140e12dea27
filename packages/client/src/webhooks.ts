import type {
  DeliveryPage,
  Static,
  Webhook,
  WebhookCreation,
  WebhookDelivery,
  WebhookWithSecret,
} from '@atelier/contract';
import { everyItem, withQuery } from './pages.ts';
import { type RequestOptions, send } from './request.ts';

/** The addresses that the service tells when jobs end. Check each message with `verifyWebhook`. */
export class Webhooks {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Registers an address. The answer shows the secret, this once. */
  create(webhook: Static<typeof WebhookCreation>, signal?: AbortSignal): Promise<Static<typeof WebhookWithSecret>> {
    return send(this.#options, { method: 'POST', path: '/v1/webhooks', body: webhook, signal, repeatable: false });
  }

  /** Lists all webhooks, newest first. */
  async list(signal?: AbortSignal): Promise<readonly Webhook[]> {
    const call = { method: 'GET', path: '/v1/webhooks', signal, repeatable: true } as const;
    return (await send<{ webhooks: Webhook[] }>(this.#options, call)).webhooks;
  }

  /** Deletes a webhook with its deliveries. */
  async delete(id: string, signal?: AbortSignal): Promise<void> {
    await send(this.#options, { method: 'DELETE', path: pathOf(id), signal, repeatable: false });
  }

  /** Gives a webhook a new secret and enables it again. Messages carry both signatures for a day. */
  rotate(id: string, signal?: AbortSignal): Promise<Static<typeof WebhookWithSecret>> {
    return send(this.#options, { method: 'POST', path: `${pathOf(id)}/rotate`, signal, repeatable: false });
  }

  /** Sends a test message. */
  test(id: string, signal?: AbortSignal): Promise<WebhookDelivery> {
    return send(this.#options, { method: 'POST', path: `${pathOf(id)}/test`, signal, repeatable: false });
  }

  /** Reads a page of deliveries, newest first. */
  deliveries(id: string, { signal, ...page }: DeliveriesOptions = {}): Promise<Static<typeof DeliveryPage>> {
    const path = withQuery(`${pathOf(id)}/deliveries`, page);
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Goes through all deliveries of a webhook, newest first. */
  allDeliveries(id: string, signal?: AbortSignal): AsyncGenerator<WebhookDelivery, void> {
    return everyItem(
      (cursor) => this.deliveries(id, { cursor, signal }),
      ({ deliveries }) => deliveries,
    );
  }

  /** Sends the message of a delivery again. */
  redeliver(id: string, deliveryId: string, signal?: AbortSignal): Promise<WebhookDelivery> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return send(this.#options, { method: 'POST', path, signal, repeatable: false });
  }
}

/** Which page of deliveries to read. */
export interface DeliveriesOptions {
  /** Deliveries of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

function pathOf(id: string): string {
  return `/v1/webhooks/${encodeURIComponent(id)}`;
}
