import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isFinal, type Job, type ModelName } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROCESS_ADMIN_KEY, type ServiceProcess, serviceProcess } from '../support/process.ts';
import { smallPicture } from '../support/service.ts';
import { type ComfyuiDouble, comfyuiDouble } from './comfyui.double.ts';
import type { EngineDouble } from './double.ts';
import { falDouble } from './fal.double.ts';

/** The service as an operator runs it, killed with SIGKILL at each step of its work with a hosted engine. */

const CREDITS = 1_000;

let double: EngineDouble;
/** An engine that accepts the service's ID. */
let studio: ComfyuiDouble;
let service: ServiceProcess;
let folder: string;
let key: string;
let imageId: string;

beforeAll(async () => {
  double = await falDouble();
  studio = await comfyuiDouble();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-engine-crash-'));
  const file = path.join(folder, 'atelier.config.json');
  const operations = { edit: { model: 'fal-ai/nano-banana/edit' } };
  const workflow = path.resolve('docs/examples/comfyui-edit.json');
  const edit = { workflow, inputs: { 'Picture.image': '$source', 'KSampler.seed': '$seed' } };
  await fs.writeFile(
    file,
    JSON.stringify({
      engines: {
        hosted: { adapter: 'fal', base_url: double.url, options: { operations }, concurrency: 4 },
        studio: { adapter: 'comfyui', base_url: studio.url, options: { operations: { edit } } },
      },
      models: { 'nano-banana': ['hosted'], 'nano-banana-2': ['studio'] },
    }),
  );
  service = await serviceProcess({
    ATELIER_CONFIG: file,
    ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
    FAL_KEY: 'crash-test-key',
  });
  await service.start();
  ({ api_key: key } = await service.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', {
    name: 'crash',
    plan: 'enterprise',
    credits: CREDITS,
  }));
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  ({ id: imageId } = await service.call(key, 'POST', '/images', form));
});
afterAll(async () => {
  await service.remove();
  await double.close();
  await studio.close();
  await fs.rm(folder, { recursive: true, force: true });
});

async function submit(prompt = 'make the coat red', model: ModelName = 'nano-banana'): Promise<Job> {
  const { jobs } = await service.call(key, 'POST', `/v1/images/${imageId}/edit`, {
    model,
    prompt,
  });
  return jobs[0];
}
async function finalOf({ id }: Job): Promise<Job> {
  for (;;) {
    const job: Job = await service.call(key, 'GET', `/v1/jobs/${id}?wait=60`);
    if (isFinal(job.status)) return job;
  }
}
const balance = async () => (await service.call(key, 'GET', '/v1/account')).balance;
const looks = () => double.seen.filter(({ path: target }) => target.endsWith('/status')).length;
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('killed while the engine works, it goes on with the work that began', async () => {
  const [funds, creations, seen] = [await balance(), double.creations(), looks()];
  double.fail('slow');
  const job = await submit();
  await until(() => looks() > seen);
  await service.kill();
  await service.start();
  expect(await finalOf(job)).toMatchObject({ status: 'completed' });
  expect(double.creations() - creations).toBe(1);
  expect(await balance()).toBe(funds - 1);
});

test('killed while it asks, it never asks again, and pays back', async () => {
  const [funds, creations] = [await balance(), double.creations()];
  double.fail('held');
  const job = await submit();
  await until(() => double.creations() > creations);
  await service.kill();
  await service.start();
  expect(await finalOf(job)).toMatchObject({
    status: 'failed',
    error: { code: 'provider_unavailable' },
    credits_used: 0,
  });
  expect(double.creations() - creations).toBe(1);
  expect(await balance()).toBe(funds);
});

test('killed while it asks an engine that takes our ID, it finds the work again', async () => {
  studio.fail('held');
  const job = await submit('make the coat red', 'nano-banana-2');
  await until(() => studio.creations() > 0);
  await service.kill();
  await service.start();
  expect(await finalOf(job)).toMatchObject({ status: 'completed', task: 'edit.studio' });
  expect(studio.creations()).toBe(1);
});

test('killed while the engine refuses, it asks again', async () => {
  const [funds, creations, seen] = [await balance(), double.creations(), double.seen.length];
  double.fail('busy', 'busy', 'busy');
  const job = await submit();
  await until(() => double.seen.length > seen);
  await service.kill();
  await service.start();
  // After a kill between the refusal and its record, the outcome of the call is unknown.
  const ended = await finalOf(job);
  double.recover();
  const paid = ended.status === 'completed' ? 1 : 0;
  expect(double.creations() - creations).toBe(paid);
  expect(await balance()).toBe(funds - paid);
});

test('killed again and again with many jobs under way, none is paid for twice and the ledger fits', async () => {
  const [funds, creations] = [await balance(), double.creations()];
  const jobs: Job[] = [];
  for (let round = 0; round < 4; round++) {
    double.fail(...Array.from({ length: 5 }, () => 'slow' as const));
    for (let each = 0; each < 5; each++) jobs.push(await submit(`make the coat red, ${round} ${each}`));
    await new Promise((resolve) => setTimeout(resolve, 130 * round));
    await service.kill();
    await service.start();
  }
  const ended: Job[] = [];
  for (const job of jobs) ended.push(await finalOf(job));
  const completed = ended.filter(({ status }) => status === 'completed').length;
  const asked = double.seen.map(({ json }) => json?.prompt).filter((prompt) => /red, \d \d/.test(prompt));
  expect(asked.length).toBe(new Set(asked).size);
  expect(asked.length).toBe(double.creations() - creations);
  expect(double.creations() - creations).toBeGreaterThanOrEqual(completed);
  for (const { status, error } of ended) if (status !== 'completed') expect(error?.code).toBe('provider_unavailable');
  expect(await balance()).toBe(funds - completed);
});
