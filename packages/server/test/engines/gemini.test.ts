import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gemini } from '../../src/engines/adapters/google/gemini.ts';
import type { EngineTask } from '../../src/engines/port.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { geminiDouble } from './gemini.double.ts';
import { engineTask, gathered } from './tasks.ts';

engineContract({
  adapter: 'gemini',
  double: geminiDouble,
  options: () => ({ model: 'gemini-nano-banana-2.1' }),
  secrets: { GEMINI_API_KEY: 'AIzaSyD-0123456789abcdefghijklmnopqrstuv' },
  model: 'nano-banana-2',
  kind: 'direct',
  inpaints: true,
  blocks: [
    'before it began',
    'as SAFETY',
    'as IMAGE_SAFETY',
    'as PROHIBITED_CONTENT',
    'as IMAGE_PROHIBITED_CONTENT',
    'as IMAGE_RECITATION',
    'as SPII',
    'in words',
  ],
  without: { lost: 'the answer to the call is the output', expired: 'the output lies in the answer' },
});

describe('a call of the adapter gemini', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await geminiDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => double.forget());

  const engine = (options: Record<string, unknown> = {}, key: string | null = 'AIzaSyD-key') =>
    gemini.create({
      name: 'google',
      baseUrl: double.url,
      options: { model: 'gemini-3-pro-image', ...options },
      key: () => key,
      webhookUrl: null,
      timeoutMs: 20_000,
    });
  const start = (task: EngineTask, options?: Record<string, unknown>) =>
    engine(options).start(task, new AbortController().signal);
  const sent = () => double.seen[0]?.json;

  const tryOn = (order = {}, task = {}) =>
    engineTask(
      'virtual_try_on',
      [gathered('person'), gathered('garment', 500, 500), gathered('garment', 500, 500)],
      order,
      task,
    );

  test('brings the pictures in the order in which its words name them', async () => {
    expect(await start(tryOn())).toMatchObject({ kind: 'made' });
    const parts = sent().contents[0].parts;
    expect(parts).toHaveLength(4);
    expect(parts[0].inlineData).toEqual({
      mimeType: 'image/jpeg',
      data: Buffer.from([255, 216, 255, 224, 1, 2, 3]).toString('base64'),
    });
    expect(parts[3].text).toMatch(/^Picture 1 shows the person\.\nPicture 2 shows a product/);
    expect(double.seen[0]?.path).toBe('/v1beta/models/gemini-3-pro-image:generateContent');
  });

  test('asks for the ratio of the order, or for the nearest one to that of the output', async () => {
    await start(tryOn({ aspectRatio: '9:16' }));
    await start(tryOn());
    const ratios = double.seen.map(({ json }) => json.generationConfig.imageConfig.aspectRatio);
    expect(ratios).toEqual(['9:16', '3:4']);
  });

  test('leaves the ratio to the model where every picture has that of the output', async () => {
    await start(
      engineTask(
        'inpaint',
        [gathered('source', 700, 1000), gathered('mask', 700, 1000)],
        {},
        { size: { width: 856, height: 1224 } },
      ),
    );
    expect(sent().generationConfig.imageConfig).toEqual({ imageSize: '1K' });
  });

  test('asks for a size that the operator has named, or for none', async () => {
    await start(tryOn({ resolution: 'high' }));
    await start(tryOn(), { image_sizes: { standard: null, high: '4K' } });
    const sizes = double.seen.map(({ json }) => json.generationConfig.imageConfig.imageSize);
    expect(sizes).toEqual(['2K', undefined]);
  });

  test('gives each output of a request a seed of its own, within 31 bits', async () => {
    await start(tryOn({ seed: 7 }, { position: 2 }));
    await start(tryOn({ seed: 2 ** 31 - 1 }, { position: 1 }));
    expect(double.seen.map(({ json }) => json.generationConfig.seed)).toEqual([9, 0]);
  });

  test('sets the threshold of every harm where the operator has one', async () => {
    await start(tryOn(), { safety_threshold: 'BLOCK_ONLY_HIGH' });
    expect(sent().safetySettings).toHaveLength(4);
    expect(sent().safetySettings[2]).toEqual({
      category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT',
      threshold: 'BLOCK_ONLY_HIGH',
    });
  });

  test('waits as long as the engine says in its answer', async () => {
    double.fail('busy');
    expect(await start(tryOn())).toMatchObject({ kind: 'refused', reason: 'busy', retryAfterMs: 200 });
  });

  test('does not wait for a quota of zero', async () => {
    double.fail('blocked for want of quota');
    expect(await start(tryOn())).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('no quota') });
  });

  test('is unavailable without a key, and asks nothing', async () => {
    const outcome = await engine({}, null).start(tryOn(), new AbortController().signal);
    expect(outcome).toMatchObject({ kind: 'unavailable' });
    expect(double.seen).toHaveLength(0);
  });

  test('takes a wrong key, which the engine blames on the input, for what it is', async () => {
    double.fail('blocked for a wrong key');
    expect(await start(tryOn())).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('API_KEY_INVALID'),
    });
  });

  test.each(['as a thought', 'in snake_case'])('takes a picture that comes %s', async (how) => {
    double.fail(`shaped ${how}`);
    const outcome = await start(tryOn());
    if (outcome.kind !== 'made' || outcome.output.kind !== 'delivered')
      throw new Error(`nothing came: ${JSON.stringify(outcome)}`);
    expect(await sharp(outcome.output.bytes).metadata()).toMatchObject({ format: 'png', width: 24, height: 32 });
  });

  test('does not go on with an answer by a second paid call', async () => {
    double.fail('blocked for length');
    expect(await start(tryOn())).toMatchObject({ kind: 'failed', code: 'generation_failed' });
    expect(double.seen).toHaveLength(1);
  });

  test('is unavailable where its model was retired', async () => {
    double.fail('blocked for age');
    expect(await start(tryOn())).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('is not found'),
    });
  });

  test('ends with the reason when it is aborted', async () => {
    const reason = new Error('the job was canceled');
    await expect(engine().start(tryOn(), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('serves image operations with as many pictures as its model takes', () => {
    const order = (operation: 'edit' | 'animate', count: number) =>
      engineTask(operation, Array(count).fill(gathered('source'))).order;
    expect(engine().serves(order('edit', 14))).toBe(true);
    expect(engine({ pictures_max: 3 }).serves(order('edit', 4))).toBe(false);
    expect(engine({ operations: ['generate'] }).serves(order('edit', 1))).toBe(false);
    expect(engine().serves(order('animate', 1))).toBe(false);
  });
});
