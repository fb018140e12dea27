import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel, scriptedEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Servers of users may keep silent. The workspace that named them waits, and no other does. */

const TRY_ON = '/v1/images/virtual-try-on';

let service: TestService;
let silent: http.Server;
let asked = 0;

beforeAll(async () => {
  silent = http.createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  service = await startTestService({
    parts: { engine: scriptedEngine(async () => onePixel()) },
    environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await service.stop();
});

test("pictures that never come hold up their own workspace's jobs, and no other's", async () => {
  const hostile = await service.workspace({ name: 'hostile', sandbox: false, credits: 100 });
  const neighbour = await service.workspace({ name: 'neighbour', sandbox: false });
  const garment = await hostile.image();
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/person.png`;
  const submitted = await hostile.post(TRY_ON, { person_image_url: url, outfit_image_ids: [garment], num_images: 8 });
  expect(submitted.status).toBe(202);
  await expect.poll(() => asked, { timeout: 15_000 }).toBe(4);

  const image = await neighbour.image();
  const { body } = await neighbour.post(TRY_ON, { person_image_id: image, outfit_image_ids: [image] });
  expect((await neighbour.final(body.jobs[0].id)).status).toBe('completed');
  // The engine has one slot, and the four pictures are still awaited.
  const { body: first } = await hostile.get(`/v1/jobs/${submitted.body.jobs[0].id}`);
  expect(first.status).toBe('generating');
  expect(asked).toBe(4);
});
