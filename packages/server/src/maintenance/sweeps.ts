import type { Logger } from 'pino';
import { sweepRateWindows } from '../accounts/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import type { Queue } from '../database/queue.ts';
import type { EngineCatalogue } from '../engines/catalogue.ts';
import { sweepRemoteEvents } from '../engines/remote-runs.ts';
import { sweepRemovals } from '../media/removal.ts';
import type { MediaStore } from '../media/store/port.ts';
import { sweepAbandonedFiles } from '../media/store/temporary-files.ts';
import type { Metrics } from '../metrics.ts';
import type { Service } from '../service.ts';
import { sweepDeliveries } from '../webhooks/attempts.ts';
import { sweepHealthBlobs } from './health-blobs.ts';
import { stopOrphanedRuns } from './orphaned-runs.ts';
import { periodic } from './periodic.ts';
import { failOverdueJobs } from './queue-timeout.ts';
import { sweepReceipts } from './receipts.ts';
import { rescueForgottenJobs } from './rescue.ts';
import { type Retention, sweepExpired } from './retention.ts';

/** Pause between two sweeps of running work. */
const SOON_MS = 15_000;
/** The same for sweeps that only tidy up. */
const LATER_MS = 600_000;

/** The services that the sweeps need. */
export interface SweepRoom {
  readonly db: Database;
  readonly queue: Queue;
  readonly engines: EngineCatalogue;
  readonly clock: Clock;
  readonly store: MediaStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly queueTimeoutMs: number;
  readonly retention: Retention;
  /** Folders of files that are on their way into the store. */
  readonly temporaryFolders: readonly string[];
}

/**
 * Everything the service does by itself from time to time. Each sweep is safe to run twice, and beside other processes.
 */
export function sweeps(room: SweepRoom): readonly Service[] {
  const { db, clock, store, log, queueTimeoutMs, retention } = room;
  return [
    periodic('rescue', SOON_MS, log, async () => void (await rescueForgottenJobs(room))),
    periodic('orphaned runs', SOON_MS, log, () => stopOrphanedRuns(room)),
    periodic('messages of engines', LATER_MS, log, () => sweepRemoteEvents(db, clock.now())),
    periodic('queue timeout', SOON_MS, log, () => failOverdueJobs(room, queueTimeoutMs)),
    periodic('rate windows', LATER_MS, log, () => sweepRateWindows(db, clock)),
    periodic('deliveries', LATER_MS, log, () => sweepDeliveries(db, clock)),
    periodic('receipts', LATER_MS, log, () => sweepReceipts(db, clock)),
    periodic('temporary files', LATER_MS, log, () => sweepFolders(room.temporaryFolders, clock)),
    periodic('health blobs', LATER_MS, log, () => sweepHealthBlobs(store, clock)),
    periodic('retention', LATER_MS, log, () => sweepExpired(room, retention)),
    periodic('removals', SOON_MS, log, () => sweepRemovals({ db, store }, clock)),
  ];
}

/** Removes the files of dead processes: unfinished uploads and writes to the store. Unused folders do not exist. */
async function sweepFolders(folders: readonly string[], clock: Clock): Promise<void> {
  for (const folder of folders) await sweepAbandonedFiles(folder, clock.now());
}
