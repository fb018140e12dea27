import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/database/connection.ts';
import { SANDBOX_LANE } from '../src/database/queue.ts';
import { rescueForgottenJobs } from '../src/maintenance/rescue.ts';
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

/** A sandbox job at work for a minute, and what a rescue of it puts back where the queue has forgotten it and something happens meanwhile. */
async function rescueOf(meanwhile: (jobId: string) => Promise<unknown>): Promise<{ jobId: string; putBack: string[] }> {
  const workspace = await service.workspace();
  const image = await workspace.image();
  const { body } = await workspace.post('/v1/images/virtual-try-on', {
    person_image_id: image,
    outfit_image_ids: [image],
    prompt: 'sandbox:delay=60000',
  });
  const jobId: string = body.jobs[0].id;
  const isAtWork = async () => (await workspace.get(`/v1/jobs/${jobId}`)).body.status === 'generating';
  while (!(await isAtWork()));
  const putBack: string[] = [];
  const queue = {
    async holds(id: string) {
      if (id !== jobId) return true;
      await meanwhile(id);
      return false;
    },
    async replace(_transaction: unknown, _lane: unknown, id: string) {
      putBack.push(id);
    },
    wake: () => {},
  };
  const clock = { now: () => new Date(Date.now() + 60_000) };
  await rescueForgottenJobs({ db, clock, log, queue, engines: { laneOf: () => SANDBOX_LANE } });
  return { jobId, putBack };
}

test('a job the queue has forgotten is put back', async () => {
  const { jobId, putBack } = await rescueOf(async () => {});
  expect(putBack).toEqual([jobId]);
});

test('a job that was started again while the queue was asked is left alone', async () => {
  const { putBack } = await rescueOf((id) => sql`update jobs set attempt = attempt + 1 where id = ${id}`.execute(db));
  expect(putBack).toEqual([]);
});

test('a job that was canceled while the queue was asked is left alone', async () => {
  const { putBack } = await rescueOf((id) =>
    sql`update jobs set status = 'failed', charged = 0, failure_code = 'canceled', failure_message = 'x', finished_at = now() where id = ${id}`.execute(
      db,
    ),
  );
  expect(putBack).toEqual([]);
});
