import fs from 'node:fs';
import type { Operation } from '@atelier/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { comfyui } from '../../src/engines/adapters/comfyui/comfyui.ts';
import type { EngineTask, HostedEngine, RemoteReceipt } from '../../src/engines/port.ts';
import type { PictureRole } from '../../src/work-order.ts';
import { smallPicture } from '../support/service.ts';
import { graphOf, workflowFaults } from './comfyui/workflow-faults.ts';
import { type ComfyuiDouble, comfyuiDouble } from './comfyui.double.ts';
import { engineContract } from './contract.ts';

/** The workflow of the recipe in docs/engines.md. */
const FILE = 'docs/examples/comfyui-edit.json';
const EDIT = {
  workflow: FILE,
  inputs: { 'Picture.image': '$source', 'Words.text': '$user_prompt', 'KSampler.seed': '$seed' },
  output: 'Result',
};

/** The operations of docs/gpu.md, by the workflows that the project ships. */
const shipped = (...names: string[]) => names.map((name) => ({ workflow: `deploy/gpu/workflows/${name}.json` }));
const EDITS = shipped('qwen-edit-1', 'qwen-edit-2', 'qwen-edit-3');
const QUICK_EDITS = shipped('klein-edit-1', 'klein-edit-2', 'klein-edit-3');

engineContract({
  adapter: 'comfyui',
  double: comfyuiDouble,
  options: () => ({ operations: { edit: EDITS, inpaint: shipped('qwen-inpaint') } }),
  secrets: { COMFYUI_AUTH: 'Bearer comfy-proxy-0123456789' },
  model: 'nano-banana',
  kind: 'queued',
  inpaints: true,
  findsLostWork: true,
  blocks: [],
});

const JOB_ID = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
const never = new AbortController().signal;

async function taskOf(changes: Partial<EngineTask['order']> = {}): Promise<EngineTask> {
  const picture = { role: 'source', pointer: '/source_image_id' } as const;
  return {
    jobId: JOB_ID,
    position: 0,
    attempt: 1,
    size: { width: 48, height: 64 },
    pictures: [{ ...picture, bytes: await smallPicture(), width: 48, height: 64 }],
    order: {
      operation: 'edit',
      model: 'nano-banana',
      resolution: 'standard',
      aspectRatio: null,
      seed: null,
      prompt: 'make it red',
      options: {},
      pictures: [{ ...picture, mediaId: JOB_ID, url: null }],
      ...changes,
    },
  };
}

describe('ComfyUI', () => {
  let double: ComfyuiDouble;
  beforeEach(async () => {
    double = await comfyuiDouble();
  });
  afterEach(() => double.close());

  function engineWith(setting: unknown = EDIT, options: object = {}, auth: string | null = null): HostedEngine {
    const setup = { name: 'studio', baseUrl: double.url, webhookUrl: null, timeoutMs: 20_000, key: () => auth };
    return comfyui.create({ ...setup, options: { operations: { edit: setting }, ...options } });
  }
  const engineOfThePage = (edits = EDITS) =>
    engineWith(edits, {
      operations: {
        edit: edits,
        virtual_try_on: edits,
        generate: [...shipped('klein-generate'), ...edits],
        inpaint: shipped('qwen-inpaint'),
      },
    });
  async function receiptOf(engine: HostedEngine, task: EngineTask): Promise<RemoteReceipt> {
    const started = await engine.start(task, never);
    if (started.kind !== 'started') throw new Error(JSON.stringify(started));
    return started.receipt;
  }
  const asked = () => double.seen.filter(({ path }) => path === '/prompt').map(({ json }) => json);

  test('the values of the task go to the inputs that are named; the rest stays as it was exported', async () => {
    await engineWith().start(await taskOf({ seed: 7 }), never);
    const [{ prompt, prompt_id }] = asked();
    expect(prompt_id).toBe(JOB_ID);
    expect(prompt['6'].inputs.text).toBe('make it red');
    expect(prompt['3'].inputs).toMatchObject({ seed: 7, steps: 25, model: ['2', 0] });
    expect(prompt['1'].inputs.image).toBe(`seen/atelier-${JOB_ID}-1.png [temp]`);
    const exported = JSON.parse(fs.readFileSync(FILE, 'utf8'));
    expect(prompt['4']).toEqual(exported['4']);
  });

  test('a value that the order lacks leaves what was exported, but no two jobs share a seed', async () => {
    const task = await taskOf({ prompt: '' });
    await engineWith().start(task, never);
    await engineWith().start({ ...task, jobId: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f51' }, never);
    const [first, second] = asked();
    expect(first.prompt['6'].inputs.text).toBe('');
    expect(first.prompt['3'].inputs.seed).not.toBe(second.prompt['3'].inputs.seed);
  });

  test('of several workflows the one serves that has places for just the pictures of the order', async () => {
    const masked = { ...EDIT, inputs: { ...EDIT.inputs, 'VAE Decode.samples': '$mask' } };
    const { order } = await taskOf();
    expect(engineWith(masked).serves(order)).toBe(false);
    expect(engineWith([masked, EDIT]).serves(order)).toBe(true);
    const inputs = { 'Picture.image': '$image_1', 'VAE Decode.samples': '$image_2' };
    expect(engineWith({ ...EDIT, inputs }).serves(order)).toBe(false);
    const twice = [...order.pictures, ...order.pictures];
    expect(engineWith({ ...EDIT, inputs }).serves({ ...order, pictures: twice })).toBe(true);
    expect(engineWith().serves({ ...order, operation: 'upscale' })).toBe(false);
  });

  test.each<[Operation, readonly PictureRole[], string, Record<string, Record<string, unknown>>]>([
    ['edit', ['source'], 'qwen-edit-1', { 1: { image: 1 }, 20: { prompt: 'Picture 1 shows the picture to change.' } }],
    ['edit', ['source', 'reference'], 'qwen-edit-2', { 2: { image: 2 } }],
    ['edit', ['source'], 'klein-edit-1', { 20: { text: 'The user asks: make it red' }, 34: { noise_seed: 7 } }],
    ['edit', ['source', 'reference'], 'klein-edit-2', { 2: { image: 2 } }],
    ['edit', ['source', 'reference', 'reference'], 'klein-edit-3', { 3: { image: 3 } }],
    ['virtual_try_on', ['person', 'garment', 'garment'], 'qwen-edit-3', { 1: { image: 1 }, 30: { width: 48 } }],
    ['generate', [], 'klein-generate', { 20: { text: 'make it red' }, 34: { noise_seed: 7 } }],
    ['generate', ['avatar', 'garment'], 'qwen-edit-2', { 20: { prompt: 'Picture 2 shows a product to wear.' } }],
    [
      'inpaint',
      ['source', 'mask'],
      'qwen-inpaint',
      { 2: { image: 2 }, 20: { prompt: 'make it red' }, 40: { seed: 7 } },
    ],
  ])('%s with %j fills the workflow %s, and ComfyUI takes it', async (operation, roles, name, filled) => {
    const task = await taskOf({ seed: 7 });
    const [picture] = task.pictures;
    const [source] = task.order.pictures;
    if (!picture || !source) throw new Error('the task has no picture');
    const pictures = roles.map((role) => ({ ...source, role }));
    const order = { ...task.order, operation, pictures };
    const gathered = await Promise.all(roles.map(async (role) => ({ ...picture, role, bytes: await smallPicture() })));
    const engine = engineOfThePage(name.startsWith('klein-edit') ? QUICK_EDITS : EDITS);
    expect(await engine.start({ ...task, order, pictures: gathered }, never)).toMatchObject({
      kind: 'started',
    });
    const [{ prompt }] = asked();
    expect(workflowFaults(prompt, () => true)).toEqual([]);
    expect(Object.keys(prompt)).toEqual(Object.keys(graphOf(`deploy/gpu/workflows/${name}.json`)));
    for (const [id, inputs] of Object.entries(filled))
      for (const [input, value] of Object.entries(inputs)) {
        const sent = prompt[id].inputs[input];
        if (input === 'image') expect(sent).toBe(`seen/atelier-${JOB_ID}-${value}.png [temp]`);
        else if (typeof value === 'string') expect(sent).toContain(value);
        else expect(sent).toBe(value);
      }
  });

  test('an edit of more pictures than the largest workflow takes goes to the next engine', async () => {
    const { order } = await taskOf();
    const pictures = [...order.pictures, ...order.pictures, ...order.pictures];
    expect(engineOfThePage().serves({ ...order, pictures })).toBe(true);
    expect(engineOfThePage().serves({ ...order, pictures: [...pictures, ...order.pictures] })).toBe(false);
  });

  test('the socket tells of progress and of the end, and carries the header of a proxy', async () => {
    double.fail('hang');
    const engine = engineWith(EDIT, { auth_header: 'x-proxy-key' }, 'open sesame');
    const task = await taskOf();
    const receipt = await receiptOf(engine, task);
    const changes: (number | null)[] = [];
    const ended = Promise.withResolvers<void>();
    const watching = new AbortController();
    engine.watch?.(
      receipt,
      (progress) => {
        changes.push(progress);
        if (progress === null) ended.resolve();
      },
      watching.signal,
    );
    while (!changes.some((progress) => progress !== null && progress > 0)) {
      expect(await engine.read(receipt, task, never)).toMatchObject({ kind: 'working', progress: null });
    }
    double.finish();
    await ended.promise;
    watching.abort();
    expect(await engine.read(receipt, task, never)).toMatchObject({ kind: 'made', output: { kind: 'delivered' } });
    for (const progress of changes) expect(progress ?? 1).toBeLessThanOrEqual(1);
    expect(double.sockets).toEqual([expect.objectContaining({ 'x-proxy-key': 'open sesame' })]);
    expect(double.seen.every(({ headers }) => headers['x-proxy-key'] === 'open sesame')).toBe(true);
  });

  test('a socket that does not open is no harm', async () => {
    const watching = new AbortController();
    const setup = {
      name: 'studio',
      baseUrl: 'http://127.0.0.1:9',
      webhookUrl: null,
      timeoutMs: 20_000,
      key: () => null,
    };
    const engine = comfyui.create({ ...setup, options: { operations: { edit: EDIT } } });
    const changes: unknown[] = [];
    engine.watch?.({ remoteId: JOB_ID, details: {} }, (progress) => changes.push(progress), watching.signal);
    expect(await engine.start(await taskOf(), never)).toMatchObject({ kind: 'refused', reason: 'broken' });
    watching.abort();
    expect(changes).toEqual([]);
  });

  test('work is found by the ID of its job, and not found where there is none', async () => {
    const engine = engineWith();
    const task = await taskOf();
    expect(await engine.lookUp?.(task, never)).toBe('absent');
    const receipt = await receiptOf(engine, task);
    expect(await engine.lookUp?.(task, never)).toEqual(receipt);
  });

  test('work that a restart of the server lost goes to the next engine', async () => {
    const engine = engineWith();
    const task = await taskOf();
    const receipt = await receiptOf(engine, task);
    double.restart();
    expect(await engine.read(receipt, task, never)).toMatchObject({ kind: 'unavailable' });
  });

  test('waiting work is taken out of the queue; the work of others goes on', async () => {
    double.fail('hang', 'hang');
    const engine = engineWith();
    const task = await taskOf();
    const running = await receiptOf(engine, task);
    const waiting = await receiptOf(engine, { ...task, jobId: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f51' });
    await engine.cancel?.(waiting);
    expect(double.canceled).toEqual([]);
    expect(await engine.read(running, task, never)).toMatchObject({ kind: 'working' });
    await engine.cancel?.(running);
    expect(double.canceled).toEqual([JOB_ID]);
    expect(await engine.read(running, task, never)).toMatchObject({
      kind: 'unavailable',
      message: 'the workflow broke: somebody interrupted it there',
    });
  });

  test('a workflow that lacks something of the server is no fault of the input', async () => {
    const workflow = JSON.parse(fs.readFileSync(FILE, 'utf8'));
    workflow['2'].inputs.ckpt_name = 'missing.safetensors';
    const outcome = await engineWith({ ...EDIT, workflow }).start(await taskOf(), never);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(
        "node 2 (CheckpointLoaderSimple): Value not usable: ckpt_name: 'missing.safetensors' not in",
      ),
    });
  });

  describe('what a server lacks', () => {
    const lackOf = (engine: HostedEngine) => engine.trouble?.();
    const names = ['qwen_image_edit_2511_fp8mixed', 'qwen_2.5_vl_7b_fp8_scaled', 'qwen_image_vae'].map(
      (name) => `${name}.safetensors`,
    );
    const klein = ['flux-2-klein-4b-fp8', 'qwen_3_4b', 'flux2-vae'].map((name) => `${name}.safetensors`);

    test('is nothing where it has the nodes and the model files of every workflow', async () => {
      for (const name of [...names, ...klein]) double.models.add(name);
      expect(await lackOf(engineOfThePage())).toBeNull();
    });

    test('is named: a model file, among those that it has', async () => {
      for (const name of names) double.models.add(name);
      double.models.delete('qwen_image_vae.safetensors');
      expect(await lackOf(engineWith(EDITS))).toBe(
        'node 12 (VAELoader) needs "qwen_image_vae.safetensors" as vae_name; the server has ' +
          'qwen_image_edit_2511_fp8mixed.safetensors, qwen_2.5_vl_7b_fp8_scaled.safetensors, pixel_space',
      );
    });

    test('is named: a node', async () => {
      const workflow = { 1: { class_type: 'Mine', inputs: {} } };
      expect(await lackOf(engineWith({ workflow, inputs: {} }))).toContain('it has no node Mine');
    });

    test('is named: the server', async () => {
      double.tamper(() => ({ status: 502, body: 'Bad Gateway' }));
      expect(await lackOf(engineWith(EDITS))).toContain('status 502');
      double.tamper(null);
    });
  });

  test('what broke in the workflow is named', async () => {
    double.fail('lost');
    const engine = engineWith();
    const task = await taskOf();
    const receipt = await receiptOf(engine, task);
    let seen = await engine.read(receipt, task, never);
    while (seen.kind === 'working') seen = await engine.read(receipt, task, never);
    expect(seen).toEqual({
      kind: 'unavailable',
      message: 'the workflow broke: node 3 (KSampler): torch.OutOfMemoryError: Allocation on device',
    });
  });

  test.each([
    [
      { ...EDIT, inputs: { 'Pictures.image': '$source' } },
      /\/inputs\/Pictures\.image is not an input of the workflow; allowed: Picture\.image, /,
    ],
    [{ ...EDIT, inputs: { 'Picture.image': '$sauce' } }, /\$sauce stands for nothing; allowed: \$person, /],
    [{ ...EDIT, inputs: { 'Picture.image': '$images' } }, /\$images is a list/],
    [
      { ...EDIT, output: 'Resultat' },
      /"Resultat" is not the ID or the title of just one node; the nodes are 1 \(Picture\), /,
    ],
    [{ ...EDIT, workflow: { nodes: [], links: [] } }, /as the editor saves it.*Export \(API\)/],
    [{ workflow: FILE }, /\/inputs is required: no node of the workflow names its own/],
    [{ ...EDIT, workflow: { 1: {} } }, /\/workflow\/1\/\w+ is required\..*Export \(API\)/],
    [{ ...EDIT, workflow: 'docs/examples/none.json' }, /no such file.*none\.json/],
  ])('a setting that cannot be used says why: %j', (setting, why) => {
    expect(() => engineWith(setting)).toThrow(why);
  });
});
