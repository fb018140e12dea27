import path from 'node:path';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { adminKeyOf, makeDefaultWorkspace } from './accounts/first-start.ts';
import { incomingFolder } from './config/data-folder.mjs';
import { adminKey as checkAdminKey } from './config/readers.ts';
import type { Settings } from './config/settings.ts';
import { changeNotices } from './database/changes.ts';
import { sharedClock } from './database/clock.ts';
import { namingDatabase, openDatabase } from './database/connection.ts';
import type { EmbeddedDatabase } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { openQueue } from './database/queue.ts';
import { addGauges } from './gauges.ts';
import { handBackAll } from './maintenance/sweeps.ts';
import { pictureIntake } from './media/intake.ts';
import { remoteFetch } from './media/remote/fetch.ts';
import { folderStore } from './media/store/folder.ts';
import type { MediaStore } from './media/store/port.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { promptRules } from './moderation/prompt-rules.ts';
import { catalogueOf, engineOf, personFinderOf, type ReplaceableParts, reachOf } from './parts.ts';
import { buildRooms, type OpenServices } from './rooms.ts';
import { type Service, stopping } from './service.ts';
import { NO_SPANS, type Tracing } from './tracing/spans.ts';

/** A running service. */
export type RunningService = Awaited<ReturnType<typeof startRooms>>;

/** The work begun while the rooms loaded, and functions that begin and stop the rest. */
export interface Begun {
  readonly log: Logger;
  /** Started; null where another database is named. */
  readonly embedded: EmbeddedDatabase | null;
  readonly lost: Promise<Error>;
  /** Has `lost` resolve. */
  readonly onLost: (reason: Error) => void;
  readonly begin: (service: Service) => Promise<void>;
  /** Stops all that began, last first. */
  readonly stopAll: () => Promise<void>;
}

/** Connects to the database, brings its tables up to date and follows its clock. */
async function openRecords({ databaseUrl }: Settings, { log, embedded, begin }: Begun, metrics: Metrics) {
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' };
  const db = openDatabase(connection, log, metrics);
  await begin(stopping('database', () => db.destroy()));
  const newest = await migrate(db).catch((error: unknown) => {
    throw databaseUrl === null ? error : namingDatabase(error, databaseUrl);
  });
  if (newest !== null)
    log.warn({ newest }, 'the database is of a newer version of the service; this one goes on with it');
  const databaseTime = sharedClock(db, log);
  await begin(databaseTime);
  return { connection, db, databaseTime, isNewer: newest !== null };
}

/** A bucket where one is named, else a folder below the data folder. */
async function openStore({ data, s3Bucket: bucket }: Settings, now: Date): Promise<MediaStore> {
  if (bucket === null) return folderStore(path.join(data, 'media'), now);
  // Loaded here: the client of S3 is large, and most services run without it.
  const { s3Store } = await import('./media/store/s3.ts');
  return s3Store({ bucket });
}

/** Traces as the settings say. Without them the SDK of OpenTelemetry is not even loaded. */
async function openTracing({ tracing }: Settings, log: Logger): Promise<Tracing> {
  if (!tracing) return { spans: NO_SPANS, stop: async () => {} };
  const { openTelemetry } = await import('./tracing/opentelemetry.ts');
  return openTelemetry(tracing, packageJson.version, log);
}

/** Opens everything that the rooms need, in order, and begins it. */
async function openServices(settings: Settings, parts: ReplaceableParts, begun: Begun): Promise<OpenServices> {
  const { log, begin } = begun;
  const { data } = settings;
  const metrics = createMetrics();
  const { spans, stop } = await openTracing(settings, log);
  await begin(stopping('tracing', stop));
  const engine = engineOf(settings, parts, log);
  if (engine) await begin(stopping('engine', () => engine.close()));
  const personFinder = personFinderOf(log);
  await begin(stopping('person finder', () => personFinder.close()));
  const engines = catalogueOf(settings, engine);

  const { connection, db, databaseTime, isNewer } = await openRecords(settings, begun, metrics);
  const clock = parts.clock ?? databaseTime;
  const changes = changeNotices(connection, log);
  await begin(changes);
  const queue = openQueue(db, log, settings.drainSeconds * 1000, changes);
  await begin(queue);

  const store = await openStore(settings, clock.now());
  const intake = await pictureIntake({ temporaryFolder: incomingFolder(data) });
  const fetchRemote = remoteFetch(reachOf(settings, parts));
  const prompts = promptRules(settings.file.moderation.prompts);
  const common = { db, clock, log, metrics, spans, changes, store, intake, queue, engines, prompts, fetchRemote };
  const adminKey = await adminKeyOf(data, settings.adminKey, checkAdminKey);
  return { common, engine, findPerson: personFinder.findPerson, adminKey, isNewer };
}

/** Opens what the rooms need, builds them and starts them in order. */
export async function startRooms(settings: Settings, parts: ReplaceableParts, begun: Begun) {
  const { log, embedded, lost, onLost, begin } = begun;
  const opened = await openServices(settings, parts, begun);
  const { common, engine } = opened;
  addGauges(common);
  const firstKey = await makeDefaultWorkspace(common.db, common.clock, settings.data);
  if (engine && embedded) await handBackAll(common);

  const { services, http, library, isReady } = buildRooms(settings, parts, opened, onLost);
  for (const service of services) await begin(service);
  const url = http.url();
  const ready: Promise<void> = Promise.all([library.written(), isReady.engineSettled()]).then(() =>
    log.info({ url }, 'atelier is up'),
  );
  const stop = () => {
    embedded?.announceStop();
    return begun.stopAll();
  };
  return {
    /** Where it listens, without a slash at the end. */
    url,
    /** Key of the default workspace, the one time it is made. */
    firstKey,
    /** Resolves when the engine has its nets, or has taken too long. Until then the service answers, and jobs wait. */
    ready,
    /** Resolves with the reason when the service cannot go on by itself and must be stopped. */
    lost,
    /** Takes no new work, lets running jobs finish or hands them back, then stops everything. */
    stop,
  };
}
