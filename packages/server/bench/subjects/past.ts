import { type Customer, makeCustomers } from '../customers.ts';
import { type Figure, median, quantile } from '../figures.ts';
import { type Measured, measure } from '../measure.ts';
import { fillPast } from '../past.ts';
import type { BenchDatabase, Rig, ServedProcess } from '../rig.ts';
import type { Sizes } from '../sizes.ts';
import { peakFigure, type Subject } from '../subject.ts';
import { type Emptied, emptyQueue, fillQueue } from './drain.ts';
import { pickUpDelays } from './pick-up.ts';
import { polling } from './polls.ts';
import { submitting } from './submissions.ts';

/** Workspaces whose jobs fill the tables. */
const CUSTOMERS = 100;

/** Past jobs that are polled, spread over all of them. */
const POLLED = 1_000;

/** Jobs picked up in each round. */
const PICK_UPS = 20;

/** How much more a job may cost with the long past. */
const TARGET = { atMost: 1.15 } as const;

/** A service with a past. */
interface Aged {
  readonly database: BenchDatabase;
  readonly api: ServedProcess;
  readonly customers: readonly Customer[];
  /** Past jobs, the key of each at the same place. */
  readonly keys: readonly string[];
  readonly jobIds: readonly string[];
}

/** The measures of one round. */
interface Round {
  readonly submission: Measured;
  readonly poll: Measured;
  readonly delays: readonly number[];
  readonly emptied: Emptied;
}

/**
 * The cost of jobs with few and with many past ones in the tables, in two databases of one server, measured in turns.
 */
export const past: Subject = async (rig, sizes) => {
  const short = await grownUp(rig, 'short-past', sizes.shortPast);
  const long = await grownUp(rig, 'long-past', sizes.longPast);
  const rounds: { short: Round[]; long: Round[] } = { short: [], long: [] };
  for (let round = 0; round <= sizes.pastRounds; round++) {
    for (const { database } of [short, long]) await settle(database);
    for (const which of round % 2 === 0 ? (['short', 'long'] as const) : (['long', 'short'] as const)) {
      const done = await oneRound(rig, which === 'short' ? short : long, sizes);
      // The first round warms both up.
      if (round > 0) rounds[which].push(done);
    }
  }
  const peaks = [await short.api.stop(), await long.api.stop()] as const;
  return [
    ...figuresOf(rounds.short, rounds.long, sizes),
    peakFigure(`API process beside ${sizes.shortPast.toLocaleString('en')} past jobs`, peaks[0]),
    peakFigure(`API process beside ${sizes.longPast.toLocaleString('en')} past jobs`, peaks[1]),
  ];
};

async function grownUp(rig: Rig, name: string, jobs: number): Promise<Aged> {
  const database = await rig.database(name);
  const api = await rig.serve('api', database);
  const customers = await makeCustomers(api, CUSTOMERS);
  await fillPast(database, customers, jobs);
  const keyOf = new Map(customers.map(({ workspaceId, key }) => [workspaceId, key]));
  const { rows } = await database.client.query<{ id: string; workspace_id: string }>(
    'select id, workspace_id from (select id, workspace_id, row_number() over (order by id) as n from jobs) each where n % $1 = 0 limit $2',
    [Math.max(1, Math.floor(jobs / POLLED)), POLLED],
  );
  return {
    database,
    api,
    customers,
    keys: rows.map(({ workspace_id }) => keyOf.get(workspace_id) ?? ''),
    jobIds: rows.map(({ id }) => id),
  };
}

async function oneRound(rig: Rig, { database, api, customers, keys, jobIds }: Aged, sizes: Sizes): Promise<Round> {
  const [first] = customers;
  if (!first) throw new Error('there is no customer');
  const own = customers.map(({ key }) => key);
  const submission = await measure(rig, submitting(api, own, sizes.seconds));
  await forgetUnfinished(database);
  const poll = await measure(rig, polling(api, keys, jobIds, sizes.seconds));
  await fillQueue(rig, api, customers.slice(0, 10), sizes.drainedWithPast);
  const worker = await rig.serve('worker', database);
  const emptied = await emptyQueue(rig, database, worker, sizes.drainedWithPast);
  const delays = await pickUpDelays(database, api, first, PICK_UPS);
  await worker.stop();
  return { submission, poll, delays, emptied };
}

/** Ends the server's work after a fill or a round: dead rows, and pages that the disk has not taken. */
async function settle({ client }: BenchDatabase): Promise<void> {
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}

/** Takes back submissions that were only measured: nobody shall work on them. */
async function forgetUnfinished({ client }: BenchDatabase): Promise<void> {
  await client.query('delete from ledger_entries e using jobs j where j.id = e.job_id and j.finished_at is null');
  await client.query('delete from jobs where finished_at is null');
  await client.query('vacuum (analyze) jobs, ledger_entries, queue_entries, workspaces');
}

function figuresOf(short: readonly Round[], long: readonly Round[], sizes: Sizes): Figure[] {
  const growth = (what: string, unit: string, value: (round: Round) => number, digits = 3): Figure => {
    const [before, after] = [median(short.map(value)), median(long.map(value))];
    // Ratios of each pair, because other work of the machine in that time concerned both.
    const ratios = short.map((round, pair) => value(long[pair] ?? round) / value(round));
    const spread = `${ratios.length} pairs, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const [few, many] = [sizes.shortPast, sizes.longPast].map((jobs) => jobs.toLocaleString('en'));
    const note = `${spread}; ${unit} ${before.toFixed(digits)} with ${few} past jobs, ${after.toFixed(digits)} with ${many}`;
    return { subject: 'past', what, value: median(ratios), unit: '×', target: TARGET, note };
  };
  const served = ({ serverMs, databaseMs }: Measured) => serverMs + databaseMs;
  return [
    growth('cost of a submission', 'processor ms of API and database', ({ submission }) => served(submission)),
    growth('cost of a poll', 'processor ms of API and database', ({ poll }) => served(poll)),
    growth('pick-up, p50', 'ms', ({ delays }) => quantile(delays, 0.5), 1),
    growth(
      'cost of a drained job',
      'processor ms of worker and database',
      ({ emptied }) => emptied.workerMs + emptied.databaseMs,
      2,
    ),
    growth('its part of the database', 'processor ms', ({ emptied }) => emptied.databaseMs, 2),
  ];
}
