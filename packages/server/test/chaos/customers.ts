import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallPicture } from '../support/service.ts';
import { breakingOrder, type Order, sandboxOrder } from './orders.ts';

/** The actions and observations of a customer. */
export interface Customer {
  readonly workspaceId: string;
  /** Jobs that the service acknowledged, with their orders. */
  readonly acknowledged: Map<string, Order>;
  /** Uploads the service acknowledged. */
  readonly uploads: string[];
  /** Requests that were refused though nothing was wrong with them. */
  readonly refused: string[];
  /** Answers of status 500, which the service did not foresee. */
  readonly broken: string[];
  /** Times a request was sent again because no good answer came. */
  retries: number;
}

/** A customer ready to begin. */
export interface ReadyCustomer {
  readonly customer: Customer;
  /** Submits until `isOver`; resolves when the last request is answered. */
  submitting(isOver: () => boolean): Promise<void>;
}

/** Where a customer finds the service, and where it wants to hear of ends. */
export interface Meeting {
  readonly url: string;
  readonly adminKey: string;
  readonly webhookUrl: string;
}

const CREDITS = 1_000_000;

/** Longest wait for an answer, in milliseconds. */
const ANSWER_MS = 15_000;

/** Pause before a request is sent again, in milliseconds. */
const RETRY_MS = 300;

/** Pauses between two requests at least and at most, in milliseconds. */
const PAUSE_MS = [300, 1_200] as const;

/** Share of requests that bring a new picture. */
const UPLOAD_SHARE = 0.15;

/** Makes a workspace with a webhook: of the sandbox, or of the engine that breaks. */
export async function meetCustomer(
  meeting: Meeting,
  kind: 'sandbox' | 'breaking',
  random: () => number,
): Promise<ReadyCustomer> {
  const { url, adminKey, webhookUrl } = meeting;
  const fields = { name: 'chaos', plan: 'enterprise', sandbox: kind === 'sandbox', credits: CREDITS };
  const made = await call(url, adminKey, '/admin/workspaces', fields);
  const { workspace, api_key: key }: { workspace: { id: string }; api_key: string } = JSON.parse(made);
  const events = ['job.completed', 'job.failed', 'job.policy_blocked'];
  await call(url, key, '/v1/webhooks', { url: webhookUrl, events });
  const customer: Customer = {
    workspaceId: workspace.id,
    acknowledged: new Map(),
    uploads: [],
    refused: [],
    broken: [],
    retries: 0,
  };
  const sender = { url, key, customer };
  await upload(sender);
  const submitting = async (isOver: () => boolean) => {
    while (!isOver()) {
      if (random() < UPLOAD_SHARE) await upload(sender);
      const order = kind === 'sandbox' ? sandboxOrder(random) : breakingOrder(random);
      await submit(sender, order, kind === 'sandbox' ? 1 + Math.floor(random() * 2) : 1);
      await sleep(PAUSE_MS[0] + random() * (PAUSE_MS[1] - PAUSE_MS[0]));
    }
  };
  return { customer, submitting };
}

async function call(url: string, key: string, path: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
  return answer.text();
}

/** Who sends requests, and where to. */
interface Sender {
  readonly url: string;
  readonly key: string;
  readonly customer: Customer;
}

async function submit(sender: Sender, { ...order }: Order, count: number): Promise<void> {
  const image = sender.customer.uploads.at(-1);
  const body = { person_image_id: image, outfit_image_ids: [image], num_images: count, prompt: order.prompt };
  const text = await untilAnswered(sender, '/v1/images/virtual-try-on', 202, () => JSON.stringify(body), {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  });
  if (text === null) return;
  const { jobs }: { jobs: { id: string }[] } = JSON.parse(text);
  for (const { id } of jobs) sender.customer.acknowledged.set(id, order);
}

async function upload(sender: Sender): Promise<void> {
  const picture = new Blob([await smallPicture()]);
  const text = await untilAnswered(sender, '/images', 201, () => {
    const form = new FormData();
    form.set('file', picture, 'small.png');
    return form;
  });
  if (text !== null) sender.customer.uploads.push(JSON.parse(text).id);
}

/**
 * Sends a request until it has the wanted answer, as a careful client does. Null, and noted, when the service refuses
 * its content.
 */
async function untilAnswered(
  { url, key, customer }: Sender,
  path: string,
  wanted: number,
  body: () => string | FormData,
  headers: Record<string, string> = {},
): Promise<string | null> {
  for (;;) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: body(),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer?.status === wanted) return answer.text;
    const isPassing = answer === null || answer.status >= 500 || answer.status === 409 || answer.status === 429;
    if (!isPassing) {
      customer.refused.push(`${path}: ${answer.status} ${answer.text}`);
      return null;
    }
    if (answer?.status === 500) customer.broken.push(`${path}: ${answer.text}`);
    customer.retries += 1;
    await sleep(RETRY_MS);
  }
}
