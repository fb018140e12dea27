import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { canCluster } from '../support/cluster.ts';
import { clusterTarget } from './cluster-target.ts';
import { reportOf } from './report.ts';
import { runChaos } from './run.ts';
import { singleTarget } from './single-target.ts';

/**
 * Breaks a running service under load at random moments, then judges its records. Killed processes are started again,
 * as a supervisor would. The exit code is 1 if something was wrong.
 *
 * `npm run chaos -- --minutes N --seed S [--target cluster|single] [--json FILE]`
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    target: { type: 'string', default: canCluster ? 'cluster' : 'single' },
    json: { type: 'string' },
  },
});

/** Exit code of a run that was stopped before its end. */
const EXIT_STOPPED = 130;

/** Mean pause between two kills, in milliseconds. */
const KILL_PAUSE_MS = 600;

if (values.target !== 'cluster' && values.target !== 'single')
  throw new Error(`--target is ${JSON.stringify(values.target)}; allowed: cluster and single`);
if (values.target === 'cluster' && !canCluster)
  throw new Error('--target cluster needs Debian’s PostgreSQL and OpenStack Swift; one of them is not installed');
const target = await (values.target === 'cluster' ? clusterTarget() : singleTarget());
// A stopped run leaves no process and no disk behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void target.stop().finally(() => process.exit(EXIT_STOPPED)));
try {
  const outcome = await runChaos(target, {
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    killsMax: Number.POSITIVE_INFINITY,
    killPauseMs: KILL_PAUSE_MS,
    customers: { sandbox: 3, breaking: 2 },
  });
  process.stdout.write(reportOf(outcome));
  if (values.json !== undefined) fs.writeFileSync(values.json, JSON.stringify(outcome, null, 2));
  process.exitCode = outcome.wrongs === 0 ? 0 : 1;
} finally {
  await target.stop();
}
