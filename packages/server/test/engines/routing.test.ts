import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import type { InspectPicture } from '../../src/moderation/picture-rules.ts';
import { onePixel, scriptedEngine, seesNothing } from '../support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import type { EngineDouble } from './double.ts';
import { falDouble } from './fal.double.ts';

/**
 * Which engine a job goes to, and for how long: two hosted engines and the one of this process stand behind the models.
 */

const options = { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } };

let folder: string;
let first: EngineDouble;
let second: EngineDouble;
let service: TestService;
let workspace: TestWorkspace;
let aheadMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + aheadMs) };
const own = scriptedEngine(async () => onePixel());
let inspect: InspectPicture = seesNothing;

beforeAll(async () => {
  [first, second] = [await falDouble(), await falDouble()];
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-routing-'));
  const file = path.join(folder, 'atelier.config.json');
  const engine = (url: string) => ({ adapter: 'fal', base_url: url, options, start_within_seconds: 2, price: 0.05 });
  await fs.writeFile(
    file,
    JSON.stringify({
      engines: { first: engine(first.url), second: { ...engine(second.url), start_within_seconds: 600 } },
      models: {
        'nano-banana': ['first', 'second', 'embedded'],
        'nano-banana-2': ['first'],
        'nano-banana-pro': ['second'],
      },
    }),
  );
  service = await startTestService({
    parts: { engine: own, clock, inspectPicture: (picture) => inspect(picture) },
    environment: {
      ATELIER_CONFIG: file,
      ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
      ATELIER_QUEUE_TIMEOUT: '900',
      FAL_KEY: 'routing-test-key',
    },
  });
  workspace = await service.workspace({ sandbox: false, credits: 10_000 });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([first.close(), second.close()]);
  await fs.rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  aheadMs = 0;
  inspect = seesNothing;
  first.recover();
  second.recover();
  const client = await service.database.connect();
  await client.query('delete from engine_states').finally(() => client.end());
});

async function submit(model: string): Promise<string> {
  const answer = await workspace.post(`/v1/images/${await workspace.image()}/edit`, {
    model,
    prompt: 'make the coat red',
  });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body.jobs[0].id;
}
/** Submits a job that the engine refuses until the double recovers, and waits until it was refused twice. */
async function submitRefused(engine: EngineDouble, model: string): Promise<string> {
  engine.failAlways('busy');
  const asked = engine.seen.length;
  const jobId = await submit(model);
  await vi.waitUntil(() => engine.seen.length - asked >= 2, { timeout: 60_000, interval: 5 });
  return jobId;
}
const finalOf = async (model: string) => workspace.final(await submit(model));
const circuitOf = async (name: string) =>
  (await service.admin('GET', '/admin/engines')).body.engines.find((engine: { name: string }) => engine.name === name);
const metricOf = async (line: string) =>
  (await fetch(`${service.url}/metrics`)).text().then((text) => lineOf(text, line));

function lineOf(text: string, start: string): string | undefined {
  return text.split('\n').find((line) => line.startsWith(start));
}

test('each model goes to its own engines, in their order', async () => {
  expect((await finalOf('nano-banana')).task).toMatch(/\.first$/);
  expect((await finalOf('nano-banana-pro')).task).toMatch(/\.second$/);
  const image = await workspace.image();
  const tryOn = { model: 'v6', person_image_id: image, outfit_image_ids: [image] };
  const { body } = await workspace.post('/v1/images/virtual-try-on', tryOn);
  expect((await workspace.final(body.jobs[0].id)).task).toMatch(/\.scripted$/);
  first.fail('storm');
  expect((await finalOf('nano-banana')).task).toMatch(/\.second$/);
  first.fail('storm');
  second.fail('storm');
  expect((await finalOf('nano-banana')).task).toMatch(/\.scripted$/);
});

test('a picture that is not allowed reaches no hosted engine', async () => {
  inspect = async () => ({ content: { porn: 0.99, hentai: 0, sexy: 0 }, person: null });
  const asked = first.seen.length;
  expect(await finalOf('nano-banana')).toMatchObject({ status: 'policy_blocked', credits_used: 0 });
  expect(first.seen.length).toBe(asked);
});

test('a model with no other engine ends as provider_unavailable and is refunded', async () => {
  const before = (await workspace.get('/v1/account')).body.balance;
  first.fail('storm');
  expect(await finalOf('nano-banana-2')).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' } });
  expect((await workspace.get('/v1/account')).body.balance).toBe(before);
});

test('an engine that keeps failing is left alone, tried again by one job after a while, and used again when it serves', async () => {
  first.fail('storm', 'storm', 'storm', 'storm', 'storm');
  for (let job = 0; job < 5; job++) expect((await finalOf('nano-banana')).task).toMatch(/\.second$/);
  expect(await circuitOf('first')).toMatchObject({
    circuit: 'open',
    failures: 5,
    last_error: expect.stringContaining('500'),
  });
  expect(await metricOf('atelier_engine_circuit_open{engine="first"}')).toMatch(/ 1$/);

  const calls = first.seen.length;
  expect((await finalOf('nano-banana')).task).toMatch(/\.second$/);
  expect(first.seen.length).toBe(calls);

  aheadMs = 20_000;
  expect((await finalOf('nano-banana')).task).toMatch(/\.first$/);
  expect(await circuitOf('first')).toMatchObject({ circuit: 'closed', failures: 0 });
  expect(await metricOf('atelier_engine_circuit_open{engine="first"}')).toMatch(/ 0$/);
});

test('an engine that takes work and loses it is left alone as well', async () => {
  first.fail('lost', 'lost', 'lost', 'lost', 'lost');
  for (let job = 0; job < 5; job++) expect((await finalOf('nano-banana')).task).toMatch(/\.second$/);
  expect(await circuitOf('first')).toMatchObject({ circuit: 'open', failures: 5 });
  const calls = first.seen.length;
  expect((await finalOf('nano-banana')).task).toMatch(/\.second$/);
  expect(first.seen.length).toBe(calls);
});

test('an engine that refuses for longer than it may gives the job to the next one', async () => {
  const jobId = await submitRefused(first, 'nano-banana');
  aheadMs = 2_000;
  expect((await workspace.final(jobId)).task).toMatch(/\.second$/);
});

test('a job that nothing could start in time ends as queue_timeout and is refunded', async () => {
  const before = (await workspace.get('/v1/account')).body.balance;
  const jobId = await submitRefused(second, 'nano-banana-pro');
  aheadMs = 901_000;
  expect(await workspace.final(jobId)).toMatchObject({
    status: 'failed',
    error: { code: 'queue_timeout' },
    credits_used: 0,
  });
  aheadMs = 0;
  expect((await workspace.get('/v1/account')).body.balance).toBe(before);
});

test('what engines were asked for and what that cost is counted', async () => {
  first.fail('rejected');
  expect(await finalOf('nano-banana-2')).toMatchObject({ error: { code: 'input_rejected' } });
  // A run is counted when its job's end is written, a moment after the job is seen to be final.
  let text = '';
  const countOf = (start: string) => Number(lineOf(text, start)?.split(' ').at(-1) ?? 0);
  do text = await (await fetch(`${service.url}/metrics`)).text();
  while (countOf('atelier_engine_runs_total{engine="first",outcome="rejected"}') !== 1);
  const made = countOf('atelier_engine_runs_total{engine="first",outcome="made"}');
  expect(made).toBeGreaterThan(0);
  expect(countOf('atelier_engine_cost_total{engine="first"}')).toBeCloseTo(made * 0.05, 6);
});
