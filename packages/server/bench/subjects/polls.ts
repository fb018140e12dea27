import { makeCustomer, submitOne, UNFETCHED } from '../customers.ts';
import { median } from '../figures.ts';
import { describe, measurePairs, medianRatio, type Side, totalMs } from '../measure.ts';
import type { ServedProcess } from '../rig.ts';
import { CONNECTIONS } from '../sizes.ts';
import { peakFigure, type Subject } from '../subject.ts';

/** Jobs that are asked for in turn. */
const JOBS = 20;

/** Polls of jobs that wait, against a bare Fastify that makes the same answer of one point read. */
export const polls: Subject = async (rig, { rounds, seconds }) => {
  const database = await rig.database('polls');
  const api = await rig.serve('api', database);
  const customer = await makeCustomer(api);
  const ids: string[] = [];
  for (let each = 0; each < JOBS; each++) ids.push(await submitOne(api, customer, UNFETCHED));
  const bare = rig.script('bare-polls.ts', database.url);
  const ours = polling(api, [customer.key], ids, seconds);
  const theirs = polling({ url: await bare.next(), pid: bare.pid }, [customer.key], ids, seconds);
  const pairs = await measurePairs(rig, rounds, ours, theirs);
  await bare.stop();
  const peak = await api.stop();
  return [
    {
      subject: 'polls',
      what: 'of the service ÷ of bare Fastify with one point read',
      value: medianRatio(pairs, ({ perSecond }) => perSecond),
      unit: '',
      target: { atLeast: 0.9 },
      note: 'polls a second, median of the pairs',
    },
    {
      subject: 'polls',
      what: 'processor time of bare Fastify ÷ of the service',
      value: 1 / medianRatio(pairs, totalMs),
      unit: '',
      note: 'of all processes together: what the ratio is where nothing else runs',
    },
    {
      subject: 'polls',
      what: 'of the service',
      value: median(pairs.ours.map(({ perSecond }) => perSecond)),
      unit: '/s',
      note: describe(pairs.ours),
    },
    {
      subject: 'polls',
      what: 'of bare Fastify with one point read',
      value: median(pairs.theirs.map(({ perSecond }) => perSecond)),
      unit: '/s',
      note: describe(pairs.theirs),
    },
    peakFigure('API process under polls', peak),
  ];
};

/** Load of polls: of each job with the key at the same place, again and again from the first. */
export function polling(
  { url, pid }: Pick<ServedProcess, 'url' | 'pid'>,
  keys: readonly string[],
  jobIds: readonly string[],
  seconds: number,
): Side {
  const paths = jobIds.map((id) => `/v1/jobs/${id}`);
  return {
    script: 'load.ts',
    serverPid: pid,
    order: { url, keys, connections: CONNECTIONS, seconds, paths, body: null },
  };
}
