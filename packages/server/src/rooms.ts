import path from 'node:path';
import { keyring } from './accounts/keyring.ts';
import { rateLimiter } from './accounts/rate-limit.ts';
import { sharedLibrary } from './assets/library.ts';
import type { FindPerson } from './assets/person.ts';
import { incomingFolder } from './config/data-folder.mjs';
import type { Settings } from './config/settings.ts';
import { originSigner } from './content-credentials/sign.ts';
import type { LocalEngine } from './engines/port.ts';
import { httpServer } from './http/server.ts';
import { jobReader } from './jobs/rows.ts';
import { limitByKey } from './limit-by-key.ts';
import { type SweepRoom, sweeps } from './maintenance/sweeps.ts';
import { mediaAddresses } from './media/addresses.ts';
import { remoteFetch } from './media/remote/fetch.ts';
import { thumbnailReader } from './media/thumbnails.ts';
import { pictureCheck } from './moderation/picture-rules.ts';
import { pictureInspectorOf, type ReplaceableParts, reachOf } from './parts.ts';
import { readiness } from './readiness.ts';
import { type Service, stopping } from './service.ts';
import type { CommonServices } from './services.ts';
import { shootDriver } from './shoots/driver.ts';
import { studio } from './studio/studio.ts';
import { workWriter } from './submission/write-work.ts';
import { webhookPost } from './webhooks/post.ts';
import { webhookSender } from './webhooks/sender.ts';
import { RESULT_FETCH } from './work/receive.ts';
import type { WorkRoom } from './work/room.ts';
import { worker } from './work/worker.ts';

/** The services that rooms are built of, open and begun. */
export interface OpenServices {
  readonly common: CommonServices;
  /** Null in a process that does no work. */
  readonly engine: LocalEngine | null;
  readonly findPerson: FindPerson;
  readonly adminKey: string;
  /** True where the database is of a newer version of the service. */
  readonly isNewer: boolean;
}

/** Builds every room of the service. `services` are to begin in this order. */
export function buildRooms(
  settings: Settings,
  parts: ReplaceableParts,
  opened: OpenServices,
  onLost: (reason: Error) => void,
) {
  const { common, engine, isNewer, adminKey, findPerson } = opened;
  const { db, clock, log, store } = common;
  const library = sharedLibrary({ db, clock, log, store }, isNewer, onLost);
  const isReady = readiness(engine);
  const { publicUrl } = settings;
  const webhooks = webhookPost(reachOf(settings, parts));
  const page = parts.studio ?? studio({ log, publicUrl });
  const addresses = mediaAddresses({ key: adminKey, ttlSeconds: settings.mediaUrlTtlSeconds });
  const room = {
    ...{ ...common, adminKey, findPerson, publicUrl, webhooks, addresses, studio: page },
    plans: settings.file.plans,
    keyring: keyring(db, clock, common.changes),
    rateLimiter: rateLimiter(db, clock),
    readThumbnail: thumbnailReader({ db, clock, store, log }),
    readJob: jobReader(db),
    writeWork: workWriter(db),
    notReady: () => isReady.reasons({ db, store, incoming: incomingFolder(settings.data) }),
  };
  const http = httpServer(room, { ...settings, limits: parts.clientLimits }, log);
  const services: readonly Service[] = [
    ...(engine ? workServices(settings, parts, opened, engine) : []),
    ...sweeps({ ...common, ...sweepSettings(settings) }),
    library,
    http,
    // Late, because loading the nets takes a core. Meanwhile jobs wait, and the service answers all other requests.
    isReady,
    ...(settings.role === 'worker' ? [] : [page]),
    ...(engine ? [webhookSender(room)] : []),
  ];
  return { services, http, library, isReady };
}

/** The worker with the inspector of pictures that it needs, and the driver of shoots. */
function workServices(
  settings: Settings,
  parts: ReplaceableParts,
  { common }: OpenServices,
  engine: LocalEngine,
): readonly Service[] {
  const inspector = pictureInspectorOf(settings, common.log);
  const room: WorkRoom = {
    ...common,
    readOutfit: engine.readOutfit,
    cutOut: engine.cutOut,
    signOrigin: settings.signing && originSigner(settings.signing),
    queueTimeoutMs: settings.queueTimeoutSeconds * 1000,
    temporaryFolder: incomingFolder(settings.data),
    inspectPicture: parts.inspectPicture ?? inspector.inspectPicture,
    checkPicture: pictureCheck(settings.file.moderation.pictures),
    fetchResult: remoteFetch({ allowedPrivateRanges: settings.allowPrivateUrls, ...RESULT_FETCH }),
    slots: limitByKey(),
  };
  const { file } = settings;
  return [
    stopping('picture inspector', () => inspector.close()),
    worker(room),
    shootDriver({ ...common, plans: file.plans, writeWork: workWriter(common.db) }),
  ];
}

function sweepSettings(settings: Settings): Pick<SweepRoom, 'queueTimeoutMs' | 'retention' | 'temporaryFolders'> {
  return {
    queueTimeoutMs: settings.queueTimeoutSeconds * 1000,
    retention: { uploadDays: settings.uploadRetentionDays, resultDays: settings.resultRetentionDays },
    temporaryFolders: ['incoming', 'temporary'].map((name) => path.join(settings.data, 'media', name)),
  };
}
