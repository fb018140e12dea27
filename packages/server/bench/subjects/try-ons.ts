import fs from 'node:fs/promises';
import path from 'node:path';
import type { Job } from '@atelier/contract';
import { type Customer, makeCustomer, submitOne, upload } from '../customers.ts';
import { median } from '../figures.ts';
import type { ServedProcess } from '../rig.ts';
import { peakFigure, type Subject } from '../subject.ts';

/** People and garments that no constant was tuned on; a clone of the repository alone has none. */
const PAIRS = path.resolve(import.meta.dirname, '../../../../../shared/data/training/pairs-dev');

/** Longest wait of one poll in seconds. */
const WAIT_SECONDS = 30;

/**
 * How long a customer of the embedded engine waits: from the POST of a try-on to its completion, over HTTP. Pictures
 * have the default size, one job runs at a time. First with photos that are new to the service, then with the same
 * photos again.
 */
export const tryOns: Subject = async (rig, { tryOns: count }) => {
  const pairs = (await fs.readdir(PAIRS).catch(() => [])).filter((name) => !name.includes('.')).slice(0, count + 1);
  if (pairs.length === 0) {
    process.stderr.write(`try-ons are not measured: ${PAIRS} is missing\n`);
    return [];
  }
  const service = await rig.serve('all', await rig.database('try-ons'));
  const customer = await makeCustomer(service, false);
  const newMs: number[] = [];
  const knownMs: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    const photo = async (name: string) => upload(service, customer, await fs.readFile(path.join(PAIRS, pair, name)));
    const work = { person_image_id: await photo('person.jpg'), outfit_image_ids: [await photo('garment.jpg')] };
    const first = await millisecondsOf(service, customer, work);
    const again = first === null ? null : await millisecondsOf(service, customer, work);
    // The first pair warms up a process that has compiled nothing yet.
    if (index === 0 || first === null || again === null) continue;
    newMs.push(first);
    knownMs.push(again);
  }
  const peakBytes = await service.stop();
  const note = `${newMs.length} pairs of ${pairs.length - 1}, one at a time, default size; the others are refused`;
  const figure = (what: string, list: readonly number[], atMost: number) => ({
    subject: 'try-ons',
    what,
    value: median(list) / 1000,
    unit: 's',
    target: { atMost },
    note,
  });
  return [
    figure('from POST to completed, new photos', newMs, 2.5),
    figure('from POST to completed, known photos', knownMs, 1.5),
    { ...peakFigure('service process, try-ons one at a time', peakBytes), target: { atMost: 900 } },
  ];
};

/** Milliseconds from the request to the news of completion; null for a try-on that the engine refuses. */
async function millisecondsOf(service: ServedProcess, customer: Customer, work: object): Promise<number | null> {
  const startMs = performance.now();
  const id = await submitOne(service, customer, work);
  const headers = { authorization: `Bearer ${customer.key}` };
  for (;;) {
    const answer = await fetch(`${service.url}/v1/jobs/${id}?wait=${WAIT_SECONDS}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the try-on ${id} cannot be read: ${answer.status} ${text}`);
    const job: Job = JSON.parse(text);
    if (job.status === 'completed') return performance.now() - startMs;
    if (job.status === 'failed' && job.error?.code === 'input_rejected') return null;
    if (job.status === 'failed') throw new Error(`the try-on ${id} failed: ${JSON.stringify(job.error)}`);
  }
}
