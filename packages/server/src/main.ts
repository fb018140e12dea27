import fs from 'node:fs/promises';
import { pino } from 'pino';
import type { Settings } from './config/settings.ts';
import { embeddedDatabase } from './database/embedded.ts';
import { plainLine } from './log-lines.ts';
import type { ReplaceableParts, RunningService } from './rooms.ts';
import { type Service, stopAll } from './service.ts';

export { describeSettings, loadSettings, type SettingArguments, type Settings, SettingsError } from './config/settings.ts';
export type { ReplaceableParts, RunningService } from './rooms.ts';

/**
 * Starts the service: sends a database of its own on its way, loads the rooms meanwhile, and resolves when it listens. Its engine may still
 * be loading its nets then.
 */
export async function startService(settings: Settings, parts: ReplaceableParts = {}): Promise<RunningService> {
  // Whatever an engine's answer or error repeats, no key is written, and whatever a request says, no line is broken.
  const hooks = { streamWrite: (line: string) => plainLine(settings.secrets.redact(line)) };
  const log = pino({ level: settings.logLevel, hooks }, parts.logTo ?? pino.destination({ dest: 2, sync: false }));
  const { data, databaseUrl } = settings;
  const lost = Promise.withResolvers<Error>();
  const started: Service[] = [];
  const begin = async (service: Service) => {
    started.push(service);
    await service.start();
  };
  try {
    await fs.mkdir(data, { recursive: true });
    const embedded = databaseUrl === null ? embeddedDatabase({ data, log, onLost: lost.resolve }) : null;
    const database = embedded ? begin(embedded) : Promise.resolve();
    // Loading leaves no time for anything else: the database is sent on its way first.
    await Promise.race([database, embedded?.underway]);
    const [{ startRooms }] = await Promise.all([import('./rooms.ts'), database]);
    return await startRooms(settings, parts, {
      log,
      embedded,
      lost: lost.promise,
      onLost: lost.resolve,
      begin,
      stopAll: () => stopAll(started),
    });
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}
