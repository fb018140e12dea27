import type { PresetClass } from '@atelier/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { photoroom } from '../../src/engines/adapters/photoroom.ts';
import type { EngineTask } from '../../src/engines/port.ts';
import { engineContract } from './contract.ts';
import type { EngineDouble } from './double.ts';
import { formOf, photoroomDouble } from './photoroom.double.ts';
import { engineTask, gathered } from './tasks.ts';

engineContract({
  adapter: 'photoroom',
  double: photoroomDouble,
  options: () => ({}),
  secrets: { PHOTOROOM_API_KEY: 'sandbox_0123456789abcdef' },
  model: 'v1',
  kind: 'direct',
  blocks: [],
  without: { lost: 'the answer to the call is the output', expired: 'the output is the answer' },
  request: async (workspace) => ({
    path: '/v1/images/virtual-try-on',
    body: { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] },
  }),
});

describe('a call of the adapter photoroom', () => {
  let double: EngineDouble;
  beforeAll(async () => {
    double = await photoroomDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => double.forget());

  const engine = (options = {}) =>
    photoroom.create({
      name: 'studio',
      baseUrl: double.url,
      options,
      key: () => 'key',
      webhookUrl: null,
      timeoutMs: 20_000,
    });

  /** The fields of the call for a task; of a file, its type. */
  async function sent(task: EngineTask, options = {}) {
    expect(await engine(options).start(task, new AbortController().signal)).toMatchObject({ kind: 'made' });
    const [call] = double.seen;
    if (!call) throw new Error('no call was made');
    const form = await formOf(call);
    return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.type]));
  }
  const product = (presetClass: PresetClass | undefined, prompt = '') =>
    engineTask('generate', [gathered('garment')], { prompt, options: presetClass ? { presetClass } : {} });

  test('a try-on has the person as the model and the photo as the scene', async () => {
    expect(await sent(engineTask('virtual_try_on', [gathered('person'), gathered('garment')]))).toEqual({
      imageFile: 'image/jpeg',
      'export.format': 'png',
      removeBackground: 'false',
      referenceBox: 'originalImage',
      'virtualModel.mode': 'ai.auto',
      'virtualModel.pose': 'standing',
      'virtualModel.size': 'PORTRAIT_HD_4_3',
      'virtualModel.model.custom.imageFile': 'image/jpeg',
      'virtualModel.scene.custom.imageFile': 'image/jpeg',
    });
  });

  test('a generation has the avatar, the preset of the scene and the words', async () => {
    const pictures = [gathered('avatar'), gathered('scene'), gathered('garment')];
    const order = { prompt: 'in the rain', options: { outfitText: 'tucked in', style: 'film' } };
    const task = engineTask('generate', pictures, order, { size: { width: 1600, height: 900 } });
    expect(await sent(task, { pose: 'walkingforward' })).toMatchObject({
      'virtualModel.model.custom.imageFile': 'image/jpeg',
      'virtualModel.scene.custom.imageFile': 'image/jpeg',
      'virtualModel.pose': 'walkingforward',
      'virtualModel.size': 'LANDSCAPE_HD_16_9',
      'virtualModel.prompt': 'in the rain. tucked in. film',
    });
  });

  test.each<[PresetClass | undefined, string, object]>([
    ['human_studio', '', { 'virtualModel.model.preset.name': 'sam', 'virtualModel.scene.preset.name': 'studio' }],
    ['human_location', '', { 'virtualModel.model.preset.name': 'sam', 'virtualModel.scene.preset.name': 'cafe' }],
    ['ghost_mannequin', '', { 'ghostMannequin.mode': 'ai.auto', 'background.color': 'FFFFFF' }],
    ['flat_lay', '', { 'flatLay.mode': 'ai.auto', outputSize: '888x1184' }],
    ['product_packshot', '', { 'background.color': 'FFFFFF', 'shadow.mode': 'ai.soft' }],
    [undefined, 'on marble', { 'background.prompt': 'on marble', 'shadow.mode': 'ai.soft' }],
  ])('a product alone as %s, with the words "%s"', async (presetClass, prompt, fields) => {
    expect(await sent(product(presetClass, prompt), { model: 'sam', location: 'cafe' })).toMatchObject(fields);
  });

  test.each([
    [400, 'The image shows no product', 'input_rejected'],
    [413, 'Image too large', 'input_rejected'],
    [400, 'Invalid value for virtualModel.pose: no such image', 'unavailable'],
    [400, 'Invalid value for virtualModel.prompt: the prompt is too long', 'input_rejected'],
    [400, 'Your plan does not include image editing', 'unavailable'],
    [400, 'Invalid request body', 'unavailable'],
    [409, 'The picture is being worked on', 'unavailable'],
  ])('a refusal %d "%s" is "%s"', async (status, message, kind) => {
    double.tamper(() => ({ status, body: { error: { message } } }));
    const task = engineTask('virtual_try_on', [gathered('person'), gathered('garment')], { prompt: 'in the rain' });
    expect(await engine().start(task, new AbortController().signal)).toMatchObject({ kind });
    double.tamper(null);
  });

  test('serves one product, on a person, with or without an avatar, and a scene only with one', () => {
    const serves = (operation: 'virtual_try_on' | 'generate' | 'edit', ...roles: Parameters<typeof gathered>[0][]) =>
      engine().serves(
        engineTask(
          operation,
          roles.map((role) => gathered(role)),
        ).order,
      );
    expect(serves('virtual_try_on', 'person', 'garment')).toBe(true);
    expect(serves('virtual_try_on', 'person', 'garment', 'garment')).toBe(false);
    expect(serves('virtual_try_on', 'person', 'garment', 'reference')).toBe(false);
    expect(serves('generate', 'garment')).toBe(true);
    expect(serves('generate', 'avatar', 'scene', 'garment')).toBe(true);
    expect(serves('generate', 'scene', 'garment')).toBe(false);
    expect(serves('generate')).toBe(false);
    expect(serves('edit', 'source')).toBe(false);
  });
});
