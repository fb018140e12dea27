import { pino } from 'pino';
import { makeDataFolder } from './config/data-folder.mjs';
import type { Settings } from './config/settings.ts';
import { embeddedDatabase } from './database/embedded.ts';
import { memoryShortage } from './diagnosis/machine.ts';
import { plainLine } from './log-lines.ts';
import type { ReplaceableParts } from './parts.ts';
import { type Service, stopAll } from './service.ts';
import type { RunningService } from './start.ts';

export {
  describeSettings,
  loadSettings,
  type SettingArguments,
  type Settings,
  SettingsError,
} from './config/settings.ts';
export type { ReplaceableParts } from './parts.ts';
export type { RunningService } from './start.ts';

/**
 * Starts the service: begins the start of an own database, loads the rooms meanwhile, and resolves when it listens. Its
 * engine may still be loading its nets then. Rejects with the reason of `signal` when that is aborted; all started
 * parts have stopped by then.
 */
export async function startService(
  settings: Settings,
  parts: ReplaceableParts = {},
  signal = new AbortController().signal,
): Promise<RunningService> {
  // Whatever an engine's answer or error repeats, no key is written, and whatever a request says, no line is broken.
  const hooks = { streamWrite: (line: string) => plainLine(settings.secrets.redact(line)) };
  const log = pino({ level: settings.logLevel, hooks }, parts.logTo ?? pino.destination({ dest: 2, sync: false }));
  const { data, databaseUrl } = settings;
  const lost = Promise.withResolvers<Error>();
  const started: Service[] = [];
  const begin = async (service: Service) => {
    signal.throwIfAborted();
    started.push(service);
    await service.start();
  };
  try {
    ensureDataFolder(data);
    const aborted = rejectedBy(signal);
    const embedded = databaseUrl === null ? embeddedDatabase({ data, log, onLost: lost.resolve }) : null;
    const database = embedded ? begin(embedded) : Promise.resolve();
    // Loading leaves no time for anything else: the database is sent on its way first.
    await Promise.race([database, embedded?.underway, aborted]);
    const shortage = settings.role === 'api' ? null : memoryShortage();
    if (shortage !== null) log.warn(shortage);
    const [{ startRooms }] = await Promise.race([Promise.all([import('./start.ts'), database]), aborted]);
    const running = startRooms(settings, parts, {
      log,
      embedded,
      lost: lost.promise,
      onLost: lost.resolve,
      begin,
      stopAll: () => stopAll(started),
    });
    return await Promise.race([running, aborted]);
  } catch (error) {
    await stopAll(started);
    if (error instanceof Error) error.message = settings.secrets.redact(error.message);
    throw error;
  }
}

/** Makes the data folder. Throws an Error that names the folder and what to do where it cannot be made. */
function ensureDataFolder(data: string): void {
  try {
    makeDataFolder(data);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The data folder ${data} cannot be made: ${reason}. Name a folder that can, with --data or ATELIER_DATA.`,
      {
        cause,
      },
    );
  }
}

/** Rejects with the signal's reason when it is aborted. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  if (signal.aborted) reject(signal.reason);
  return promise;
}
