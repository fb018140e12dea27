import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/support/database.ts';
import { openDatabase } from './connection.ts';
import { HEARTBEAT_SECONDS, openQueue, SANDBOX_LANE } from './queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('jobs of a dead worker are handed out again though the clock of this machine was put back by an hour', async () => {
  const own = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const connection = { connectionString: own.url };
  const db = openDatabase(connection, log);
  vi.useFakeTimers({ toFake: ['Date'] });
  const queue = openQueue(connection, log, 0, [SANDBOX_LANE], { subscribe: () => () => {} });
  await queue.start();
  vi.setSystemTime(Date.now() - 3_600_000);
  const client = await own.connect();
  const [jobId, workspaceId] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into workspaces (id, name, plan, sandbox, model_access, created_at) values ($1, 'test', 'pro', true, '{}', now())`,
    [workspaceId],
  );
  await db.transaction().execute((transaction) => queue.replace(transaction, SANDBOX_LANE, jobId, workspaceId));
  const { rows } = await client.query('select heartbeat_seconds from queue.job where id = $1', [jobId]);
  expect(rows).toEqual([{ heartbeat_seconds: HEARTBEAT_SECONDS }]);
  const ago = `now() - interval '1 minute'`;
  await client.query(`update queue.job set state = 'active', started_on = ${ago}, heartbeat_on = ${ago} where id = $1`, [
    jobId,
  ]);
  const handed = Promise.withResolvers<string>();
  await queue.work(SANDBOX_LANE, 1, async ({ id }) => handed.resolve(id));
  expect(await handed.promise).toBe(jobId);
  await client.end();
  await queue.stop();
  await db.destroy();
  await own.drop();
}, 60_000);
