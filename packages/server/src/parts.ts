import type { DestinationStream, Logger } from 'pino';
import type { Clock } from './clock.ts';
import { incomingFolder } from './config/data-folder.mjs';
import type { Settings } from './config/settings.ts';
import { absentEngine } from './engines/absent.ts';
import {
  embeddedEngine,
  embeddedPersonFinder,
  embeddedPictureInspector,
} from './engines/adapters/embedded/embedded.ts';
import { embeddedWords } from './engines/adapters/embedded/embedded-words.ts';
import { ADAPTERS } from './engines/adapters/index.ts';
import { sandboxEngine } from './engines/adapters/sandbox/sandbox.ts';
import { type EngineCatalogue, engineCatalogue } from './engines/catalogue.ts';
import type { LocalEngine } from './engines/port.ts';
import { EMBEDDED } from './engines/settings.ts';
import type { ClientLimits } from './http/connections.ts';
import { type Resolve, resolveName } from './media/remote/resolver.ts';
import type { InspectPicture } from './moderation/picture-rules.ts';
import type { Studio } from './studio/studio.ts';

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
export function engineOf(
  { data, role, engineThreads: threads }: Settings,
  { engine }: ReplaceableParts,
  log: Logger,
): LocalEngine | null {
  if (role === 'api') return null;
  return engine ?? embeddedEngine({ temporaryFolder: incomingFolder(data), threads, log });
}

/** Every engine, that of this process among them where it has one. */
export function catalogueOf(
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

/** Finds the person in a picture of the library. */
export function personFinderOf(log: Logger) {
  return embeddedPersonFinder({ threads: 1, log });
}

/** Looks at pictures for moderation. */
export function pictureInspectorOf({ engineThreads: threads }: Settings, log: Logger) {
  return embeddedPictureInspector({ threads, log });
}

/** Where addresses of users may lead, and who looks their names up. */
export function reachOf({ allowPrivateUrls }: Settings, { resolve = resolveName }: ReplaceableParts) {
  return { allowedPrivateRanges: allowPrivateUrls, resolve };
}
