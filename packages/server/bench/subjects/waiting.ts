import { setTimeout as sleep } from 'node:timers/promises';
import { makeCustomer, submitOne, UNFETCHED } from '../customers.ts';
import { quantile } from '../figures.ts';
import { measure } from '../measure.ts';
import { residentBytes } from '../processes.ts';
import type { BenchDatabase } from '../rig.ts';
import type { Heard, WaitingOrder } from '../scripts/waiting-clients.ts';
import { peakFigure, type Subject } from '../subject.ts';
import { polling } from './polls.ts';

/** Clients that follow the same job. */
const CLIENTS_OF_A_JOB = 4;

/** Jobs that are polled beside those that are waited for. */
const POLLED = 20;

/** Time for the last long polls to reach their wait. */
const SETTLE_MS = 1_000;

/**
 * Event streams and long polls, half of each, open at once on one API process, and their cost for clients that poll
 * meanwhile.
 */
export const waiting: Subject = async (rig, { waiting: clients, seconds }) => {
  const database = await rig.database('waiting');
  const api = await rig.serve('api', database);
  const customer = await makeCustomer(api);
  const jobIds: string[] = [];
  for (let each = 0; each < Math.ceil(clients / CLIENTS_OF_A_JOB); each++)
    jobIds.push(await submitOne(api, customer, UNFETCHED));
  const polled: string[] = [];
  for (let each = 0; each < POLLED; each++) polled.push(await submitOne(api, customer, UNFETCHED));
  const side = polling(api, [customer.key], polled, seconds);
  await measure(rig, side);
  const alone = await measure(rig, side);

  const before = await residentBytes(api.pid);
  const order: WaitingOrder = { url: api.url, key: customer.key, jobIds, streams: clients / 2, longPolls: clients / 2 };
  const crowd = rig.script('waiting-clients.ts', JSON.stringify(order));
  await crowd.next();
  await sleep(SETTLE_MS);
  const open = await residentBytes(api.pid);
  const meanwhile = await measure(rig, side);
  const endedMs = await endJobs(database, jobIds);
  const heard: Heard = JSON.parse(await crowd.next());
  await crowd.stop();
  const peak = await api.stop();
  const delays = [...heard.streams, ...heard.longPolls].map((moment) => moment - endedMs);
  const note = `${clients} clients, half streams and half long polls, of ${jobIds.length} jobs that end in one transaction`;
  return [
    { subject: 'waiting', what: 'news to half of all', value: quantile(delays, 0.5), unit: 'ms', note },
    {
      subject: 'waiting',
      what: 'news to the last',
      value: quantile(delays, 1),
      unit: 'ms',
      note: 'from before the commit',
    },
    {
      subject: 'waiting',
      what: 'memory of each client',
      value: (open - before) / clients / 1e3,
      unit: 'kB',
      note: 'resident memory of the API process before and after they came',
    },
    {
      subject: 'waiting',
      what: 'polls a second meanwhile ÷ without them',
      value: meanwhile.perSecond / alone.perSecond,
      unit: '',
      note: `server ms each ${meanwhile.serverMs.toFixed(3)}, without them ${alone.serverMs.toFixed(3)}`,
    },
    peakFigure(`API process with ${clients} waiting clients`, peak),
  ];
};

/**
 * Ends jobs and gives notice of each, as cancelling does, in one transaction. The moment before its commit, in
 * milliseconds since 1970.
 */
async function endJobs({ client }: BenchDatabase, jobIds: readonly string[]): Promise<number> {
  await client.query('begin');
  await client.query(
    `update jobs set status = 'failed', charged = 0, failure_code = 'canceled', failure_message = 'The job was canceled.', finished_at = now()
     where id = any ($1)`,
    [jobIds],
  );
  await client.query(`select pg_notify('atelier_jobs', id::text) from unnest($1::uuid[]) id`, [jobIds]);
  const moment = performance.timeOrigin + performance.now();
  await client.query('commit');
  return moment;
}
