import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { ChangeNotices } from './database/changes.ts';
import type { Database } from './database/connection.ts';
import type { Queue } from './database/queue.ts';
import type { EngineCatalogue } from './engines/catalogue.ts';
import type { PictureIntake } from './media/intake.ts';
import type { RemoteFetch } from './media/remote/fetch.ts';
import type { MediaStore } from './media/store/port.ts';
import type { Metrics } from './metrics.ts';
import type { PromptRules } from './moderation/prompt-rules.ts';
import type { Spans } from './tracing/spans.ts';

/** The services that HTTP, work and maintenance share. */
export interface CommonServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly spans: Spans;
  readonly changes: ChangeNotices;
  readonly store: MediaStore;
  readonly intake: PictureIntake;
  readonly queue: Queue;
  readonly engines: EngineCatalogue;
  readonly prompts: PromptRules;
  /** Fetches pictures from addresses of users. */
  readonly fetchRemote: RemoteFetch;
}
