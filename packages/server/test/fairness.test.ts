import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel, scriptedEngine } from './support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

/** Who is served when many wait. The engine has one slot, and the test opens it for one job at a time. */

let service: TestService;
const served: string[] = [];
let open: (() => void) | null = null;
const engine = scriptedEngine(async ({ order }) => {
  served.push(order.prompt ?? '');
  await new Promise<void>((resolve) => {
    open = resolve;
  });
  return onePixel();
});

beforeAll(async () => {
  service = await startTestService({ parts: { engine } });
});
afterAll(async () => {
  open?.();
  await service.stop();
});

async function customer(name: string) {
  const workspace: TestWorkspace = await service.workspace({ name, sandbox: false, credits: 20_000 });
  const image = await workspace.image();
  const submit = async (count: number) => {
    const body = { person_image_id: image, outfit_image_ids: [image], num_images: count, prompt: name };
    const answer = await workspace.post('/v1/images/virtual-try-on', body);
    if (answer.status !== 202) throw new Error(answer.text);
  };
  return { workspace, submit };
}
/** Lets one job end and returns whose job comes next. */
async function next(): Promise<string> {
  const before = served.length;
  open?.();
  while (served.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return served.at(-1) ?? '';
}

test('a workspace with 10,000 queued jobs delays the job of another by the one that runs', async () => {
  const large = await customer('large');
  for (let batch = 0; batch < 125; batch++) await Promise.all(Array.from({ length: 10 }, () => large.submit(8)));
  while (served.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const client = await service.database.connect();
  const { rows } = await client.query('select count(*)::int as waiting from queue_entries where holder is null');
  await client.end();
  expect(rows[0].waiting).toBe(9_999);

  const small = await customer('small');
  await small.submit(1);
  expect(await next()).toBe('small');
  expect(await next()).toBe('large');

  // Two that wait take turns, and a third is not held up by either.
  await small.submit(3);
  const third = await customer('third');
  await third.submit(1);
  const order = [await next(), await next(), await next(), await next(), await next(), await next(), await next()];
  expect(order.indexOf('third')).toBeLessThanOrEqual(1);
  expect(order.filter((name) => name === 'small')).toHaveLength(3);
  expect(order.filter((name) => name === 'large').length).toBeGreaterThanOrEqual(2);
});
