// `npm run fuzz:images -- --mutations N --seed S`: bent pictures uploaded to a real service in a process of its own.
// Ends with 1 when it died, answered with anything but "taken" or "refused", left a file behind, or needed more memory
// than it may.
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PROCESS_ADMIN_KEY, type ServiceProcess, serviceProcess } from '../../support/process.ts';
import { writeLimits } from '../limits.ts';
import { badPictures } from './bad.ts';
import { goodPictures } from './good.ts';
import { type BentPicture, bentPicture } from './mutations.ts';
import { residentMemory } from './resident-memory.ts';

/** Uploads under way at once. */
const CONNECTIONS = 6;
/**
 * Memory over that of the idle service that uploads may take, in bytes. It is the limit of concurrent decodes (200
 * MiB), and as much again for the largest picture and for bytes in transit.
 */
const GROWTH_BYTES_MAX = 512 * 1024 * 1024;
/** Statuses of an upload. */
const TAKEN = 201;
const REFUSED: ReadonlySet<number> = new Set([400, 413, 415]);

const { values } = parseArgs({
  options: { mutations: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const mutations = Number(values.mutations);
const seed = Number(values.seed);
if (!Number.isSafeInteger(mutations) || mutations < 1 || !Number.isSafeInteger(seed))
  throw new Error(
    `--mutations is ${values.mutations} and --seed ${values.seed}; allowed: whole numbers, --mutations from 1`,
  );

const limits = await writeLimits();
const service = await serviceProcess({ ATELIER_CONFIG: limits.file, ATELIER_LOG_LEVEL: 'error' });
const statuses = new Map<number, number>();
const faults: string[] = [];
try {
  await service.start();
  const { api_key: key } = await service.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', {
    name: 'bent',
    plan: 'enterprise',
  });
  const pictures = await goodPictures();
  // Every coding once, so that memory which the libraries keep for good is allocated before the measurement.
  for (const picture of pictures) await tryUpload(service, key, picture, [TAKEN]);
  const memory = await residentMemory(service.pid());
  const begun = performance.now();
  const bad = await badPictures();
  await inParallel(bad, (picture) => tryUpload(service, key, picture));
  await inParallel(
    generate(mutations, (n) => bentPicture(pictures, seed, n)),
    (picture) => tryUpload(service, key, picture),
  );
  const seconds = (performance.now() - begun) / 1000;
  const grown = (await memory.peakBytes()) - memory.idleBytes;
  if (grown > GROWTH_BYTES_MAX)
    faults.push(`memory grew by ${mebibytes(grown)}; allowed: ${mebibytes(GROWTH_BYTES_MAX)}`);
  const left = (await fs.readdir(path.join(service.data, 'media', 'incoming'))).length;
  if (left > 0) faults.push(`${left} temporary files are left`);
  const counted = [...statuses].map(([status, count]) => `${status}: ${count}`).join('  ');
  console.log(
    `${bad.length} bad files and ${mutations} bent ones in ${seconds.toFixed(0)} s, seed ${seed}; ${counted}`,
  );
  console.log(`resident memory: ${mebibytes(memory.idleBytes)} idle, ${mebibytes(grown)} more at the peak`);
} finally {
  await service.remove();
  await limits.remove();
}
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Uploads a file; a picture that was taken is deleted again. */
async function tryUpload(
  { url }: ServiceProcess,
  key: string,
  { name, bytes }: BentPicture,
  allowed: readonly number[] = [TAKEN, ...REFUSED],
): Promise<void> {
  try {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'picture');
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url()}/images`, {
      method: 'POST',
      headers,
      body: form,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (!allowed.includes(response.status)) faults.push(`${name}: ${response.status} ${text.slice(0, 300)}`);
    if (response.status === TAKEN) await fetch(`${url()}/images/${JSON.parse(text).id}`, { method: 'DELETE', headers });
  } catch (error) {
    faults.push(`${name}: ${error}`);
    if (faults.length > 100) throw new Error('too much goes wrong to go on', { cause: error });
  }
}

async function inParallel(
  pictures: Iterable<BentPicture>,
  work: (picture: BentPicture) => Promise<void>,
): Promise<void> {
  const queue = pictures[Symbol.iterator]();
  const one = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

function* generate(count: number, make: (n: number) => BentPicture): Generator<BentPicture> {
  for (let n = 0; n < count; n++) {
    if (n > 0 && n % 2_000 === 0) process.stderr.write(`${n} files\n`);
    yield make(n);
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
