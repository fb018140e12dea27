import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, makeCustomer, submitOne, uploadedWork } from '../customers.ts';
import { quantile } from '../figures.ts';
import type { BenchDatabase, ServedProcess } from '../rig.ts';
import { peakFigure, type Subject } from '../subject.ts';

/** Longest pause before the next job, in milliseconds: random, so that no rhythm of the worker is met. */
const PAUSE_MS_MAX = 40;

/** Pause between two looks whether a job has ended. */
const LOOK_MS = 10;

/** How soon a worker starts a job, on an idle queue: API and worker are two processes. */
export const pickUp: Subject = async (rig, { pickUps }) => {
  const database = await rig.database('pick-up');
  const api = await rig.serve('api', database);
  const worker = await rig.serve('worker', database);
  const customer = await makeCustomer(api);
  const delays = await pickUpDelays(database, api, customer, pickUps);
  await api.stop();
  const peak = await worker.stop();
  const note = `${pickUps} jobs one at a time; from before the submission's transaction to the worker's taking it`;
  return [
    { subject: 'pick-up', what: 'p50', value: quantile(delays, 0.5), unit: 'ms', target: { atMost: 10 }, note },
    { subject: 'pick-up', what: 'p99', value: quantile(delays, 0.99), unit: 'ms', target: { atMost: 50 }, note },
    peakFigure('worker process, one job at a time', peak),
  ];
};

/**
 * Submits jobs one at a time, each when the one before has ended, and returns the milliseconds from `created_at`, which the API takes
 * before its transaction, to `started_at`, which the worker takes when it begins: the commit lies between, so it is an upper bound.
 */
export async function pickUpDelays(
  { client }: BenchDatabase,
  api: ServedProcess,
  customer: Customer,
  count: number,
): Promise<number[]> {
  const work = await uploadedWork(api, customer);
  // The first jobs meet a worker that has compiled and connected nothing yet.
  for (let each = 0; each < 5; each++) await endOf(await submitOne(api, customer, work));
  const delays: number[] = [];
  for (let each = 0; each < count; each++) {
    await sleep(Math.random() * PAUSE_MS_MAX);
    delays.push(await endOf(await submitOne(api, customer, work)));
  }
  return delays;

  async function endOf(id: string): Promise<number> {
    for (;;) {
      const { rows } = await client.query({
        name: 'end',
        text: 'select status, extract(epoch from started_at - created_at) * 1000 as delay from jobs where id = $1 and finished_at is not null',
        values: [id],
      });
      if (rows[0] && rows[0].status !== 'completed') throw new Error(`the job ${id} ended ${rows[0].status}`);
      if (rows[0]) return Number(rows[0].delay);
      await sleep(LOOK_MS);
    }
  }
}
