import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/database/connection.ts';
import { type Lane, SANDBOX_LANE } from '../src/database/queue-entries.ts';
import { rescueForgottenJobs } from '../src/maintenance/sweeps.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
let db: Database;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  service = await startTestService();
  db = openDatabase({ connectionString: service.database.url }, log);
});
afterAll(async () => {
  await db.destroy();
  await service.stop();
});

const clock = { now: () => new Date(Date.now() + 60_000) };
const engines = { laneOf: (): Lane => SANDBOX_LANE, lanes: new Map<Lane, number>([[SANDBOX_LANE, 1]]) };

/** A sandbox job at work for a minute. */
async function jobAtWork(): Promise<string> {
  const workspace = await service.workspace();
  const image = await workspace.image();
  const { body } = await workspace.post('/v1/images/virtual-try-on', {
    person_image_id: image,
    outfit_image_ids: [image],
    prompt: 'sandbox:delay=60000',
  });
  const jobId: string = body.jobs[0].id;
  await expect.poll(async () => (await workspace.get(`/v1/jobs/${jobId}`)).body.status).toBe('generating');
  return jobId;
}

/** The entry of a job after a rescue; null without one. */
async function entryAfterRescue(jobId: string): Promise<{ lane: string } | null> {
  await rescueForgottenJobs({ db, clock, log, queue: { wake: () => {} }, engines });
  const { rows } = await sql<{ lane: string }>`select lane from queue_entries where job_id = ${jobId}`.execute(db);
  return rows[0] ?? null;
}

test('a job without an entry gets one', async () => {
  const jobId = await jobAtWork();
  await sql`delete from queue_entries where job_id = ${jobId}`.execute(db);
  expect(await entryAfterRescue(jobId)).toEqual({ lane: SANDBOX_LANE });
});

test('a job in the lane of an engine that is gone moves to the lane of one that is there', async () => {
  const jobId = await jobAtWork();
  await sql`update queue_entries set lane = 'engine-gone', holder = null, held_until = null where job_id = ${jobId}`.execute(
    db,
  );
  expect(await entryAfterRescue(jobId)).toEqual({ lane: SANDBOX_LANE });
});

test('a job that a worker holds in the lane of an engine that is gone is left to it', async () => {
  const jobId = await jobAtWork();
  await sql`update queue_entries set lane = 'engine-gone' where job_id = ${jobId}`.execute(db);
  expect(await entryAfterRescue(jobId)).toEqual({ lane: 'engine-gone' });
});

test('a job that has ended gets no entry', async () => {
  const jobId = await jobAtWork();
  await sql`
    update jobs set status = 'failed', charged = 0, failure_code = 'canceled', failure_message = 'x', finished_at = now()
    where id = ${jobId}`.execute(db);
  await sql`delete from queue_entries where job_id = ${jobId}`.execute(db);
  expect(await entryAfterRescue(jobId)).toBeNull();
});
