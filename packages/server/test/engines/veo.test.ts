import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { veo } from '../../src/engines/adapters/google/veo.ts';
import type { EngineTask } from '../../src/engines/port.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { engineTask, gathered } from './tasks.ts';
import { veoDouble } from './veo.double.ts';
import { SERVICE_ACCOUNT } from './vertex.double.ts';

engineContract({
  adapter: 'veo',
  double: veoDouble,
  options: () => ({ project: 'a-project', model: 'veo-3.1-generate-001' }),
  secrets: { GOOGLE_VERTEX_CREDENTIALS: SERVICE_ACCOUNT },
  model: 'video-3',
  kind: 'queued',
  blocks: ['at once', 'in its error', 'as filtered'],
  without: {
    expired: 'the film lies in the answer',
    canceled: 'operations of Google’s own models take no cancellation',
    pictures: 'the request is words alone',
  },
  request: textToVideoOf,
});

/** A film of words. */
async function textToVideoOf() {
  return { path: '/v1/videos/text-to-video', body: { prompt: 'a walk along a pier' } };
}

describe('a call of the adapter veo', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await veoDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => double.forget());

  const signal = new AbortController().signal;
  const engine = (options: Record<string, unknown> = {}) =>
    veo.create({
      name: 'veo',
      baseUrl: double.url,
      options: { project: 'a-project', model: 'veo-3.1-generate-001', ...options },
      key: () => SERVICE_ACCOUNT,
      webhookUrl: null,
      timeoutMs: 20_000,
    });
  const start = (task: EngineTask, options?: Record<string, unknown>) => engine(options).start(task, signal);
  const sent = () => double.seen[0]?.json;
  const animate = (order = {}) =>
    engineTask('animate', [gathered('source'), gathered('last_frame')], order, { size: { width: 768, height: 1368 } });
  async function ended(task: EngineTask) {
    const started = await start(task);
    if (started.kind !== 'started') throw new Error(`no receipt: ${JSON.stringify(started)}`);
    let seen = await engine().read(started.receipt, task, signal);
    while (seen.kind === 'working') seen = await engine().read(started.receipt, task, signal);
    return seen;
  }

  test('gives both frames in their fields, and the user’s words as they are', async () => {
    await start(animate({ prompt: 'she turns', resolution: 'high', seed: 5, options: { durationSeconds: 5 } }));
    const image = {
      bytesBase64Encoded: Buffer.from([255, 216, 255, 224, 1, 2, 3]).toString('base64'),
      mimeType: 'image/jpeg',
    };
    expect(sent()).toEqual({
      instances: [{ prompt: 'she turns', image, lastFrame: image }],
      parameters: {
        sampleCount: 1,
        aspectRatio: '9:16',
        durationSeconds: 6,
        generateAudio: false,
        resolution: '1080p',
        seed: 5,
      },
    });
  });

  test('says what the film is to show where the user said nothing', async () => {
    await start(animate());
    expect(sent().instances[0].prompt).toContain('comes to life');
  });

  test('leaves out what models of the second generation do not know', async () => {
    await start(animate({ prompt: 'she turns' }), { model: 'veo-2.0-generate-001' });
    expect(sent().parameters).toEqual({ sampleCount: 1, aspectRatio: '9:16', durationSeconds: 6 });
  });

  test('brings references as assets where the operator’s model takes them', async () => {
    const task = engineTask('text_to_video', [gathered('avatar')], { prompt: 'a walk' });
    expect(engine().serves(task.order)).toBe(false);
    expect(engine({ references_max: 3 }).serves(task.order)).toBe(true);
    await start(task, { references_max: 3 });
    expect(sent().instances[0].referenceImages).toMatchObject([
      { referenceType: 'ASSET', image: { mimeType: 'image/jpeg' } },
    ]);
  });

  test('says where a film is shorter than it was ordered', async () => {
    expect(await ended(animate({ prompt: 'she turns', options: { durationSeconds: 10 } }))).toMatchObject({
      kind: 'made',
      warnings: [{ code: 'duration_shortened' }],
    });
    expect(sent().parameters.durationSeconds).toBe(8);
  });

  test('an operation that ends with nothing is a failure, not a film', async () => {
    double.fail('blocked with nothing');
    expect(await ended(animate())).toMatchObject({ kind: 'failed', code: 'generation_failed' });
  });
});
