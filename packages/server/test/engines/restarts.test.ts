import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import type { EngineDouble } from './double.ts';
import { falDouble } from './fal.double.ts';
import { type Gate, openGate } from './gate.ts';
import { KLING_KEYS, klingDouble } from './kling.double.ts';
import { openaiImagesDouble } from './openai-images.double.ts';

/** Jobs whose process stops or breaks between two of its steps, with engines that cost money. */

const MODEL = 'fal-ai/nano-banana/edit';
const SECOND_MODEL = 'fal-ai/nano-banana-2/edit';

let folder: string;
/** Its answer is the output, so a call that was cut short cannot be found again. */
let direct: EngineDouble;
let down: EngineDouble;
let queued: EngineDouble;
/** It takes an ID of ours once. */
let named: EngineDouble;
let gate: Gate;
let service: TestService;
let workspace: TestWorkspace;

beforeAll(async () => {
  [direct, down, queued] = [await openaiImagesDouble(), await falDouble(), await falDouble()];
  named = await klingDouble();
  gate = await openGate(queued.url, {
    isLook: (_method, target) => target.endsWith('/status'),
    isCreation: (method) => method === 'POST',
    pages: {},
  });
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-restarts-'));
  const file = path.join(folder, 'atelier.config.json');
  const options = (model: string) => ({ operations: { edit: { model } } });
  await fs.writeFile(
    file,
    JSON.stringify({
      engines: {
        direct: {
          adapter: 'openai-images',
          base_url: `${direct.url}/v1`,
          concurrency: 1,
          options: options('gpt-image-2'),
        },
        down: { adapter: 'fal', base_url: down.url, options: options(MODEL) },
        named: { adapter: 'kling', base_url: named.url },
        queued: { adapter: 'fal', base_url: gate.url, options: options(MODEL) },
      },
      models: {
        'nano-banana': ['direct'],
        'video-2.5': ['named', { engine: 'named', options: { video_model: 'kling-v3' } }],
        'nano-banana-2': ['down', 'direct'],
        'nano-banana-pro': ['down', 'queued', { engine: 'queued', options: options(SECOND_MODEL) }],
      },
    }),
  );
  service = await startTestService({
    environment: {
      ATELIER_CONFIG: file,
      ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
      ...KLING_KEYS,
      FAL_KEY: 'restarts-test-key',
      OPENAI_API_KEY: 'restarts-test-key',
    },
  });
  workspace = await service.workspace({ sandbox: false, credits: 1_000 });
});
afterAll(async () => {
  await service.stop();
  await gate.close();
  await Promise.all([direct.close(), down.close(), queued.close(), named.close()]);
  await fs.rm(folder, { recursive: true, force: true });
});

async function submit(model: string, image?: string): Promise<string> {
  const target = `/v1/images/${image ?? (await workspace.image())}/edit`;
  const answer = await workspace.post(target, { model, prompt: 'make the coat red' });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body.jobs[0].id;
}
/** A job whose first engine cannot serve, so that the second has it. */
async function submitQueued(image?: string): Promise<string> {
  down.fail('storm');
  return submit('nano-banana-pro', image);
}
async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = await service.database.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a job whose call broke is not asked for again where its end could not be written', async () => {
  await query('create sequence refusals');
  await query(`
    create function refuse_once() returns trigger language plpgsql as $$
    begin
      if new.status = 'failed' and nextval('refusals') = 1 then raise exception 'the database was away'; end if;
      return new;
    end $$`);
  await query('create trigger refuse_once before update on jobs for each row execute function refuse_once()');
  direct.fail('cut');
  const before = direct.creations();
  const job = await workspace.final(await submit('nano-banana'));
  expect(job).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' }, credits_used: 0 });
  expect(direct.creations() - before).toBe(1);
  expect(await query('select last_value from refusals')).toEqual([{ last_value: 2 }]);
  expect(await query('select outcome from remote_runs')).toEqual([{ outcome: 'abandoned' }]);
  await query('drop trigger refuse_once on jobs');
});

test('a job that waits for a free slot when the service stops is begun by the next one', async () => {
  direct.fail('held');
  const before = direct.creations();
  const holder = await submit('nano-banana');
  await until(() => direct.creations() > before);
  down.fail('storm', 'storm');
  const waiting = await submit('nano-banana-2');
  await until(
    async () => (await query(`select from remote_runs where job_id = '${waiting}' and state = 'ended'`)).length > 0,
  );
  await service.restart();
  expect(await workspace.final(waiting)).toMatchObject({ status: 'completed', task: 'edit.direct' });
  expect(await workspace.final(holder)).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' } });
});

test('an engine that stands twice in a list is asked again in its second place, also after a restart', async () => {
  queued.fail('lost');
  gate.setAsleep(true);
  const seen = gate.looks();
  const job = await submitQueued();
  await until(() => gate.looks() > seen);
  gate.setAsleep(false);
  await service.restart();
  expect(await workspace.final(job)).toMatchObject({ status: 'completed', task: 'edit.queued' });
  const asked = queued.seen.filter(({ method }) => method === 'POST').map(({ path: target }) => target);
  expect(asked).toEqual([`/${MODEL}`, `/${SECOND_MODEL}`]);
});

test('an image that is deleted while an engine works with it is not missed by the attempt that goes on', async () => {
  const before = queued.creations();
  gate.setAsleep(true);
  const seen = gate.looks();
  const image = await workspace.image();
  const job = await submitQueued(image);
  await until(() => gate.looks() > seen);
  expect((await workspace.delete(`/images/${image}`)).status).toBe(204);
  gate.setAsleep(false);
  await service.restart();
  expect(await workspace.final(job)).toMatchObject({ status: 'completed', task: 'edit.queued' });
  expect(queued.creations() - before).toBe(1);
});

test('a receipt that could not be written down at once is written down after that', async () => {
  await query('create sequence receipts');
  await query(`
    create function forget_twice() returns trigger language plpgsql as $$
    begin
      if new.state = 'started' and nextval('receipts') <= 2 then raise exception 'the database was away'; end if;
      return new;
    end $$`);
  await query('create trigger forget_twice before update on remote_runs for each row execute function forget_twice()');
  const before = queued.creations();
  expect(await workspace.final(await submitQueued())).toMatchObject({ status: 'completed', task: 'edit.queued' });
  expect(queued.creations() - before).toBe(1);
  expect(await query('select last_value from receipts')).toEqual([{ last_value: 3 }]);
  await query('drop trigger forget_twice on remote_runs');
});

test('an engine that takes an ID of ours once is asked under another in its second place', async () => {
  named.fail('lost');
  const target = `/v1/images/${await workspace.image()}/animate`;
  const { body } = await workspace.post(target, { model: 'video-2.5', prompt: 'she turns around' });
  expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'completed', task: 'animate.named' });
  const models = named.seen.filter(({ method }) => method === 'POST').map(({ json }) => json.model_name);
  expect(models).toEqual(['kling-v2-5-turbo', 'kling-v3']);
});
