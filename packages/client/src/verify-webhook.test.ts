import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signWebhook } from './sign-webhook.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { WebhookError } from './webhook-secret.ts';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const job = { id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50', status: 'completed' };
const body = JSON.stringify({ type: 'job.completed', timestamp: '2026-01-01T00:00:00.000Z', data: job });

/** Headers of a message signed with a key. */
function signed(text: string, at = Math.floor(Date.now() / 1000), by = key): Record<string, string> {
  const signature = createHmac('sha256', by).update(`msg_1.${at}.${text}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}

test('a message signed with the secret is read, from plain headers and from Headers', async () => {
  const message = { id: 'msg_1', type: 'job.completed', timestamp: '2026-01-01T00:00:00.000Z', job };
  expect(await verifyWebhook(signed(body), body, { secret })).toEqual(message);
  expect(await verifyWebhook(new Headers(signed(body)), body, { secret })).toEqual(message);
});

test('one fitting signature of several is enough, as while a secret is rotated', async () => {
  const headers = signed(body);
  const both = {
    ...headers,
    'webhook-signature': `v1,${randomBytes(32).toString('base64')} ${headers['webhook-signature']}`,
  };
  expect((await verifyWebhook(both, body, { secret })).id).toBe('msg_1');
});

test('a changed body, another key, an old date or a missing header are refused', async () => {
  const refused: [headers: Record<string, string | undefined>, text: string, secret: string][] = [
    [signed(body), body.replace('completed', 'failed'), secret],
    [signed(body, undefined, randomBytes(32)), body, secret],
    [signed(body, Math.floor(Date.now() / 1000) - 301), body, secret],
    [{ ...signed(body), 'webhook-timestamp': 'soon' }, body, secret],
    [{ ...signed(body), 'webhook-signature': undefined }, body, secret],
    [signed(body), body, 'whsec_?'],
  ];
  for (const [headers, text, secret] of refused)
    await expect(verifyWebhook(headers, text, { secret })).rejects.toThrow(WebhookError);
});

test('no other signature than the right one is ever taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (noise) => {
      const headers = { ...signed(body), 'webhook-signature': `v1,${noise}` };
      await expect(verifyWebhook(headers, body, { secret })).rejects.toThrow(WebhookError);
    }),
    { numRuns: 60 },
  );
});

test('a message that is signed here is believed there', async () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: {} });
  const headers = await signWebhook(secret, { id: 'one', body });
  expect(await verifyWebhook(headers, body, { secret })).toMatchObject({ id: 'one', type: 'webhook.test' });
  await expect(verifyWebhook(headers, `${body} `, { secret })).rejects.toThrow(WebhookError);
});
