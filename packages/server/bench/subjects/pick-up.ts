import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, makeCustomer, submitOne, uploadedWork } from '../customers.ts';
import { quantile } from '../figures.ts';
import type { BenchDatabase, ServedProcess } from '../rig.ts';
import { peakFigure, type Subject } from '../subject.ts';

/** Longest pause before the next job, in milliseconds: random, so as not to fall in step with the worker. */
const PAUSE_MS_MAX = 40;

/** Pause between two polls of a job, in milliseconds. */
const LOOK_MS = 10;

/**
 * Triggers record when jobs are entered and taken, by the database's clock. The clocks of two processes differ by some
 * milliseconds on a busy machine.
 */
const KEEP_TIMES = `
  create table bench_pick_ups (job_id uuid primary key, entered timestamptz not null, taken timestamptz);
  create function bench_enter() returns trigger language plpgsql as $$ begin
    insert into bench_pick_ups values (new.id, clock_timestamp()); return null; end $$;
  create function bench_take() returns trigger language plpgsql as $$ begin
    update bench_pick_ups set taken = clock_timestamp() where job_id = new.id and taken is null; return null; end $$;
  create trigger bench_enter after insert on jobs for each row execute function bench_enter();
  create trigger bench_take after update on jobs for each row when (old.attempt <> new.attempt) execute function bench_take();`;
const FORGET_TIMES = 'drop function bench_enter cascade; drop function bench_take cascade; drop table bench_pick_ups;';

/** How soon a worker starts a job on an idle queue; API and worker are two processes. */
export const pickUp: Subject = async (rig, { pickUps }) => {
  const database = await rig.database('pick-up');
  const api = await rig.serve('api', database);
  const worker = await rig.serve('worker', database);
  const customer = await makeCustomer(api);
  const delays = await pickUpDelays(database, api, customer, pickUps);
  await api.stop();
  const peak = await worker.stop();
  const note = `${pickUps} jobs one at a time; from within the submission's transaction to within the worker's that takes it`;
  return [
    { subject: 'pick-up', what: 'p50', value: quantile(delays, 0.5), unit: 'ms', target: { atMost: 10 }, note },
    { subject: 'pick-up', what: 'p99', value: quantile(delays, 0.99), unit: 'ms', target: { atMost: 50 }, note },
    peakFigure('worker process, one job at a time', peak),
  ];
};

/**
 * Submits jobs one at a time, each after the end of the one before. Returns the milliseconds from the transaction that
 * enters a job to the one that takes it; a commit lies between.
 */
export async function pickUpDelays(
  { client }: BenchDatabase,
  api: ServedProcess,
  customer: Customer,
  count: number,
): Promise<number[]> {
  const work = await uploadedWork(api, customer);
  // The first jobs warm up a worker that has compiled and connected nothing yet.
  for (let each = 0; each < 5; each++) await ended(await submitOne(api, customer, work));
  await client.query(KEEP_TIMES);
  try {
    for (let each = 0; each < count; each++) {
      await sleep(Math.random() * PAUSE_MS_MAX);
      await ended(await submitOne(api, customer, work));
    }
    const { rows } = await client.query<{ delay: string }>(
      'select extract(epoch from taken - entered) * 1000 as delay from bench_pick_ups',
    );
    return rows.map(({ delay }) => Number(delay));
  } finally {
    await client.query(FORGET_TIMES);
  }

  async function ended(id: string): Promise<void> {
    for (;;) {
      const { rows } = await client.query({
        name: 'end',
        text: 'select status from jobs where id = $1 and finished_at is not null',
        values: [id],
      });
      if (rows[0] && rows[0].status !== 'completed') throw new Error(`the job ${id} ended ${rows[0].status}`);
      if (rows[0]) return;
      await sleep(LOOK_MS);
    }
  }
}
