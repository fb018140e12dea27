import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

/** A request at a receiver. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let service: TestService;
let workspace: TestWorkspace;
let receiver: Server;
let url: string;
const received: Received[] = [];
/** Statuses the receiver answers with next; 204 when none is left. */
const answers: number[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  service = await startTestService({ environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8' } });
  workspace = await service.workspace();
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

/** Waits until a condition holds. */
async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const messageOf = (id: string) => until(() => received.find(({ headers }) => headers['webhook-id'] === id));
const deliveryOf = (
  hook: string,
  wanted: (delivery: { status: string; attempts: number; response_status: number | null }) => boolean,
) => until(async () => (await workspace.get(`/v1/webhooks/${hook}/deliveries`)).body.deliveries.find(wanted));

/** The signature a receiver computes, by the Standard Webhooks convention. */
function signed(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`;
}

async function tryOn(prompt?: string) {
  const photos = { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] };
  const { body } = await workspace.post('/v1/images/virtual-try-on', { ...photos, ...(prompt ? { prompt } : {}) });
  return workspace.final(body.jobs[0].id);
}

test('the end of a job is told once, signed, with the job as v1 shows it', async () => {
  const { status, body } = await workspace.post('/v1/webhooks', { url, events: ['job.completed'] });
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const job = await tryOn();
  const delivery = await deliveryOf(body.webhook.id, (one) => one.status === 'delivered');
  expect(delivery).toMatchObject({
    event: 'job.completed',
    job_id: job.id,
    attempts: 1,
    response_status: 204,
    error: null,
  });
  const message = await messageOf(delivery.id);
  expect(message.headers['webhook-signature']).toBe(signed(body.secret, message));
  expect(JSON.parse(message.body)).toMatchObject({ type: 'job.completed', data: { id: job.id, status: 'completed' } });
  await workspace.delete(`/v1/webhooks/${body.webhook.id}`);
});

test('only the events that were asked for are told', async () => {
  const { body } = await workspace.post('/v1/webhooks', { url, events: ['job.failed'] });
  await tryOn();
  const failed = await tryOn('sandbox:fail=input_rejected');
  await deliveryOf(body.webhook.id, (one) => one.status === 'delivered');
  const { deliveries } = (await workspace.get(`/v1/webhooks/${body.webhook.id}/deliveries`)).body;
  expect(deliveries.map((one: { job_id: string }) => one.job_id)).toEqual([failed.id]);
  await workspace.delete(`/v1/webhooks/${body.webhook.id}`);
});

test('a refused message is tried again with the same id, and can be sent again by hand', async () => {
  const { body } = await workspace.post('/v1/webhooks', { url });
  const hook = body.webhook.id;
  answers.push(500);
  const { body: asked } = await workspace.post(`/v1/webhooks/${hook}/test`);
  const refused = await deliveryOf(hook, (one) => one.response_status !== null);
  expect(refused).toMatchObject({
    id: asked.id,
    event: 'webhook.test',
    status: 'pending',
    attempts: 1,
    response_status: 500,
  });
  expect(Date.parse(refused.next_attempt_at)).toBeGreaterThan(Date.now());
  expect((await workspace.post(`/v1/webhooks/${hook}/deliveries/${asked.id}/redeliver`)).status).toBe(202);
  expect(await deliveryOf(hook, (one) => one.status === 'delivered')).toMatchObject({ id: asked.id, error: null });
  expect(received.filter(({ headers }) => headers['webhook-id'] === asked.id)).toHaveLength(2);
  await workspace.delete(`/v1/webhooks/${hook}`);
});

test('after a rotation messages carry signatures of both secrets', async () => {
  const { body: before } = await workspace.post('/v1/webhooks', { url });
  const { body: after } = await workspace.post(`/v1/webhooks/${before.webhook.id}/rotate`);
  expect(after.secret).not.toBe(before.secret);
  const { body: asked } = await workspace.post(`/v1/webhooks/${before.webhook.id}/test`);
  const message = await messageOf(asked.id);
  expect(message.headers['webhook-signature']).toBe(
    `${signed(after.secret, message)} ${signed(before.secret, message)}`,
  );
  await workspace.delete(`/v1/webhooks/${before.webhook.id}`);
});

test('an address that answers 410 is told nothing more', async () => {
  const { body } = await workspace.post('/v1/webhooks', { url });
  answers.push(410);
  await workspace.post(`/v1/webhooks/${body.webhook.id}/test`);
  await deliveryOf(body.webhook.id, (one) => one.status === 'failed');
  const { webhooks } = (await workspace.get('/v1/webhooks')).body;
  expect(webhooks[0]).toMatchObject({ id: body.webhook.id, disabled_at: expect.any(String) });
  const refused = await workspace.post(`/v1/webhooks/${body.webhook.id}/test`);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/disabled since .* rotate its secret/),
  ]);
  expect((await workspace.post(`/v1/webhooks/${body.webhook.id}/rotate`)).body.webhook.disabled_at).toBeNull();
  await workspace.post(`/v1/webhooks/${body.webhook.id}/test`);
  await deliveryOf(body.webhook.id, (one) => one.status === 'delivered');
  await workspace.delete(`/v1/webhooks/${body.webhook.id}`);
});

test('an address that never answers holds up its own workspace only', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const slow = await service.workspace();
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const { body: hanging } = await slow.post('/v1/webhooks', { url: silentUrl });
  await Promise.all(Array.from({ length: 100 }, () => slow.post(`/v1/webhooks/${hanging.webhook.id}/test`)));
  const { body } = await workspace.post('/v1/webhooks', { url });
  const started = performance.now();
  const { body: asked } = await workspace.post(`/v1/webhooks/${body.webhook.id}/test`);
  await messageOf(asked.id);
  // Far less than one deadline of the silent address, fifteen seconds.
  expect(performance.now() - started).toBeLessThan(7_000);
  await workspace.delete(`/v1/webhooks/${body.webhook.id}`);
  await slow.delete(`/v1/webhooks/${hanging.webhook.id}`);
  silent.closeAllConnections();
  silent.close();
});

test('addresses inside and malformed ones are refused, naming what was given', async () => {
  for (const bad of ['http://10.0.0.7/hook', 'http://169.254.169.254/latest', 'http://[::1]:80/']) {
    const { status, body } = await workspace.post('/v1/webhooks', { url: bad });
    expect([status, body.code], bad).toEqual([400, 'invalid_request']);
    expect(body.message).toContain(JSON.stringify(bad));
  }
  const { status, body } = await workspace.post('/v1/webhooks', { url, events: ['job.started'] });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
});

test("another workspace's webhook is not there", async () => {
  const { body } = await workspace.post('/v1/webhooks', { url });
  const other = await service.workspace();
  const target = `/v1/webhooks/${body.webhook.id}`;
  for (const answer of [
    await other.delete(target),
    await other.post(`${target}/test`),
    await other.get(`${target}/deliveries`),
  ])
    expect(answer.status).toBe(404);
  expect((await other.get('/v1/webhooks')).body.webhooks).toEqual([]);
});
