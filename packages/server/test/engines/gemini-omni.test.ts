import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { geminiOmni } from '../../src/engines/adapters/google/gemini-omni.ts';
import type { EngineTask } from '../../src/engines/port.ts';
import type { TestWorkspace } from '../support/service.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { geminiOmniDouble } from './gemini-omni.double.ts';
import { engineTask, gathered } from './tasks.ts';

engineContract({
  adapter: 'gemini-omni',
  double: geminiOmniDouble,
  options: () => ({ model: 'gemini-omni-1.1-flash' }),
  secrets: { GEMINI_API_KEY: 'AIzaSyD-0123456789abcdefghijklmnopqrstuv' },
  model: 'video-3',
  kind: 'queued',
  blocks: ['at once', 'in its errors', 'in a step', 'in words'],
  request: animateOf,
});

describe('with films in the answer', () =>
  engineContract({
    adapter: 'gemini-omni',
    double: geminiOmniDouble,
    options: () => ({ model: 'gemini-omni-1.1-flash', delivery: 'inline' }),
    secrets: { GEMINI_API_KEY: 'AIzaSyD-0123456789abcdefghijklmnopqrstuv' },
    model: 'video-3',
    kind: 'direct',
    blocks: ['in its errors'],
    without: { lost: 'the answer to the call is the output', expired: 'the output lies in the answer' },
    request: animateOf,
  }));

/** A film of one picture. */
async function animateOf(workspace: TestWorkspace) {
  return { path: `/v1/images/${await workspace.image()}/animate`, body: { prompt: 'a slow push-in' } };
}

describe('a call of the adapter gemini-omni', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await geminiOmniDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => double.forget());

  const signal = new AbortController().signal;
  const engine = (options: Record<string, unknown> = {}) =>
    geminiOmni.create({
      name: 'omni',
      baseUrl: double.url,
      options: { model: 'gemini-omni-1.1-flash', ...options },
      key: () => 'AIzaSyD-key',
      webhookUrl: null,
      timeoutMs: 20_000,
    });
  const start = (task: EngineTask, options?: Record<string, unknown>) => engine(options).start(task, signal);
  const film = (order = {}, task = {}) =>
    engineTask('animate', [gathered('source')], order, { size: { width: 768, height: 1368 }, ...task });

  test('stores nothing, and asks for one film of the order’s length, ratio and resolution', async () => {
    await start(film({ prompt: 'a slow push-in', resolution: 'high', options: { durationSeconds: 10 } }));
    expect(double.seen[0]?.json).toMatchObject({
      store: false,
      background: false,
      response_format: { type: 'video', aspect_ratio: '9:16', resolution: '1080p', duration: '10s', delivery: 'uri' },
      generation_config: { video_config: { task: 'image_to_video' } },
      input: [
        { type: 'image', mime_type: 'image/jpeg' },
        { type: 'text', text: '<FIRST_FRAME> a slow push-in' },
      ],
    });
    expect(double.seen[0]?.json).not.toHaveProperty('automatic_continuation');
  });

  test('names both frames by their tags, and then no task', async () => {
    await start(engineTask('animate', [gathered('source'), gathered('last_frame')], { prompt: 'she turns' }));
    expect(double.seen[0]?.json.input.at(-1).text).toBe('<FIRST_FRAME> <LAST_FRAME> she turns');
    expect(double.seen[0]?.json).not.toHaveProperty('generation_config');
  });

  test('names references by their number', async () => {
    const pictures = [gathered('avatar'), gathered('garment')];
    await start(engineTask('text_to_video', pictures, { prompt: 'a walk along a pier' }));
    const { input, generation_config } = double.seen[0]?.json ?? {};
    expect(input.at(-1).text).toBe('The film shows <IMAGE_REF_0>, <IMAGE_REF_1>, unchanged. a walk along a pier');
    expect(generation_config.video_config.task).toBe('reference_to_video');
  });

  test('delivers a film that came in the answer', async () => {
    const outcome = await start(film(), { delivery: 'inline' });
    expect(outcome).toMatchObject({ kind: 'made', output: { kind: 'delivered' }, warnings: [] });
  });

  test('says where a film is not in the ratio of the order', async () => {
    const outcome = await start(film({ aspectRatio: '1:1' }, { size: { width: 1024, height: 1024 } }), {
      delivery: 'inline',
    });
    expect(outcome).toMatchObject({ kind: 'made', warnings: [{ code: 'aspect_ratio_changed' }] });
  });

  test('an interaction that ends with nothing is a failure, not a film', async () => {
    double.fail('blocked with nothing');
    expect(await start(film())).toMatchObject({ kind: 'failed', code: 'generation_failed' });
  });

  test('never sends its key to the address a film is handed out at', async () => {
    double.fail('slow');
    const started = await start(film());
    if (started.kind !== 'started') throw new Error(`no receipt: ${JSON.stringify(started)}`);
    let seen = await engine().read(started.receipt, film(), signal);
    while (seen.kind === 'working') seen = await engine().read(started.receipt, film(), signal);
    expect(seen).toMatchObject({ kind: 'made', output: { kind: 'remote', url: `${double.url}/files/result.mp4` } });
  });
});
