import { makeCustomers, TRY_ON_PATH, UNFETCHED } from '../customers.ts';
import { median } from '../figures.ts';
import { describe, measurePairs, medianRatio, type Side, totalMs } from '../measure.ts';
import type { BenchDatabase, ServedProcess } from '../rig.ts';
import { CONNECTIONS } from '../sizes.ts';
import { peakFigure, type Subject } from '../subject.ts';

/** Workspaces that submit in turn. */
const CUSTOMERS = 100;

/** Connections of the process that asks the database straight: more of them are slower on two cores. */
const RAW_CONNECTIONS = 8;

/**
 * Submissions over HTTP against the same rows written by one statement, asked of the database straight. Nobody works on
 * them.
 */
export const submissions: Subject = async (rig, { rounds, seconds }) => {
  const database = await rig.database('submissions');
  const api = await rig.serve('api', database);
  const customers = await makeCustomers(api, CUSTOMERS);
  const ours = submitting(
    api,
    customers.map(({ key }) => key),
    seconds,
  );
  const theirs: Side = {
    script: 'raw-submissions.ts',
    serverPid: null,
    order: {
      databaseUrl: database.url,
      workspaceIds: customers.map(({ workspaceId }) => workspaceId),
      input: { operation: 'virtual_try_on', model: 'v6', prompt: null, pictures: UNFETCHED },
      connections: RAW_CONNECTIONS,
      inFlight: CONNECTIONS,
      seconds,
    },
  };
  const pairs = await measurePairs(rig, rounds, ours, theirs, () => emptyTables(database));
  const peak = await api.stop();
  return [
    {
      subject: 'submissions',
      what: 'over HTTP ÷ straight to the database',
      value: medianRatio(pairs, ({ perSecond }) => perSecond),
      unit: '',
      target: { atLeast: 0.5 },
      note: 'submissions a second, median of the pairs',
    },
    {
      subject: 'submissions',
      what: 'processor time straight to the database ÷ over HTTP',
      value: 1 / medianRatio(pairs, totalMs),
      unit: '',
      note: 'of all processes together: what the ratio is where nothing else runs',
    },
    {
      subject: 'submissions',
      what: 'over HTTP',
      value: median(pairs.ours.map(({ perSecond }) => perSecond)),
      unit: '/s',
      note: describe(pairs.ours),
    },
    {
      subject: 'submissions',
      what: 'straight to the database',
      value: median(pairs.theirs.map(({ perSecond }) => perSecond)),
      unit: '/s',
      note: describe(pairs.theirs),
    },
    peakFigure('API process under submissions', peak),
  ];
};

/** Load of submissions that nobody works on, by the workspaces of some keys in turn. */
export function submitting(api: ServedProcess, keys: readonly string[], seconds: number): Side {
  const order = { url: api.url, keys, connections: CONNECTIONS, seconds, paths: [TRY_ON_PATH], body: UNFETCHED };
  return { script: 'load.ts', serverPid: api.pid, order };
}

/** Both sides begin with the same tables: no jobs, and nothing that hangs on them. */
async function emptyTables({ client }: BenchDatabase): Promise<void> {
  await client.query('truncate jobs, ledger_entries, idempotency_receipts, turns cascade');
  await client.query('checkpoint');
}
