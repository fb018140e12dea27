import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import type { EngineTask, HostedEngine } from '../../src/engines/port.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { KLING_KEYS, klingDouble } from './kling.double.ts';
import { engineTask, gathered } from './tasks.ts';

engineContract({
  adapter: 'kling',
  double: klingDouble,
  options: () => ({}),
  secrets: KLING_KEYS,
  model: 'video-2.5',
  kind: 'queued',
  findsLostWork: true,
  blocks: ['by the platform', 'as unsafe', 'in the result'],
  without: { canceled: 'the API takes no cancellation' },
  request: async (workspace) => ({
    path: `/v1/images/${await workspace.image()}/animate`,
    body: { prompt: 'she turns around' },
  }),
});

describe('what Kling is sent', () => {
  let double: EngineDouble;
  let engine: HostedEngine;
  const signal = new AbortController().signal;
  const engineFor = (options: Record<string, unknown>) =>
    ADAPTERS.kling.create({
      name: 'kling',
      baseUrl: double.url,
      options,
      key: (name) => (name === 'access_key' ? KLING_KEYS.KLING_ACCESS_KEY : KLING_KEYS.KLING_SECRET_KEY),
      webhookUrl: null,
      timeoutMs: 20_000,
    });
  beforeEach(async () => {
    double = await klingDouble();
    engine = engineFor({});
  });
  afterEach(() => double.close());
  const sentFor = async (task: EngineTask, options = {}) => {
    expect(await engineFor(options).start(task, signal)).toMatchObject({ kind: 'started' });
    return double.seen.at(-1)?.json;
  };
  const film = engineTask('animate', [gathered('source', 90, 160)], { prompt: 'she turns around', model: 'video-2.5' });

  test('work is begun under an ID of ours, found by it, and never begun twice', async () => {
    const first = await engine.start(film, signal);
    expect(first).toMatchObject({ kind: 'started' });
    expect(await engine.start(film, signal)).toMatchObject({ kind: 'uncertain' });
    expect(await engine.lookUp?.(film, signal)).toEqual(first.kind === 'started' && first.receipt);
    expect(double.creations()).toBe(1);
  });

  test('work that never began is said to be absent, after several looks', async () => {
    expect(await engine.lookUp?.(film, signal)).toBe('absent');
    expect(double.seen.length).toBeGreaterThan(1);
  });

  test('work that cannot be looked for is neither found nor absent', async () => {
    await double.close();
    expect(await engine.lookUp?.(film, signal)).toBe('unknown');
  });

  test('the resolution chooses the mode, unless the operator has', async () => {
    expect(await sentFor(film)).toMatchObject({ model_name: 'kling-v2-5-turbo', mode: 'std', duration: '5' });
    const high = { ...film, jobId: 'second', order: { ...film.order, resolution: 'high' as const } };
    expect(await sentFor(high)).toMatchObject({ mode: 'pro' });
    const third = await sentFor({ ...high, jobId: 'third' }, { mode: 'std', video_model: 'kling-v3', sound: false });
    expect(third).toMatchObject({ model_name: 'kling-v3', mode: 'std', sound: 'off' });
  });

  test('a picture in WebP is sent as JPEG, which it takes', async () => {
    const webp = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#aa3344' } })
      .webp()
      .toBuffer();
    const sent = await sentFor(engineTask('animate', [{ ...gathered('source', 90, 160), bytes: webp }]));
    expect((await sharp(Buffer.from(sent.image, 'base64')).metadata()).format).toBe('jpeg');
  });

  test('a prompt that is longer than it takes is refused before anything is asked', async () => {
    const outcome = await engine.start(engineTask('text_to_video', [], { prompt: 'x'.repeat(2501) }), signal);
    expect(outcome).toMatchObject({ kind: 'input_rejected', message: expect.stringContaining('2500') });
    expect(double.seen).toHaveLength(0);
  });

  test('a film of words in a ratio it lacks gets the nearest one, and says so', async () => {
    const task = engineTask(
      'text_to_video',
      [],
      { prompt: 'a pier', aspectRatio: '21:9' },
      { size: { width: 1568, height: 672 } },
    );
    const outcome = await engine.start(task, signal);
    expect(double.seen.at(-1)?.json.aspect_ratio).toBe('16:9');
    if (outcome.kind !== 'started') throw new Error(outcome.kind);
    await engine.read(outcome.receipt, task, signal);
    const made = await engine.read(outcome.receipt, task, signal);
    expect(made).toMatchObject({ kind: 'made', warnings: [{ code: 'aspect_ratio_changed' }] });
  });

  test('a try-on brings the person and one garment', async () => {
    const sent = await sentFor(engineTask('virtual_try_on', [gathered('person'), gathered('garment')]));
    expect(sent).toMatchObject({ human_image: expect.any(String), cloth_image: expect.any(String) });
    const two = engineTask('virtual_try_on', [gathered('person'), gathered('garment'), gathered('garment')]);
    expect(engine.serves(two.order)).toBe(false);
  });
});
