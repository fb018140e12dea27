import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Model, OPERATION_INPUTS, type OperationEngine } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedWords } from '../../src/engines/adapters/embedded/embedded-words.ts';
import { idleEngine } from '../support/engines.ts';
import { smallMask, startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

/**
 * The abilities that the service states before a payment: those of the embedded engine, and of a hosted one before it
 * for one model.
 */

const LIBRARY = '/assets?public_only=true&paginated=true&type=';

let folder: string;
let service: TestService;
let workspace: TestWorkspace;
let image: string;
let mask: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-abilities-'));
  const config = path.join(folder, 'atelier.config.json');
  const options = { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } };
  await fs.writeFile(
    config,
    JSON.stringify({
      engines: { painter: { adapter: 'fal', base_url: 'http://127.0.0.1:9', options } },
      models: { 'nano-banana-pro': ['painter', 'embedded'], 'nano-banana': ['painter'] },
    }),
  );
  service = await startTestService({
    parts: { engine: { ...idleEngine(), name: 'embedded', ...embeddedWords } },
    environment: { ATELIER_CONFIG: config, FAL_KEY: 'abilities-test-key' },
  });
  workspace = await service.workspace({ sandbox: false });
  image = await workspace.image();
  mask = await workspace.image(await smallMask());
});
afterAll(async () => {
  await service.stop();
  await fs.rm(folder, { recursive: true });
});

async function balanceAndJobs() {
  const [account, list] = [await workspace.get('/v1/account'), await workspace.get('/v1/jobs')];
  return { balance: account.body.balance, jobs: list.body.jobs.length };
}

async function engineOf(name: string, operation: string, of = workspace): Promise<OperationEngine> {
  const models: Model[] = (await of.get('/v1/models')).body.models;
  const found = models.find((model) => model.name === name)?.engines.find((engine) => engine.operation === operation);
  if (!found) throw new Error(`${name} does not say what performs ${operation}`);
  return found;
}

test('models say which engine performs each operation now, and what it can do', async () => {
  expect(await engineOf('nano-banana-2', 'edit')).toMatchObject({
    engine: 'embedded',
    prompt: 'instructions',
    about: expect.stringContaining('changes the colour or pattern of a garment'),
    examples: expect.arrayContaining(['make the shirt navy']),
  });
  expect(await engineOf('nano-banana-2', 'generate')).toMatchObject({ engine: 'embedded', text_only: false });
  expect(await engineOf('nano-banana-pro', 'edit')).toMatchObject({ engine: 'painter', prompt: 'free', about: '' });
  expect(await engineOf('nano-banana', 'generate')).toMatchObject({ engine: null, text_only: false });
  const sandbox = await service.workspace();
  expect(await engineOf('nano-banana-2', 'generate', sandbox)).toMatchObject({ engine: 'sandbox', text_only: true });
});

test.each([
  ['an edit it does not understand', 'edit', { prompt: 'add a dragon' }, '/prompt: "add a dragon" is not an edit'],
  ['a new thing under a mask', 'inpaint', { prompt: 'a dragon' }, '/prompt: "a dragon" is not an edit'],
  ['a picture of words alone', 'generate', { prompt: 'a linen suit by the sea' }, 'Give an avatar (asset_ids)'],
  ['a film of words alone', 'text_to_video', { prompt: 'a model walks' }, 'Give an avatar or products (asset_ids)'],
  ['a film of words that no film shows', 'animate', { prompt: 'a cat' }, '/prompt: The embedded engine cannot follow'],
])('%s is refused before anything is charged, with what would work', async (_case, operation, input, message) => {
  const before = await balanceAndJobs();
  const onImage = ['edit', 'inpaint', 'animate'].includes(operation);
  const body = { operation, input: { ...input, ...(operation === 'inpaint' ? { mask_image_id: mask } : {}) } };
  const enveloped = await workspace.post('/v1/jobs', { ...body, ...(onImage ? { image_id: image } : {}) });
  expect(enveloped.status).toBe(422);
  expect(enveloped.body.code).toBe('unsupported_option');
  expect(enveloped.body.message).toContain(message.startsWith('/') ? `/input${message}` : message);
  expect(enveloped.body.message).toMatch(/the embedded engine (can|makes|follows)/i);
  const named: string[] = enveloped.body.message.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
  expect(Object.keys(Reflect.get(OPERATION_INPUTS, operation).properties)).toEqual(expect.arrayContaining(named));
  const older = {
    edit: `/images/${image}/edit`,
    inpaint: `/images/${image}/inpaint`,
    generate: '/images/generate',
    animate: `/images/${image}/video`,
  };
  const unversioned = await workspace.post(Reflect.get(older, operation) ?? '/text-to-video', body.input);
  expect(unversioned.body).toMatchObject({ code: 'unsupported_option', message: expect.stringContaining(message) });
  expect(await balanceAndJobs()).toEqual(before);
});

test('a film of an avatar is refused where its words change nothing in it', async () => {
  const avatar = (await workspace.get(`${LIBRARY}model`)).body.assets[0].id;
  const film = (prompt: string) => workspace.post('/v1/videos/text-to-video', { asset_ids: [avatar], prompt });
  expect((await film('a cat')).body).toMatchObject({
    code: 'unsupported_option',
    message: expect.stringContaining('/prompt: The embedded engine cannot follow "a cat"'),
  });
  for (const prompt of ['a cat, at the beach', 'brighter', 'her dress flows in the wind', 'zoom out'])
    expect((await film(prompt)).status, prompt).toBe(202);
});

test('words that policy forbids end their job as policy_blocked, though no engine understands them', async () => {
  const { body } = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'make it porn' });
  expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'policy_blocked', credits_used: 0 });
});

test('words that one engine of a model takes are taken, whatever the last of its list understands', async () => {
  const answer = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'add a dragon', model: 'nano-banana-pro' });
  expect(answer.status).toBe(202);
});

test('an operation that no engine of a model performs is refused', async () => {
  const answer = await workspace.post('/v1/images/generate', { prompt: 'a suit', model: 'nano-banana' });
  expect(answer.body).toMatchObject({
    code: 'unsupported_option',
    message: expect.stringContaining('No engine of this service performs generate with the model nano-banana'),
  });
});

test('an engine whose circuit is open gives its place to the next one of the list', async () => {
  const client = await service.database.connect();
  await client.query(`
    insert into engine_states (engine, open_until) values ('painter', now() + interval '1 hour')
    on conflict (engine) do update set open_until = excluded.open_until`);
  await client.end();
  expect(await engineOf('nano-banana-pro', 'edit')).toMatchObject({ engine: 'embedded', prompt: 'instructions' });
});

test('every example that a model gives is taken', async () => {
  const library = async (type: string) => (await workspace.get(LIBRARY + type)).body.assets[0].id;
  const avatar = await library('model');
  const models: Model[] = (await workspace.get('/v1/models')).body.models;
  const inputs: Record<string, object> = {
    virtual_try_on: { person_image_id: image, outfit_image_ids: [image] },
    generate: { asset_ids: [avatar] },
    inpaint: { mask_image_id: mask },
    text_to_video: { asset_ids: [avatar] },
  };
  const asked = models
    .filter(({ available }) => available)
    .flatMap(({ name, engines }) => engines.map((engine) => ({ name, ...engine })))
    .flatMap(({ examples, ...engine }) => examples.map((prompt) => ({ ...engine, prompt })));
  expect(asked.length).toBeGreaterThan(20);
  for (const { name, operation, prompt } of asked) {
    const onImage = ['edit', 'inpaint', 'animate'].includes(operation) ? { image_id: image } : {};
    const input = { ...inputs[operation], prompt, model: name };
    const { status, body } = await workspace.post('/v1/jobs', { operation, ...onImage, input });
    expect({ operation, prompt, status, body }).toMatchObject({ status: 202 });
  }
});
