import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { filmOf } from '../src/engines/adapters/sandbox/video.ts';
import type { LocalEngine } from '../src/engines/port.ts';
import { waitingForLock } from './support/database.ts';
import { changingEngine, onePixel, scriptedEngine } from './support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';
const engine = changingEngine();
let service: TestService;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ parts: { engine } });
  workspace = await service.workspace({ sandbox: false });
});
afterAll(() => service.stop());

/** Submits a try-on that an engine makes, and returns its job's ID. */
async function submit(by: LocalEngine, further: object = {}): Promise<string> {
  engine.become(by);
  const { body } = await workspace.post(TRY_ON, {
    person_image_id: await workspace.image(),
    outfit_image_ids: [await workspace.image()],
    ...further,
  });
  return body.jobs[0].id;
}

test('an engine that rejects the input ends the job with its message', async () => {
  const jobId = await submit(scriptedEngine(async () => ({ kind: 'input_rejected', message: 'No person was found.' })));
  expect(await workspace.final(jobId)).toMatchObject({
    status: 'failed',
    error: { code: 'input_rejected', message: 'No person was found.' },
    credits_used: 0,
  });
});

test('an engine that is away is asked again', async () => {
  const scripted = scriptedEngine(async (_task, _control, run) =>
    run < 3 ? { kind: 'unavailable', message: 'away' } : onePixel(),
  );
  const jobId = await submit(scripted);
  expect((await workspace.final(jobId)).status).toBe('completed');
  expect(scripted.runs()).toBe(3);
});

test('a job canceled while its start is under way is not given to an engine', async () => {
  const isAskedInVain: boolean[] = [];
  const scripted = scriptedEngine(async (_task, { signal }) => {
    isAskedInVain.push(signal.aborted);
    return onePixel();
  });
  engine.become(scripted);
  const image = await workspace.image();
  const client = await service.database.connect();
  // The last thing read before an engine is asked.
  await client.query('begin; lock table remote_runs in access exclusive mode');
  const { body } = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'make the coat red' });
  const [{ id }] = body.jobs;
  await expect.poll(async () => (await workspace.get(`/v1/jobs/${id}`)).body.status).toBe('generating');
  await expect.poll(() => waitingForLock(client, 'remote_runs')).toBe(1);
  await workspace.post(`/v1/jobs/${id}/cancel`);
  expect(await workspace.final(id)).toMatchObject({ error: { code: 'canceled' }, credits_used: 0 });
  await client.query('commit');
  await client.end();
  const next = (await workspace.post(`/v1/images/${image}/edit`, { prompt: 'make the coat blue' })).body.jobs[0].id;
  expect((await workspace.final(next)).status).toBe('completed');
  expect(isAskedInVain).not.toContain(true);
});

describe('a job that meets no database', () => {
  const scripted = scriptedEngine(async (task) =>
    task.order.prompt === 'reject' ? { kind: 'input_rejected', message: 'No person was found.' } : onePixel(),
  );
  let client: pg.Client;
  beforeAll(async () => {
    client = await service.database.connect();
  });
  afterEach(() => client.query('drop function if exists refuse_move cascade; drop sequence if exists tries'));
  afterAll(() => client.end());

  /**
   * Makes the database answer moves of jobs as it does while it recovers from a crash, `times` times: a sequence is not
   * rolled back.
   */
  const refuseMoves = (when: string, times: number) =>
    client.query(`
      create sequence tries;
      create function refuse_move() returns trigger language plpgsql as $$ begin
        if nextval('tries') <= ${times} then raise exception 'the database system is in recovery mode' using errcode = '57P03'; end if;
        return new; end $$;
      create trigger refuse_move before update on jobs for each row when (${when}) execute function refuse_move()`);
  const submitted = (prompt = 'plain') => submit(scripted, { prompt });
  const tries = async (): Promise<number> =>
    (await client.query('select case when is_called then last_value::int else 0 end as tries from tries')).rows[0]
      .tries;
  /** How often a job was started. */
  const attempts = async (jobId: string): Promise<number> =>
    (await client.query('select attempt from jobs where id = $1', [jobId])).rows[0].attempt;

  test('when it is to start stays in hand until there is one', async () => {
    await refuseMoves('new.attempt > old.attempt', 2);
    const jobId = await submitted();
    expect((await workspace.final(jobId)).status).toBe('completed');
    expect([await attempts(jobId), await tries()]).toEqual([1, 3]);
  });

  test('when it is to start is left alone by a worker that has lost it meanwhile', async () => {
    await refuseMoves('new.attempt > old.attempt', 1_000);
    const jobId = await submitted();
    await expect.poll(tries).toBeGreaterThan(0);
    // As if another worker had it now, that is not heard of any more either.
    await client.query(
      `update queue_entries set holder = gen_random_uuid(), held_until = now() + interval '2 s' where job_id = $1`,
      [jobId],
    );
    await client.query('drop trigger refuse_move on jobs');
    expect((await workspace.final(jobId)).status).toBe('completed');
    expect(await attempts(jobId)).toBe(1);
  });

  test('when it is to end ends when there is one, and its engine is not asked again', async () => {
    await refuseMoves('new.finished_at is not null', 2);
    const jobId = await submitted('reject');
    expect(await workspace.final(jobId)).toMatchObject({ status: 'failed', error: { code: 'input_rejected' } });
    expect([await attempts(jobId), await tries()]).toEqual([1, 3]);
  });
});

test('an engine that breaks in a way nobody foresaw is tried again, and its words stay in the log', async () => {
  const scripted = scriptedEngine(async (_task, _control, run) => {
    if (run === 1) throw new Error('secret detail');
    return onePixel();
  });
  const jobId = await submit(scripted);
  const job = await workspace.final(jobId);
  expect(job.status).toBe('completed');
  expect(JSON.stringify(job)).not.toContain('secret');
});

test('a job that breaks its engine every time is given up and refunded', async () => {
  const scripted = scriptedEngine(async () => {
    throw new Error('always');
  });
  const jobId = await submit(scripted);
  expect(await workspace.final(jobId)).toMatchObject({
    status: 'failed',
    error: { code: 'generation_failed' },
    credits_used: 0,
  });
  expect(scripted.runs()).toBe(3);
});

test('warnings of the engine come with the job, and the picture says where it comes from', async () => {
  const warnings = [{ code: 'neckline_guessed', message: 'The neckline is not clear in the photo.' }];
  const jobId = await submit(scriptedEngine(async () => ({ ...onePixel(), warnings })));
  const job = await workspace.final(jobId);
  expect(job.warnings).toEqual(warnings);
  const { xmp } = await sharp(await (await fetch(job.result.url)).arrayBuffer()).metadata();
  expect(xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia');
  expect(xmp?.toString()).toContain(jobId);
});

test('a film says where it comes from', async () => {
  const output = await filmOf({ width: 32, height: 48, rgb: new Uint8Array(32 * 48 * 3).fill(120) });
  const jobId = await submit(scriptedEngine(async () => ({ kind: 'made', output, warnings: [] })));
  const job = await workspace.final(jobId);
  const film = await (await fetch(job.result.url)).text();
  expect(film).toContain('compositeWithTrainedAlgorithmicMedia');
  expect(film).toContain(`urn:uuid:${jobId}`);
});

test('a stop hands running work back, and the next start finishes it, once', async () => {
  const started = Promise.withResolvers<void>();
  const scripted = scriptedEngine(async (_task, { signal }, run) => {
    if (run > 1) return onePixel();
    started.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const jobId = await submit(scripted);
  await started.promise;
  await service.restart();
  expect((await workspace.final(jobId)).status).toBe('completed');
  const charges = (await workspace.get('/v1/credits/entries')).body.entries.filter(
    (entry: { job_id: string }) => entry.job_id === jobId,
  );
  expect(charges).toHaveLength(1);
});

test('a prompt that is not allowed never reaches an engine, and costs nothing', async () => {
  const scripted = scriptedEngine(async () => onePixel());
  const jobId = await submit(scripted, { prompt: 'a naked woman' });
  expect(await workspace.final(jobId)).toMatchObject({
    status: 'policy_blocked',
    error: { code: 'policy_blocked', message: expect.stringMatching(/not allowed here/) },
    credits_used: 0,
  });
  expect(scripted.runs()).toBe(0);
});
