import { expect, onTestFinished, test } from 'vitest';
import { fashn } from '../../src/engines/adapters/fashn.ts';
import { engineContract } from './contract.ts';
import { fashnDouble } from './fashn.double.ts';
import { engineTask, gathered } from './tasks.ts';

engineContract({
  adapter: 'fashn',
  double: fashnDouble,
  options: () => ({}),
  secrets: { FASHN_API_KEY: 'fa-0123456789abcdef-0123456789' },
  model: 'v1',
  kind: 'queued',
  inpaints: true,
  blocks: ['in the result'],
  without: { canceled: 'the API takes no cancellation' },
  request: async (workspace) => ({
    path: '/v1/images/virtual-try-on',
    body: { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] },
  }),
});

test.each([
  ['<h1>Not allowed</h1>', /^status 400: .*Not allowed/],
  [{ error: 'BadRequest' }, /^BadRequest$/],
  [{ error: 'BadRequest', message: 'no such model' }, /^BadRequest: no such model$/],
])('the log has the reason of a refusal with the body %j', async (body, reason) => {
  const double = await fashnDouble();
  onTestFinished(() => double.close());
  double.tamper(() => ({ status: 400, body }));
  const engine = fashn.create({
    name: 'tryon',
    baseUrl: double.url,
    options: {},
    key: () => 'fa-key',
    webhookUrl: null,
    timeoutMs: 20_000,
  });
  const task = engineTask('virtual_try_on', [gathered('person'), gathered('garment')]);
  expect(await engine.start(task, new AbortController().signal)).toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(reason),
  });
});
