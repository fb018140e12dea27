import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { vertexTryOn } from '../../src/engines/adapters/google/vertex-try-on.ts';
import type { EngineTask } from '../../src/engines/port.ts';
import type { TestWorkspace } from '../support/service.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { engineTask, gathered } from './tasks.ts';
import { SERVICE_ACCOUNT } from './vertex.double.ts';
import { vertexTryOnDouble } from './vertex-try-on.double.ts';

engineContract({
  adapter: 'vertex-try-on',
  double: vertexTryOnDouble,
  options: () => ({ project: 'a-project', location: 'europe-west4' }),
  secrets: { GOOGLE_VERTEX_CREDENTIALS: SERVICE_ACCOUNT },
  model: 'v6',
  kind: 'direct',
  blocks: ['at once', 'with its reason', 'in silence'],
  without: { lost: 'the answer to the call is the output', expired: 'the output lies in the answer' },
  request: tryOnOf,
});

/** A try-on of one product. */
async function tryOnOf(workspace: TestWorkspace) {
  const [person, garment] = [await workspace.image(), await workspace.image()];
  return { path: '/v1/images/virtual-try-on', body: { person_image_id: person, outfit_image_ids: [garment] } };
}

describe('a call of the adapter vertex-try-on', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await vertexTryOnDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => double.forget());

  const engine = (options: Record<string, unknown> = {}, credentials: string | null = SERVICE_ACCOUNT) =>
    vertexTryOn.create({
      name: 'vertex',
      baseUrl: double.url,
      options: { project: 'a-project', ...options },
      key: () => credentials,
      webhookUrl: null,
      timeoutMs: 20_000,
    });
  const start = (task: EngineTask, options?: Record<string, unknown>, credentials?: string | null) =>
    engine(options, credentials).start(task, new AbortController().signal);
  const tryOn = (order = {}) => engineTask('virtual_try_on', [gathered('person'), gathered('garment')], order);

  test('asks the model of the project’s region, with a token that its account signed', async () => {
    expect(await start(tryOn(), { location: 'europe-west4' })).toMatchObject({ kind: 'made' });
    const [seen] = double.seen;
    expect(seen?.path).toBe(
      '/v1/projects/a-project/locations/europe-west4/publishers/google/models/virtual-try-on-001:predict',
    );
    expect(seen?.headers.authorization).toMatch(/^Bearer eyJ/);
  });

  test('asks with an access token, or with an API key that stands for its project', async () => {
    expect(await start(tryOn(), { credentials: 'access_token' }, 'ya29.token')).toMatchObject({ kind: 'made' });
    const key = engine({ credentials: 'api_key', project: undefined }, 'vertex-key');
    expect(await key.start(tryOn(), new AbortController().signal)).toMatchObject({ kind: 'made' });
    expect(double.seen[1]?.path).toBe('/v1/publishers/google/models/virtual-try-on-001:predict');
  });

  test('keeps to its own credentials, and to one line about it, where the environment has a key of the Gemini API', async () => {
    vi.stubEnv('GEMINI_API_KEY', 'AIzaSyD-key');
    const written = vi.spyOn(console, 'debug').mockImplementation(() => {});
    const same = engine();
    for (const _call of [1, 2]) await same.start(tryOn(), new AbortController().signal);
    vi.unstubAllEnvs();
    expect(double.seen.map(({ headers }) => headers['x-goog-api-key'])).toEqual([undefined, undefined]);
    expect(written).toHaveBeenCalledTimes(1);
    written.mockRestore();
  });

  test.each([
    [null, 'have no value'],
    ['{"type":"service_account"}', 'not the JSON key of a service account'],
    [JSON.stringify({ client_email: 'a@b', private_key: 'none' }), 'private key of its service account cannot be read'],
  ])('is unavailable with credentials that are none (%s), and asks nothing', async (credentials, message) => {
    expect(await start(tryOn(), {}, credentials)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(message),
    });
    expect(double.seen).toHaveLength(0);
  });

  test('does not start without a project that its credentials need', () => {
    expect(() => engine({ project: undefined })).toThrow('/options/project is missing');
  });

  test('sends a seed only where there is no watermark', async () => {
    await start(tryOn({ seed: -1 }));
    await start(tryOn({ seed: -1 }), { watermark: false });
    expect(double.seen.map(({ json }) => json.parameters)).toMatchObject([
      { addWatermark: true },
      { addWatermark: false, seed: 2 ** 31 - 1 },
    ]);
    expect(double.seen[0]?.json.parameters).not.toHaveProperty('seed');
  });

  test('serves try-ons of one product', () => {
    const two = engineTask('virtual_try_on', [gathered('person'), gathered('garment'), gathered('garment')]).order;
    expect(engine().serves(tryOn().order)).toBe(true);
    expect(engine().serves(two)).toBe(false);
    expect(engine().serves(engineTask('edit', [gathered('source')]).order)).toBe(false);
  });
});
