// `npm run fuzz -- --requests N --seed S`: requests made from the served document, right ones and bent ones, against a
// real service in a process of its own. Ends with 1 when any answer was a 5xx, told internals, was not as described, or
// never came.
import { parseArgs } from 'node:util';
import { PROCESS_ADMIN_KEY, serviceProcess } from '../support/process.ts';
import { writeLimits } from './limits.ts';
import { type FuzzReport, fuzz } from './run.ts';
import { openTarget } from './target.ts';

const CONNECTIONS = 24;

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed))
  throw new Error(
    `--requests is ${values.requests} and --seed ${values.seed}; allowed: whole numbers, --requests from 1`,
  );

const limits = await writeLimits();
const service = await serviceProcess({
  ATELIER_CONFIG: limits.file,
  ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32',
  ATELIER_LOG_LEVEL: 'error',
});
try {
  await service.start();
  const target = await openTarget({ url: service.url(), adminKey: PROCESS_ADMIN_KEY });
  const report = await fuzz(target, { requests, seed, connections: CONNECTIONS, onProgress });
  await target.close();
  const isAlive = (await fetch(`${service.url()}/readyz`)).status === 200;
  print(report, isAlive);
  process.exitCode = report.faults.length === 0 && isAlive ? 0 : 1;
} finally {
  await service.remove();
  await limits.remove();
}

function onProgress(sent: number): void {
  if (sent % 5_000 === 0) process.stderr.write(`${sent} requests\n`);
}

function print(
  { sent, unsendable, seconds, slowest, statuses, operations, faults }: FuzzReport,
  isAlive: boolean,
): void {
  const reached = [...operations].filter(([, { successes }]) => successes > 0).length;
  console.log(
    `${sent} requests in ${seconds.toFixed(0)} s (${unsendable} more had no form on the wire), seed ${seed}; slowest ${slowest.ms.toFixed(0)} ms (${slowest.operation})`,
  );
  console.log(`${operations.size} operations, ${reached} of them with a success`);
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join('  '),
  );
  for (const [id, { answers, successes }] of operations)
    if (successes === 0) console.log(`never a success: ${id} (${answers} answers)`);
  for (const { operation, what, twist, count, request } of faults)
    console.log(`FAULT ${operation} × ${count}, ${twist} bent: ${what}\n${request}\n`);
  console.log(`${faults.length} kinds of fault; the service is ${isAlive ? 'up' : 'DOWN'}`);
}
