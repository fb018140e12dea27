import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openaiImages } from '../../src/engines/adapters/openai-images.ts';
import type { EngineTask, GatheredPicture, HostedEngine } from '../../src/engines/port.ts';
import type { PictureRole } from '../../src/work-order.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { type ImagesCall, imagesCall, openaiImagesDouble } from './openai-images.double.ts';

const MODEL = 'gpt-image-2.5-flare';

engineContract({
  adapter: 'openai-images',
  double: async () => {
    const double = await openaiImagesDouble();
    return { ...double, url: `${double.url}/v1` };
  },
  options: () => ({ operations: { edit: { model: MODEL }, inpaint: { model: MODEL } } }),
  secrets: { OPENAI_API_KEY: 'sk-proj-0123456789abcdef0123' },
  model: 'nano-banana',
  kind: 'direct',
  inpaints: true,
  blocks: ['on the way in', 'on the way out', 'as a violation'],
});

const JOB_ID = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
const never = new AbortController().signal;

/** A picture of one grey. */
async function greyPicture(role: PictureRole, value: number): Promise<GatheredPicture> {
  const background = { r: value, g: value, b: value };
  const bytes = await sharp({ create: { width: 48, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  return { role, bytes, width: 48, height: 64, pointer: `/${role}` };
}

function taskOf(operation: EngineTask['order']['operation'], pictures: readonly GatheredPicture[]): EngineTask {
  const sources = pictures.map(({ role, pointer }) => ({ role, pointer, mediaId: JOB_ID, url: null }));
  const order = { operation, model: 'nano-banana', resolution: 'standard', aspectRatio: null, seed: 5 } as const;
  return {
    jobId: JOB_ID,
    position: 1,
    attempt: 1,
    size: { width: 764, height: 1019 },
    pictures,
    order: { ...order, prompt: 'a red coat', options: {}, pictures: sources },
  };
}

describe('servers of the images API of OpenAI', () => {
  let double: EngineDouble;
  beforeEach(async () => {
    double = await openaiImagesDouble();
  });
  afterEach(() => double.close());

  function engineWith(options: object, apiKey: string | null = null, timeoutMs = 20_000): HostedEngine {
    return openaiImages.create({
      name: 'images',
      baseUrl: `${double.url}/v1`,
      webhookUrl: null,
      timeoutMs,
      key: () => apiKey,
      options,
    });
  }
  async function callFor(options: object, task: EngineTask): Promise<ImagesCall & { readonly path: string }> {
    expect(await engineWith(options).start(task, never)).toMatchObject({ kind: 'made' });
    const [request] = double.seen;
    if (!request) throw new Error('no call came');
    return { ...(await imagesCall(request)), path: request.path };
  }

  test('words alone go to generations, in sides of sixteen pixels', async () => {
    const { path, fields } = await callFor({ operations: { generate: { model: MODEL } } }, taskOf('generate', []));
    expect(path).toBe('/v1/images/generations');
    expect(fields).toMatchObject({
      model: MODEL,
      n: 1,
      size: '768x1024',
      prompt: expect.stringContaining('a red coat'),
    });
  });

  test('pictures go to edits in their order, with the fields of the configuration', async () => {
    const pictures = [
      await greyPicture('person', 10),
      await greyPicture('garment', 20),
      await greyPicture('garment', 30),
    ];
    const input = { seed: '$seed', quality: 'high', prompt: '$user_prompt' };
    const operations = { virtual_try_on: { model: MODEL, sizes: ['1024x1024', '1024x1536', '1536x1024'], input } };
    const { path, fields, images, mask } = await callFor({ operations }, taskOf('virtual_try_on', pictures));
    expect(path).toBe('/v1/images/edits');
    expect(fields).toEqual({
      model: MODEL,
      n: '1',
      size: '1024x1536',
      seed: '6',
      quality: 'high',
      prompt: 'a red coat',
    });
    expect(await Promise.all(images.map((image) => image.bytes()))).toEqual(
      pictures.map(({ bytes }) => new Uint8Array(bytes)),
    );
    expect(mask).toBeNull();
  });

  test('a mask is white and transparent where the picture may change, and is no picture of its own', async () => {
    const half = await sharp({ create: { width: 48, height: 64, channels: 3, background: '#000' } })
      .composite([{ input: { create: { width: 24, height: 64, channels: 3, background: '#fff' } }, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const pictures = [await greyPicture('source', 10), { ...(await greyPicture('mask', 0)), bytes: half }];
    const call = await callFor({ operations: { inpaint: { model: MODEL } } }, taskOf('inpaint', pictures));
    expect(call.images).toHaveLength(1);
    expect(call.fields.prompt).not.toContain('Picture 2');
    const { data, info } = await sharp(await call.mask?.bytes())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 48, height: 64, channels: 4 });
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 0]);
    expect([...data.subarray(-4)]).toEqual([0, 0, 0, 255]);
  });

  test('a server without a key is sent none; one with a key gets it', async () => {
    const options = { operations: { generate: { model: MODEL } } };
    await engineWith(options).start(taskOf('generate', []), never);
    await engineWith(options, 'sk-1').start(taskOf('generate', []), never);
    expect(double.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer sk-1']);
  });

  test.each([
    ['a model it does not have', { model: 'gpt-image-none' }, 'gpt-image-none does not exist'],
    ['a field it does not take', { model: MODEL, input: { response_format: 'url' } }, 'does not take response_format'],
  ])('%s is no fault of the input', async (_case, generate, words) => {
    expect(await engineWith({ operations: { generate } }).start(taskOf('generate', []), never)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(words),
    });
  });

  test('an answer that does not come in time is waited for no longer, and not asked for again', async () => {
    double.fail('held');
    const engine = engineWith({ operations: { generate: { model: MODEL } } }, null, 300);
    expect(await engine.start(taskOf('generate', []), never)).toEqual({
      kind: 'uncertain',
      message: 'no answer came within 0.3 seconds',
    });
    expect(double.creations()).toBe(1);
  });

  test('an address in the answer is fetched later', async () => {
    double.fail('expired');
    const outcome = await engineWith({ operations: { generate: { model: MODEL } } }).start(
      taskOf('generate', []),
      never,
    );
    expect(outcome).toMatchObject({ kind: 'made', output: { kind: 'remote', url: `${double.url}/files/expired.png` } });
  });

  test.each([
    [{ operations: { animate: { model: MODEL } } }, /makes no videos/],
    [
      { operations: { try_on: { model: MODEL } } },
      /\/options\/operations\/try_on is not a field here; allowed: virtual_try_on, /,
    ],
    [{ operations: { edit: { model: MODEL, sizes: ['big'] } } }, /\/sizes\/0 must be a size such as 1024x1536/],
    [{ operations: { edit: { model: MODEL, input: { seed: '$seeds' } } } }, /\$seeds stands for nothing/],
  ])('a setting that cannot be used says why: %j', (options, why) => {
    expect(() => engineWith(options)).toThrow(why);
  });
});
