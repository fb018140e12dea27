import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_KEY, startTestService, type TestService } from '../support/service.ts';
import { writeLimits } from './limits.ts';
import { fuzz } from './run.ts';
import { openTarget } from './target.ts';

let service: TestService;
let limits: Awaited<ReturnType<typeof writeLimits>>;
beforeAll(async () => {
  limits = await writeLimits();
  const environment = { ATELIER_CONFIG: limits.file, ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32' };
  service = await startTestService({ environment });
});
afterAll(async () => {
  await service.stop();
  await limits.remove();
});

test('two thousand requests made from the document, right and bent, meet no 5xx, no internals and no answer it does not describe', async () => {
  const target = await openTarget({ url: service.url, adminKey: ADMIN_KEY });
  const report = await fuzz(target, { requests: 2_000, seed: 1, connections: 8 });
  await target.close();
  expect(report.faults).toEqual([]);
  expect(report.sent).toBeGreaterThan(1_900);
  // Most operations are got through, not only refused.
  const successes = [...report.operations.values()].filter(({ successes: count }) => count > 0);
  expect(successes.length).toBeGreaterThan(report.operations.size * 0.85);
});
