import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROCESS_ADMIN_KEY, type ServiceProcess, serviceProcess } from './support/process.ts';
import { smallPicture } from './support/service.ts';

/** A shoot of a service that is killed with SIGKILL while it submits. */

const ROUNDS = 3;
const PRODUCTS = 24;

let service: ServiceProcess;
beforeAll(async () => {
  service = await serviceProcess();
});
afterAll(() => service.remove());

test('a shoot makes each image once, however often the service is killed', async () => {
  await service.start();
  const { api_key: key } = await service.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', {
    name: 'shop',
    plan: 'enterprise',
    credits: 100,
    sandbox: true,
  });
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  const image = await service.call(key, 'POST', '/images', form);
  const save = async (type: string, sku: string): Promise<string> => {
    const { id } = await service.call(key, 'POST', '/assets', { type, alias: sku, sku });
    await service.call(key, 'POST', `/images/${image.id}/asset`, { asset_id: id });
    return id;
  };
  const avatar = await save('model', 'Anna');
  for (let each = 0; each < PRODUCTS; each++) await save('outfit', `S-${each}`);
  const look = await service.call(key, 'POST', '/v1/looks', {
    name: 'Studio',
    operation: 'virtual_try_on',
    avatar_ids: [avatar],
    input: { prompt: 'sandbox:delay=200' },
  });
  const shoot = await service.call(key, 'POST', '/v1/shoots', { look_id: look.id, all: true });
  for (let round = 0; round < ROUNDS; round++) {
    // In each round the kill comes at another point of the work.
    await new Promise((resolve) => setTimeout(resolve, 90 * round));
    await service.kill();
    await service.start();
  }
  let state = shoot;
  while (state.status === 'running') state = await service.call(key, 'GET', `/v1/shoots/${shoot.id}`);
  expect(state).toMatchObject({ status: 'completed', items: { completed: PRODUCTS }, credits_used: PRODUCTS });
  const { items } = await service.call(key, 'GET', `/v1/shoots/${shoot.id}/items?limit=100`);
  expect(new Set(items.map((item: { job_id: string }) => item.job_id)).size).toBe(PRODUCTS);
  const { jobs } = await service.call(key, 'GET', '/v1/jobs?limit=100');
  expect(jobs).toHaveLength(PRODUCTS);
  const { balance } = await service.call(key, 'GET', '/v1/account');
  expect(balance).toBe(100 - PRODUCTS);
});
