import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RateOwner, rateLimiter } from '../src/accounts/rate-limit.ts';
import { createWorkspace } from '../src/accounts/workspaces.ts';
import { type Database, openDatabase } from '../src/database/connection.ts';
import { migrate } from '../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  service = await startTestService();
  database = await createTestDatabase();
  db = openDatabase({ connectionString: database.url }, pino({ level: 'silent' }));
  await migrate(db);
});
afterAll(async () => {
  await service.stop();
  await db.destroy();
  await database.drop();
});

/** A clock that stands still until it is set. */
function standingClock() {
  let now = new Date('2026-03-01T12:00:05Z');
  return { now: () => now, set: (text: string) => (now = new Date(text)) };
}

async function newOwner(): Promise<RateOwner> {
  const wanted = { name: 'shop', plan: 'free', sandbox: true, model_access: [], grant: 0 } as const;
  return { kind: 'workspace', id: (await createWorkspace(db, wanted, new Date())).id };
}

test('every answer tells the limit and what is left of it', async () => {
  const { get } = await service.workspace({ plan: 'pro' });
  const { headers } = await get('/v1/account');
  expect(headers.get('ratelimit-policy')).toBe('"requests";q=1200;w=60');
  expect(headers.get('ratelimit')).toMatch(/^"requests";r=11\d\d;t=\d+$/);
});

test('a refused request is 429 in the shape of its interface, with the time to wait', async () => {
  const { get } = await service.workspace({ plan: 'free' });
  const answers = await Promise.all(Array.from({ length: 260 }, () => get('/v1/account')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'rate_limited', request_id: headers.get('x-request-id') });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/);
  }
});

test('two processes together never let more through than the limit, and hardly less', async () => {
  const clock = standingClock();
  const [one, other] = [rateLimiter(db, clock), rateLimiter(db, clock)];
  const owner = await newOwner();
  const verdicts = await Promise.all(Array.from({ length: 400 }, (_, k) => (k % 2 ? one : other).take(owner, 120)));
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(120);
});

test('the next minute starts a fresh count', async () => {
  const clock = standingClock();
  const limiter = rateLimiter(db, clock);
  const owner = await newOwner();
  for (let k = 0; k < 3; k++) expect(await limiter.take(owner, 3)).toMatchObject({ allowed: true, remaining: 2 - k });
  expect(await limiter.take(owner, 3)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 55 });
  clock.set('2026-03-01T12:01:00Z');
  expect(await limiter.take(owner, 3)).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 });
});
