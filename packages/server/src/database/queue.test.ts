import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/support/database.ts';
import { openDatabase } from './connection.ts';
import { openQueue, type QueuedJob } from './queue.ts';
import { enqueueJobs, SANDBOX_LANE } from './queue-entries.ts';

const log = pino({ level: 'silent' });
const WORKSPACE = '018f0000-0000-7000-8000-00000000000a';

/** IDs of jobs, in the order of their making. */
const jobIdOf = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** A database with some jobs of each workspace in the sandbox lane, and queues on it as of many processes. */
async function jobsInQueue(count: number, workspaces: readonly string[] = [WORKSPACE]) {
  const own = await createTestDatabase();
  onTestFinished(() => own.drop());
  const client = await own.connect();
  onTestFinished(() => client.end());
  const db = openDatabase({ connectionString: own.url }, log);
  onTestFinished(() => db.destroy());
  const jobIds = Array.from({ length: count * workspaces.length }, (_, index) => jobIdOf(index));
  for (const [place, workspaceId] of workspaces.entries()) {
    await client.query(
      `insert into workspaces (id, name, plan, sandbox, model_access, created_at) values ($1, 'test', 'pro', true, '{}', now())`,
      [workspaceId],
    );
    const jobs = jobIds.slice(place * count, (place + 1) * count);
    await client.query(
      `insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged, created_at)
       select id, $2, id, 0, 'upscale', 'upscale-1', 'standard', '{}', 'pending', 1, 1, now() from unnest($1::uuid[]) id`,
      [jobs, workspaceId],
    );
    await enqueueJobs(db, SANDBOX_LANE, workspaceId, jobs);
  }
  const process = async (drainMs = 0) => {
    const queue = openQueue(db, log, drainMs, { subscribe: () => () => {} });
    await queue.start();
    onTestFinished(() => queue.stop());
    return queue;
  };
  const left = async () => (await client.query('select count(*)::int as left from queue_entries')).rows[0].left;
  return { client, jobIds, process, left };
}

/** A handler that holds its jobs until they are let go, and tells of each that it was given. */
function holding() {
  const given: QueuedJob[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const handler = (job: QueuedJob) => {
    given.push(job);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { given, ends, handler, ids: () => given.map(({ id }) => id) };
}

test('entries are handed out in their order, as many at once as the lane takes, and once each over all processes', async () => {
  const { jobIds, process, left } = await jobsInQueue(20);
  const [one, other] = [holding(), holding()];
  (await process()).work(SANDBOX_LANE, 2, one.handler);
  (await process()).work(SANDBOX_LANE, 1, other.handler);
  await expect.poll(() => one.given.length + other.given.length).toBe(3);
  expect(one.given).toHaveLength(2);
  expect([...one.ids(), ...other.ids()].sort()).toEqual(jobIds.slice(0, 3));
  const endAll = () => {
    for (const { resolve } of [...one.ends, ...other.ends]) resolve();
    return left();
  };
  await expect.poll(endAll).toBe(0);
  expect([...one.ids(), ...other.ids()].sort()).toEqual(jobIds);
});

test('an entry whose handler fails is handed out again', async () => {
  const { process, left } = await jobsInQueue(1);
  let runs = 0;
  (await process()).work(SANDBOX_LANE, 1, async () => {
    runs += 1;
    if (runs < 3) throw new Error('not yet');
  });
  await expect.poll(left).toBe(0);
  expect(runs).toBe(3);
});

test.each([
  ['that is silent for too long', `now() - interval '1 s'`],
  ['whose lease was written before the clock was put back', `now() + interval '1 hour'`],
])('an entry of a holder %s is handed out again', async (_, heldUntil) => {
  const { client, jobIds, process } = await jobsInQueue(1);
  await client.query(`update queue_entries set holder = gen_random_uuid(), held_until = ${heldUntil}`);
  const { handler, ids } = holding();
  (await process()).work(SANDBOX_LANE, 1, handler);
  await expect.poll(ids, { timeout: 10_000 }).toEqual(jobIds);
});

test('a handler that has lost its entry is aborted, and its end settles nothing', async () => {
  const { client, process, left } = await jobsInQueue(1);
  const { given, ends, handler } = holding();
  (await process()).work(SANDBOX_LANE, 1, handler);
  await expect.poll(() => given.length).toBe(1);
  expect(await given[0]?.confirm()).toBe(true);
  await client.query(`update queue_entries set holder = gen_random_uuid(), held_until = now() + interval '5 s'`);
  expect(await given[0]?.confirm()).toBe(false);
  await expect.poll(() => given[0]?.signal.aborted, { timeout: 10_000 }).toBe(true);
  ends[0]?.resolve();
  expect(await left()).toBe(1);
});

test('a stop waits for handlers, then aborts those that are left and gives their entries back', async () => {
  const { client, process } = await jobsInQueue(2);
  const { given, ends, handler } = holding();
  const queue = await process(3_000);
  queue.work(SANDBOX_LANE, 2, handler);
  await expect.poll(() => given.length).toBe(2);
  const stopped = queue.stop();
  ends[0]?.resolve();
  await stopped;
  expect(given.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  const { rows } = await client.query('select job_id, holder, returns from queue_entries');
  expect(rows).toEqual([{ job_id: jobIdOf(1), holder: null, returns: 1 }]);
});

test('a job that steps aside lets others use its slot, and gets one before entries of the queue', async () => {
  const { jobIds, process } = await jobsInQueue(3);
  const fetched = Promise.withResolvers<void>();
  const order: string[] = [];
  const second = Promise.withResolvers<void>();
  (await process()).work(SANDBOX_LANE, 1, async ({ id, aside }) => {
    if (id === jobIds[0]) await aside(() => fetched.promise);
    order.push(id);
    if (id === jobIds[1]) await second.promise;
  });
  await expect.poll(() => order).toEqual([jobIds[1]]);
  fetched.resolve();
  second.resolve();
  await expect.poll(() => order).toEqual([jobIds[1], jobIds[0], jobIds[2]]);
});

test('a workspace with four jobs aside gets no further one, and others go on', async () => {
  const other = '018f0000-0000-7000-8000-00000000000b';
  const { jobIds, process } = await jobsInQueue(6, [WORKSPACE, other]);
  const silent = Promise.withResolvers<void>();
  const [asides, done]: string[][] = [[], []];
  (await process()).work(SANDBOX_LANE, 1, async ({ id, aside }) => {
    if (jobIds.indexOf(id) < 6) {
      asides?.push(id);
      await aside(() => silent.promise);
    }
    done?.push(id);
  });
  await expect.poll(() => done?.length).toBe(6);
  expect(done).toEqual(jobIds.slice(6));
  expect(asides).toEqual(jobIds.slice(0, 4));
  silent.resolve();
  await expect.poll(() => done?.length).toBe(12);
});
