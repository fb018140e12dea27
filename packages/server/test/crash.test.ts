import { isFinal, type Job } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROCESS_ADMIN_KEY, type ServiceProcess, serviceProcess } from './support/process.ts';
import { smallPicture } from './support/service.ts';

/** The service as an operator runs it, with its embedded database, killed with SIGKILL while it works. */

const ROUNDS = 3;
const JOBS_A_ROUND = 6;

let service: ServiceProcess;

beforeAll(async () => {
  service = await serviceProcess();
});
afterAll(() => service.remove());

test('every acknowledged job reaches a final status, once, however often the service is killed', async () => {
  await service.start();
  const { api_key: key } = await service.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', {
    name: 'crash',
    plan: 'enterprise',
    credits: 100,
    sandbox: true,
  });
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  const { id } = await service.call(key, 'POST', '/images', form);
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const request = {
      person_image_id: id,
      outfit_image_ids: [id],
      num_images: JOBS_A_ROUND,
      prompt: 'sandbox:delay=300',
    };
    const { jobs }: { jobs: Job[] } = await service.call(key, 'POST', '/v1/images/virtual-try-on', request);
    acknowledged.push(...jobs.map((job) => job.id));
    // In each round the kill comes at another point of the work.
    await new Promise((resolve) => setTimeout(resolve, 150 * round));
    await service.kill();
    await service.start();
  }
  const ended: Job[] = [];
  for (const jobId of acknowledged) {
    let job: Job;
    do job = await service.call(key, 'GET', `/v1/jobs/${jobId}?wait=60`);
    while (!isFinal(job.status));
    ended.push(job);
  }
  expect(ended.map(({ status }) => status)).toEqual(acknowledged.map(() => 'completed'));
  expect(new Set(ended.map(({ result }) => result?.id)).size).toBe(acknowledged.length);
  const { balance } = await service.call(key, 'GET', '/v1/account');
  expect(balance).toBe(100 - acknowledged.length);
});
