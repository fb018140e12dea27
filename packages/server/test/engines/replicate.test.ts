import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import type { HostedEngine, RemoteReceipt } from '../../src/engines/port.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { replicateDouble } from './replicate.double.ts';
import { engineTask, gathered } from './tasks.ts';

const editOf = (bytes: Uint8Array) =>
  engineTask('edit', [{ ...gathered('source'), bytes }], { prompt: 'make the coat red' });
const MODEL = 'google/nano-banana';

const FILL = { model: 'black-forest-labs/flux-fill-pro', input: { image: '$source', mask: '$mask', prompt: '$wish' } };

engineContract({
  adapter: 'replicate',
  double: replicateDouble,
  options: () => ({ operations: { edit: { model: MODEL }, inpaint: FILL } }),
  secrets: { REPLICATE_API_TOKEN: 'r8_0123456789abcdef0123456789abcdef' },
  model: 'nano-banana',
  kind: 'queued',
  inpaints: true,
  blocks: ['by its code', 'in its words'],
});

describe('what Replicate is sent', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await replicateDouble();
  });
  afterAll(() => double.close());

  const engineFor = (model: string, input?: Record<string, string>): HostedEngine =>
    ADAPTERS.replicate.create({
      name: 'replicate',
      baseUrl: double.url,
      options: { operations: { edit: { model, ...(input ? { input } : {}) } } },
      key: () => 'r8_token',
      webhookUrl: 'https://atelier.example.com/engine-webhooks/replicate',
      timeoutMs: 20_000,
    });
  async function start(engine: HostedEngine, bytes = new Uint8Array([0x89, 1, 2])): Promise<RemoteReceipt> {
    const outcome = await engine.start(editOf(bytes), new AbortController().signal);
    if (outcome.kind !== 'started') throw new Error(JSON.stringify(outcome));
    return outcome.receipt;
  }
  const paths = () => double.seen.map(({ method, path }) => `${method} ${path}`);

  test('a small picture travels in the call, which asks for one message at the end', async () => {
    await start(engineFor(MODEL));
    expect(double.seen.at(-1)).toMatchObject({
      path: `/v1/models/${MODEL}/predictions`,
      json: {
        input: {
          prompt: expect.stringContaining('make the coat red'),
          image_input: [expect.stringMatching(/^data:image\/png/)],
        },
        webhook: 'https://atelier.example.com/engine-webhooks/replicate',
        webhook_events_filter: ['completed'],
      },
    });
  });

  test('a large picture is uploaded first, and removed when the prediction has ended', async () => {
    const engine = engineFor(MODEL);
    const receipt = await start(engine, new Uint8Array(1_500_000).fill(0x89));
    expect(double.seen.at(-1)?.json.input.image_input).toEqual([`${double.url}/v1/files/file-1`]);
    const look = () => engine.read(receipt, editOf(new Uint8Array()), new AbortController().signal);
    expect(await look()).toMatchObject({ kind: 'working', progress: 0.5 });
    expect(paths()).not.toContain('DELETE /v1/files/file-1');
    expect(await look()).toMatchObject({ kind: 'made' });
    expect(paths()).toContain('DELETE /v1/files/file-1');
  });

  test('a version and a deployment have addresses of their own', async () => {
    const version = 'ab'.repeat(32);
    await start(engineFor(`owner/name:${version}`, { prompt: '$prompt', image: '$source' }));
    expect(double.seen.at(-1)).toMatchObject({ path: '/v1/predictions', json: { version } });
    await start(engineFor('deployments/owner/name', { prompt: '$prompt', image: '$source' }));
    expect(double.seen.at(-1)?.path).toBe('/v1/deployments/owner/name/predictions');
  });
});
