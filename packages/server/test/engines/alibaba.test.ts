import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alibaba } from '../../src/engines/adapters/alibaba.ts';
import type { OutfitPiece } from '../../src/engines/port.ts';
import { smallPicture } from '../support/service.ts';
import { alibabaDouble } from './alibaba.double.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { engineTask, gathered } from './tasks.ts';

engineContract({
  adapter: 'alibaba',
  double: alibabaDouble,
  options: () => ({}),
  secrets: { DASHSCOPE_API_KEY: 'sk-0123456789abcdef0123456789abcdef' },
  model: 'v1',
  kind: 'queued',
  blocks: ['at once', 'in the input', 'in the output'],
  request: async (workspace) => ({
    path: '/v1/images/virtual-try-on',
    body: { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] },
  }),
});

describe('a call of the adapter alibaba', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await alibabaDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => double.forget());

  const engine = (options = {}) =>
    alibaba.create({
      name: 'tryon',
      baseUrl: double.url,
      options,
      key: () => 'sk-key',
      webhookUrl: null,
      timeoutMs: 20_000,
    });
  const never = new AbortController().signal;
  async function start(categories: readonly OutfitPiece['category'][], options = {}, person?: Uint8Array) {
    const photo = await smallPicture();
    const pictures = [{ ...gathered('person'), bytes: person ?? photo }, ...categories.map(() => gathered('garment'))];
    const outfit = categories.map((category) => ({ category, photo }));
    return engine(options).start(engineTask('virtual_try_on', pictures, {}, { outfit }), never);
  }
  const asked = () => double.seen.filter(({ path }) => path.endsWith('/image-synthesis')).map(({ json }) => json);

  test.each<[readonly OutfitPiece['category'][], readonly string[]]>([
    [['top'], ['top_garment_url']],
    [['dress'], ['top_garment_url']],
    [['jumpsuit'], ['top_garment_url']],
    [['skirt'], ['bottom_garment_url']],
    [
      ['trousers', 'top'],
      ['bottom_garment_url', 'top_garment_url'],
    ],
  ])('%j goes into %j', async (categories, fields) => {
    expect(await start(categories)).toMatchObject({ kind: 'started' });
    const [{ input }] = asked();
    expect(Object.keys(input).sort()).toEqual([...fields, 'person_image_url'].sort());
    for (const address of Object.values(input)) expect(address).toMatch(/^oss:\/\//);
  });

  test.each<[readonly OutfitPiece['category'][]]>([[['top', 'top']], [['trousers', 'skirt']], [['dress', 'trousers']]])(
    '%j is left to the next engine, and nothing is uploaded',
    async (categories) => {
      expect(await start(categories)).toMatchObject({ kind: 'unavailable' });
      expect(double.seen).toEqual([]);
    },
  );

  test('names the model and whether the face stays', async () => {
    await start(['top']);
    await start(['top'], { model: 'aitryon', restore_face: false });
    expect(asked()).toMatchObject([
      { model: 'aitryon-plus', parameters: { resolution: -1, restore_face: true } },
      { model: 'aitryon', parameters: { resolution: -1, restore_face: false } },
    ]);
  });

  test('sends pictures as JPEG, within 2048 pixels', async () => {
    const large = await sharp({ create: { width: 3000, height: 4500, channels: 3, background: '#888' } })
      .webp()
      .toBuffer();
    await start(['top'], {}, large);
    const upload = double.seen.find(({ path }) => path === '/store');
    const form = await new Response(new Uint8Array(upload?.body ?? []), {
      headers: { 'content-type': upload?.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('no file was sent');
    const { format, width, height } = await sharp(await file.arrayBuffer()).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1365, height: 2048 });
  });

  test('two jobs upload under different names', async () => {
    await start(['top']);
    await start(['top']);
    const addresses = asked().flatMap(({ input }) => Object.values(input));
    expect(new Set(addresses).size).toBe(4);
  });

  test.each([
    ['InvalidPerson', 'input_rejected'],
    ['InvalidInputLength', 'input_rejected'],
    ['InvalidURL', 'unavailable'],
    ['InvalidParameter', 'unavailable'],
  ])('%s is "%s": only what lies in a picture is the fault of the customer', async (code, kind) => {
    const output = { task_id: 'one', task_status: 'FAILED', code, message: 'It is wrong.' };
    double.tamper((answer) => ({ ...answer, status: 200, body: { output } }));
    const task = engineTask('virtual_try_on', [gathered('person'), gathered('garment')]);
    expect(await engine().read({ remoteId: 'one', details: {} }, task, never)).toMatchObject({ kind });
    double.tamper(null);
  });

  test('a task that is not known there shows nothing, and one that was canceled goes to the next engine', async () => {
    const task = engineTask('virtual_try_on', [gathered('person'), gathered('garment')]);
    expect(await engine().read({ remoteId: 'gone', details: {} }, task, never)).toMatchObject({ kind: 'unreadable' });
    double.tamper((answer) => ({ ...answer, body: { output: { task_id: 'one', task_status: 'CANCELED' } } }));
    expect(await engine().read({ remoteId: 'one', details: {} }, task, never)).toMatchObject({ kind: 'unavailable' });
    double.tamper(null);
  });

  test('no picture goes to a store at an address of somebody else', async () => {
    double.tamper((answer) => ({
      ...answer,
      body: JSON.parse(JSON.stringify(answer.body).replace(double.url, 'https://aliyuncs.com.example')),
    }));
    expect(await start(['top'])).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('https://aliyuncs.com.example/store'),
    });
    double.tamper(null);
    expect(double.seen).toHaveLength(1);
  });

  test('a store that takes no picture is asked again later', async () => {
    double.tamper((answer) => (answer.body === undefined ? { status: 503 } : answer));
    expect(await start(['top'])).toMatchObject({ kind: 'refused' });
    double.tamper(null);
    expect(asked()).toEqual([]);
  });

  test('serves try-ons of up to two products, and no references', () => {
    const serves = (...roles: Parameters<typeof gathered>[0][]) =>
      engine().serves(
        engineTask(
          'virtual_try_on',
          roles.map((role) => gathered(role)),
        ).order,
      );
    expect(serves('person', 'garment', 'garment')).toBe(true);
    expect(serves('person', 'garment', 'garment', 'garment')).toBe(false);
    expect(serves('person', 'garment', 'reference')).toBe(false);
    expect(engine().serves(engineTask('edit', [gathered('source')]).order)).toBe(false);
  });
});
