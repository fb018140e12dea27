import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, canCluster, startCluster } from '../support/cluster.ts';
import { startCustomer } from './customers.ts';
import { seededRandom } from './random.ts';
import { judge } from './verdict.ts';

/**
 * Breaks a cluster under load at random moments and counts what is lost: `npm run chaos -- --minutes N --seed S`. Two API and
 * three worker processes on Debian's PostgreSQL and Swift; whatever is killed is started again, as a supervisor would.
 */

const CUSTOMERS = 6;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
if (!canCluster) throw new Error('Debian’s PostgreSQL and OpenStack Swift are needed; one of them is not installed');
const minutes = Number(values.minutes);
const random = seededRandom(Number(values.seed));
const counts: Record<string, number> = {};

const cluster = await startCluster(2, 3);
Object.assign(process.env, cluster.store.environment);
try {
  const crowd = await Promise.all(
    Array.from({ length: CUSTOMERS }, () => startCustomer(cluster.url, cluster.adminKey, random)),
  );
  const until = Date.now() + minutes * 60_000;
  const submitting = crowd.map((each) => each.submitting(until));
  const restarts: Promise<unknown>[] = [];
  while (Date.now() < until) {
    await sleep(random() * 2_000);
    restarts.push((await strike(cluster)).back);
  }
  await Promise.all(restarts);
  await Promise.all(submitting);
  const { wrongs, facts } = await judge(
    cluster,
    crowd.map(({ customer }) => customer),
  );
  print(`seed ${values.seed}, ${minutes} minutes`);
  for (const [what, count] of Object.entries({ ...counts, ...facts })) print(`  ${count.toFixed(0).padStart(7)}  ${what}`);
  print('must all be 0:');
  for (const [what, count] of Object.entries(wrongs)) print(`  ${String(count).padStart(7)}  ${what}`);
  for (const { customer } of crowd) for (const refused of customer.refused.slice(0, 3)) print(`  refused: ${refused}`);
  process.exitCode = Object.values(wrongs).every((count) => count === 0) ? 0 : 1;
} finally {
  await cluster.stop();
}

/** One fault. Resolves when it has struck; `back` when what it broke is there again. */
async function strike({ members, add, kill, postgres, store }: Cluster): Promise<{ readonly back: Promise<unknown> }> {
  const draw = random();
  const apis = members.filter(({ role }) => role === 'api');
  // One API stays: a client that finds no one at all only waits, which shows nothing.
  const victims = apis.length > 1 ? members : members.filter(({ role }) => role === 'worker');
  const victim = victims[Math.floor(random() * victims.length)];
  if (draw < 0.8 && victim) {
    count(`kills of ${victim.role} processes`);
    await kill(victim);
    return { back: add(victim.role).catch(() => add(victim.role)) };
  }
  if (draw < 0.9) {
    count('kills of PostgreSQL');
    await postgres.crash(0);
  } else if (draw < 0.93) {
    count('times PostgreSQL was away for 5 to 30 seconds');
    await postgres.crash(5_000 + random() * 25_000);
  } else {
    count('times the store gave no answer for up to 5 seconds');
    await store.freeze(random() * 5_000);
  }
  return { back: Promise.resolve() };
}

function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
