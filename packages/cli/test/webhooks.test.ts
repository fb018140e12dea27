import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@atelier/client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { atelier, running } from './atelier.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

/** A message at the receiver. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let workspace: CommandWorkspace;
let receiver: Server;
let address: string;
const received: Received[] = [];
/** Statuses the receiver answers with next; 204 when none is left. */
const answers: number[] = [];

beforeAll(async () => {
  workspace = await createWorkspace();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204).end();
      receiver.emit('message');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(() => receiver.close());
beforeEach(() => {
  received.length = 0;
});

/** Resolves with that many messages. */
async function messages(count: number): Promise<readonly Received[]> {
  while (received.length < count) await once(receiver, 'message');
  return received;
}

const call = (words: readonly string[]) => atelier(words, workspace.environment);

test('listen forwards the ends of jobs, signed with the secret it prints, and prints a line for each', async () => {
  const listening = running(
    ['webhooks', 'listen', '--forward-to', address, '--event', 'job.failed', '--event', 'job.completed'],
    workspace.environment,
  );
  onTestFinished(() => void listening.process.kill());
  const [secret] = await listening.saying(/whsec_\S+/);
  answers.push(204, 500);
  expect((await call(['webhooks', 'trigger', 'job.policy_blocked'])).code).toBe(0);
  const completed = await call(['webhooks', 'trigger', 'job.completed', '--json']);
  const { id } = JSON.parse(completed.out);
  await call(['webhooks', 'trigger', 'job.failed']);
  const [first, second] = await messages(2);
  if (!first || !second) throw new Error('two messages were awaited');
  expect(await verifyWebhook(first.headers, first.body, { secret })).toMatchObject({
    id,
    type: 'job.completed',
    job: { id, status: 'completed', result: { type: 'image' } },
  });
  expect((await verifyWebhook(second.headers, second.body, { secret })).job).toMatchObject({ status: 'failed' });
  listening.process.kill('SIGINT');
  const { code, out } = await listening.ended;
  expect(code).toBe(0);
  expect(out.split('\n')[0]).toBe(`job.completed  ${id}  204`);
});

test('trigger sends an example to an address, signed, and tells how it was answered', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const send = (event: string) => call(['webhooks', 'trigger', event, '--forward-to', address, '--secret', secret]);
  for (const event of ['job.completed', 'job.failed', 'job.policy_blocked'] as const) {
    received.length = 0;
    const { code, out, err } = await send(event);
    expect([code, err]).toEqual([0, '']);
    const [message] = await messages(1);
    if (!message) throw new Error('a message was awaited');
    const { id, type, job } = await verifyWebhook(message.headers, message.body, { secret });
    expect([type, job?.id, `job.${job?.status}`]).toEqual([event, id, event]);
    expect(job?.result === null).toBe(event !== 'job.completed');
    expect(out).toBe(`${event}  ${id}  204\n`);
  }
  answers.push(503);
  expect(await send('job.completed')).toMatchObject({ code: 1, out: expect.stringMatching(/ {2}503\n$/) });
  const nobody = await call(['webhooks', 'trigger', 'job.failed', '--forward-to', 'http://127.0.0.1:9/hook']);
  expect(nobody).toMatchObject({ code: 1, out: expect.stringContaining('no answer: ') });
});

test('what cannot be sent is refused with what is allowed', async () => {
  for (const [words, says] of [
    [['webhooks', 'listen'], '--forward-to ADDRESS is needed'],
    [['webhooks', 'listen', '--forward-to', 'localhost'], '--forward-to is "localhost"; allowed: an http or https'],
    [['webhooks', 'trigger', 'job.ended'], 'allowed: job.completed, job.failed, job.policy_blocked'],
    [['webhooks', 'trigger', 'job.failed', '--forward-to', address, '--secret', '?'], '--secret is not `whsec_`'],
  ] as const) {
    const { code, err } = await call(words);
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
  }
  const { environment } = await createWorkspace({ sandbox: false });
  const { code, err } = await atelier(['webhooks', 'trigger', 'job.failed'], environment);
  expect([code, err]).toEqual([2, expect.stringContaining('is not a sandbox')]);
});

test('webhooks are created, listed and deleted, and their deliveries shown', async () => {
  const created = await call(['webhooks', 'create', 'https://93.184.215.14/hooks', '--event', 'job.failed', '--json']);
  const { webhook, secret } = JSON.parse(created.out);
  expect(secret).toMatch(/^whsec_/);
  expect((await call(['webhooks', 'list'])).out).toContain(`${webhook.id}  https://93.184.215.14/hooks  job.failed`);
  expect((await call(['webhooks', 'deliveries', webhook.id])).out).toBe('There are no deliveries.\n');
  expect((await call(['webhooks', 'delete', webhook.id])).out).toBe(`webhook ${webhook.id} is deleted\n`);
  expect((await call(['webhooks', 'list'])).out).toBe('There are no webhooks.\n');
});
