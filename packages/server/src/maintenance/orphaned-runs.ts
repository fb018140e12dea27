import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { endRun, findOrphanedRuns, type OrphanedRun } from '../engines/remote-runs.ts';

/** Runs looked at in one sweep. */
const BATCH_SIZE = 100;

/** The services that the sweep needs. */
export interface OrphanedRunsRoom {
  readonly db: Database;
  readonly clock: Clock;
  readonly engines: Pick<EngineCatalogue, 'hosted'>;
}

/**
 * Stops the work of engines for jobs that have ended, such as one that was canceled while its worker was dead. Safe to
 * run twice: stopping an idle engine does nothing.
 */
export async function stopOrphanedRuns({ db, clock, engines }: OrphanedRunsRoom): Promise<void> {
  for (const run of await findOrphanedRuns(db, BATCH_SIZE)) {
    const engine = engines.hosted(run.engine)?.engine;
    if (run.receipt && run.status !== 'completed' && engine?.kind === 'hosted') await engine.cancel?.(run.receipt);
    await endRun(db, run.id, endOf(run), clock.now());
  }
}

function endOf({ status, receipt }: OrphanedRun) {
  if (status === 'completed') return 'made';
  if (status === 'policy_blocked') return 'blocked';
  return receipt ? 'canceled' : 'abandoned';
}
