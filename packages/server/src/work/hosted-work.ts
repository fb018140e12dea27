import type { EngineRoute } from '../engines/catalogue.ts';
import type { EngineControl, EngineTask, HostedEngine } from '../engines/port.ts';
import type { JobRow } from '../jobs/rows.ts';
import type { WorkRoom } from './room.ts';

/** One job on one hosted engine. */
export interface HostedWork {
  readonly room: WorkRoom;
  readonly job: JobRow;
  readonly route: EngineRoute;
  readonly engine: HostedEngine;
  readonly task: EngineTask;
  readonly control: EngineControl;
}
