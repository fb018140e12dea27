import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestService } from '../../test/support/service.ts';
import { changeNotices } from '../database/changes.ts';
import { openDatabase } from '../database/connection.ts';
import { type JobWithMedia, jobReader } from './rows.ts';
import { waitForEnd } from './watch.ts';

const CLIENTS = 1_000;
const silent = pino({ level: 'silent' });

afterEach(() => void vi.useRealTimers());

/** A job of a service that has stopped. */
async function someJob(): Promise<JobWithMedia> {
  const service = await startTestService();
  const workspace = await service.workspace();
  const { body } = await workspace.post('/v1/images/generate', { prompt: 'a coat' });
  const db = openDatabase({ connectionString: service.database.url }, silent);
  const job = await jobReader(db)(workspace.id, body.jobs[0].id);
  await db.destroy();
  await service.stop();
  if (!job) throw new Error('the job is gone');
  return job;
}

test('a thousand who wait read the job once each, however long it takes, and once more at its end', async () => {
  let job: JobWithMedia = { ...(await someJob()), status: 'generating', finished_at: null };
  let reads = 0;
  const readJob = async () => {
    reads += 1;
    return job;
  };
  const room = { readJob, changes: changeNotices({}, silent) };
  vi.useFakeTimers();
  const never = new AbortController().signal;
  const waiting = Array.from({ length: CLIENTS }, () => waitForEnd(room, job, never));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(reads).toBe(CLIENTS);
  job = { ...job, status: 'completed', finished_at: new Date() };
  room.changes.tellHere(job.id);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([job]));
  expect(reads).toBe(2 * CLIENTS);
});
