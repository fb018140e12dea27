import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, makeCustomers, TRY_ON_PATH, uploadedWork } from '../customers.ts';
import { measure } from '../measure.ts';
import { cpuSeconds } from '../processes.ts';
import type { BenchDatabase, Rig, ServedProcess } from '../rig.ts';
import { CONNECTIONS } from '../sizes.ts';
import { peakFigure, type Subject } from '../subject.ts';

/** Workspaces whose jobs wait. */
const CUSTOMERS = 10;

/** Pause between two polls of the number of jobs left, in milliseconds. */
const LOOK_MS = 100;

/** How fast one worker empties a long queue of sandbox jobs. Each job draws, encodes and stores a picture. */
export const drain: Subject = async (rig, { drained }) => {
  const database = await rig.database('drain');
  const api = await rig.serve('api', database);
  const customers = await makeCustomers(api, CUSTOMERS);
  await fillQueue(rig, api, customers, drained);
  const worker = await rig.serve('worker', database);
  const { seconds, workerMs, databaseMs } = await emptyQueue(rig, database, worker, drained);
  const [apiPeak, workerPeak] = [await api.stop(), await worker.stop()];
  const note = `${drained.toLocaleString('en')} jobs, one worker process; processor ms each: worker ${workerMs.toFixed(2)}, database ${databaseMs.toFixed(2)}`;
  return [
    { subject: 'drain', what: 'jobs a second', value: drained / seconds, unit: '/s', note },
    peakFigure('API process, submitting a queue', apiPeak),
    peakFigure('worker process, emptying a queue', workerPeak),
  ];
};

/** Submits jobs over HTTP, by some workspaces in turn. */
export async function fillQueue(
  rig: Rig,
  api: ServedProcess,
  customers: readonly Customer[],
  jobs: number,
): Promise<void> {
  for (const customer of customers) {
    const order = {
      url: api.url,
      keys: [customer.key],
      connections: CONNECTIONS,
      requests: Math.ceil(jobs / customers.length),
      paths: [TRY_ON_PATH],
      body: await uploadedWork(api, customer),
    };
    await measure(rig, { script: 'load.ts', serverPid: api.pid, order });
  }
}

/** Cost of emptying a queue: seconds, and milliseconds of processor time for each job. */
export interface Emptied {
  readonly seconds: number;
  readonly workerMs: number;
  readonly databaseMs: number;
}

/** Waits until no job is left, from the end of the first one. Throws if a job did not complete. */
export async function emptyQueue(
  rig: Rig,
  { client }: BenchDatabase,
  worker: Pick<ServedProcess, 'pid'>,
  jobs: number,
): Promise<Emptied> {
  const left = async () => {
    const { rows } = await client.query('select count(*)::int as left from jobs where finished_at is null');
    return Number(rows[0].left);
  };
  const used = async () => ({ worker: await cpuSeconds(worker.pid), database: await cpuSeconds(rig.databasePid) });
  const startMs = performance.now();
  const before = await used();
  while ((await left()) > 0) await sleep(LOOK_MS);
  const after = await used();
  const { rows } = await client.query(
    `select count(*)::int as failed from jobs where status <> 'completed' and created_at > now() - interval '1 hour'`,
  );
  if (rows[0].failed > 0) throw new Error(`${rows[0].failed} jobs of the queue were not completed`);
  return {
    seconds: (performance.now() - startMs) / 1000,
    workerMs: ((after.worker - before.worker) * 1000) / jobs,
    databaseMs: ((after.database - before.database) * 1000) / jobs,
  };
}
