import path from 'node:path';
import type { DestinationStream, Logger } from 'pino';

import packageJson from '../package.json' with { type: 'json' };
import { adminKeyOf, makeDefaultWorkspace } from './accounts/first-start.ts';
import { keyring } from './accounts/keyring.ts';
import { rateLimiter } from './accounts/rate-limit.ts';
import { sharedLibrary } from './assets/library.ts';
import type { Clock } from './clock.ts';
import { cacheFolder, incomingFolder } from './config/data-folder.mjs';
import { adminKey as checkAdminKey } from './config/readers.ts';
import type { Settings } from './config/settings.ts';
import { changeNotices } from './database/changes.ts';
import { sharedClock } from './database/clock.ts';
import { namingDatabase, openDatabase } from './database/connection.ts';
import type { EmbeddedDatabase } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { openQueue } from './database/queue.ts';
import { absentEngine } from './engines/absent.ts';
import { embeddedEngine } from './engines/adapters/embedded/embedded.ts';
import { embeddedWords } from './engines/adapters/embedded/embedded-words.ts';
import { embeddedPersonFinder, embeddedPictureInspector } from './engines/adapters/embedded/threads.ts';
import { ADAPTERS } from './engines/adapters/index.ts';
import { sandboxEngine } from './engines/adapters/sandbox/sandbox.ts';
import { type EngineCatalogue, engineCatalogue } from './engines/catalogue.ts';
import type { LocalEngine } from './engines/port.ts';
import { EMBEDDED } from './engines/settings.ts';
import { addGauges } from './gauges.ts';
import type { ClientLimits } from './http/connections.ts';
import { httpServer } from './http/server.ts';
import { jobReader } from './jobs/rows.ts';
import { limitByKey } from './limit-by-key.ts';
import { handBackAll } from './maintenance/rescue.ts';
import { type SweepRoom, sweeps } from './maintenance/sweeps.ts';
import { mediaAddresses } from './media/addresses.ts';
import { pictureIntake } from './media/intake.ts';
import { remoteFetch } from './media/remote/fetch.ts';
import { type Resolve, resolveName } from './media/remote/resolver.ts';
import { openStore } from './media/store/open.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type InspectPicture, pictureCheck } from './moderation/picture-rules.ts';
import { promptRules } from './moderation/prompt-rules.ts';
import { readiness } from './readiness.ts';
import { type Service, stopping } from './service.ts';
import { type Studio, studio } from './studio/studio.ts';
import { workWriter } from './submission/write-work.ts';
import { openTracing } from './tracing/open.ts';
import { webhookPost } from './webhooks/post.ts';
import { webhookSender } from './webhooks/sender.ts';
import { RESULT_FETCH } from './work/receive.ts';
import { worker } from './work/worker.ts';

/** A running service. */
export interface RunningService {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Key of the default workspace, the one time it is made. */
  readonly firstKey: string | null;
  /** Resolves when the engine has its nets, or has taken too long to wait for. Until then it answers, and jobs wait. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the service cannot go on by itself and must be stopped. */
  readonly lost: Promise<Error>;
  /** Takes no new work, lets running jobs finish or hands them back, then stops everything. */
  stop(): Promise<void>;
}

/** Parts a caller may bring instead of ours. */
export interface ReplaceableParts {
  /** Serves the real workspaces. */
  readonly engine?: LocalEngine;
  /** Looks at pictures for moderation. */
  readonly inspectPicture?: InspectPicture;
  /** The web page. */
  readonly studio?: Studio;
  readonly clock?: Clock;
  /** How long clients may keep connections waiting. */
  readonly clientLimits?: ClientLimits;
  /** Looks up the names in addresses of users. */
  readonly resolve?: Resolve;
  /** Where the log goes; absent: standard error. */
  readonly logTo?: DestinationStream;
}

/** The engine of the real workspaces; null in a process that does no work. */
function engineOf(
  { data, role, engineThreads: threads }: Settings,
  { engine }: ReplaceableParts,
  log: Logger,
): LocalEngine | null {
  if (role === 'api') return null;
  const cacheDirectory = cacheFolder(data);
  return engine ?? embeddedEngine({ cacheDirectory, temporaryFolder: incomingFolder(data), threads, log });
}

/** Every engine, that of this process among them where it has one. */
function catalogueOf(
  { file, secrets, publicUrl, sandboxConcurrency, data }: Settings,
  engine: LocalEngine | null,
): EngineCatalogue {
  return engineCatalogue({
    settings: file.engines,
    adapters: ADAPTERS,
    secrets,
    publicUrl,
    embedded: engine ?? absentEngine(EMBEDDED, embeddedWords),
    sandbox: sandboxEngine({ temporaryFolder: incomingFolder(data) }),
    sandboxConcurrency,
  });
}

/** Where addresses of users may lead, and who looks their names up. */
function reachOf({ allowPrivateUrls }: Settings, { resolve = resolveName }: ReplaceableParts) {
  return { allowedPrivateRanges: allowPrivateUrls, resolve };
}

function sweepSettings(settings: Settings): Pick<SweepRoom, 'queueTimeoutMs' | 'retention' | 'temporaryFolders'> {
  return {
    queueTimeoutMs: settings.queueTimeoutSeconds * 1000,
    retention: { uploadDays: settings.uploadRetentionDays, resultDays: settings.resultRetentionDays },
    temporaryFolders: ['incoming', 'temporary'].map((name) => path.join(settings.data, 'media', name)),
  };
}

/** The parts of a worker alone: rules for pictures, fetches of results, and turns. */
async function workTools(
  settings: Settings,
  parts: ReplaceableParts,
  log: Logger,
  begin: (service: Service) => Promise<void>,
) {
  const cacheDirectory = cacheFolder(settings.data);
  const inspector = embeddedPictureInspector({ cacheDirectory, threads: settings.engineThreads, log });
  await begin(stopping('picture inspector', () => inspector.close()));
  const inspectPicture: InspectPicture = parts.inspectPicture ?? inspector.inspectPicture;
  return {
    inspectPicture,
    temporaryFolder: incomingFolder(settings.data),
    checkPicture: pictureCheck(settings.file.moderation.pictures),
    fetchResult: remoteFetch({ allowedPrivateRanges: settings.allowPrivateUrls, ...RESULT_FETCH }),
    slots: limitByKey(),
  };
}

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

/** Builds every room of the service and starts them in order. */
export async function startRooms(settings: Settings, parts: ReplaceableParts, begun: Begun): Promise<RunningService> {
  const { log, embedded, lost, onLost, begin } = begun;
  const { data } = settings;
  const metrics = createMetrics();
  const tracing = await openTracing(settings.tracing, packageJson.version, log);
  await begin(stopping('tracing', tracing.stop));
  const engine = engineOf(settings, parts, log);
  if (engine) await begin(stopping('engine', () => engine.close()));
  const cacheDirectory = cacheFolder(data);
  const personFinder = embeddedPersonFinder({ cacheDirectory, threads: 1, log });
  await begin(stopping('person finder', () => personFinder.close()));

  const engines = catalogueOf(settings, engine);

  const { connection, db, databaseTime, isNewer } = await openRecords(settings, begun, metrics);
  const clock = parts.clock ?? databaseTime;
  const changes = changeNotices(connection, log);
  await begin(changes);
  const queue = openQueue(db, log, settings.drainSeconds * 1000, changes);
  await begin(queue);

  // Media
  const store = await openStore(data, settings.s3Bucket, clock.now());
  const intake = await pictureIntake({ temporaryFolder: incomingFolder(data) });
  const fetchRemote = remoteFetch(reachOf(settings, parts));
  const prompts = promptRules(settings.file.moderation.prompts);
  const common = { db, clock, log, metrics, spans: tracing.spans, changes, store, intake, queue, engines, prompts };

  addGauges(common);

  // Accounts
  const adminKey = await adminKeyOf(data, settings.adminKey, checkAdminKey);
  const firstKey = await makeDefaultWorkspace(db, clock, data);

  // Work
  const queueTimeoutMs = settings.queueTimeoutSeconds * 1000;
  if (engine) {
    if (embedded) await handBackAll(common);
    const tools = await workTools(settings, parts, log, begin);
    await begin(worker(queue, { ...common, ...tools, readOutfit: engine.readOutfit, fetchRemote, queueTimeoutMs }));
  }

  // Maintenance
  for (const sweep of sweeps({ ...common, ...sweepSettings(settings) })) await begin(sweep);

  // HTTP
  const library = sharedLibrary({ db, clock, log, store }, isNewer, onLost);
  await begin(library);
  const isReady = readiness(engine);
  const webhooks = webhookPost(reachOf(settings, parts));
  const page = parts.studio ?? studio({ log, publicUrl: settings.publicUrl });
  const addresses = mediaAddresses({ key: adminKey, ttlSeconds: settings.mediaUrlTtlSeconds });
  const http = httpServer(
    {
      ...common,
      findPerson: personFinder.findPerson,
      adminKey,
      keyring: keyring(db, clock, changes),
      rateLimiter: rateLimiter(db, clock),
      plans: settings.file.plans,
      readJob: jobReader(db),
      writeWork: workWriter(db),
      addresses,
      webhooks,
      studio: page,
      publicUrl: settings.publicUrl,
      notReady: () => isReady.reasons({ db, store, incoming: incomingFolder(data) }),
    },
    { ...settings, limits: parts.clientLimits },
    log,
  );
  await begin(http);
  // Last, because loading the nets takes a core. Meanwhile jobs wait, and the service answers all other requests.
  await begin(isReady);
  if (settings.role !== 'worker') await begin(page);
  if (engine) await begin(webhookSender({ db, clock, log, webhooks, addresses, publicUrl: settings.publicUrl }));
  const url = http.url();
  const ready = Promise.all([library.written(), isReady.engineSettled()]).then(() =>
    log.info({ url }, 'atelier is up'),
  );
  const stop = () => {
    embedded?.announceStop();
    return begun.stopAll();
  };
  return { url, firstKey, ready, lost, stop };
}
