import type { RunningService, Settings } from '@atelier/server';
import { type Command, EXIT, UsageError } from '../command.ts';
import { complain, print } from '../output.ts';

/** Longest wait for a drain, in milliseconds; a drain that keeps its own limits ends sooner. */
const STOP_TIMEOUT_MS = 29_000;

/** Options that `serve` passes to the settings unchanged. */
const SETTINGS = ['port', 'host', 'data', 'role'] as const;

/** `atelier serve` */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  details: 'SIGTERM or Ctrl-C stops the service. Running jobs finish, or return to the queue.',
  options: {
    port: { type: 'string', value: 'PORT', summary: 'Port to listen on; 0 chooses a free one (8787).' },
    host: { type: 'string', value: 'ADDRESS', summary: 'Address to listen on (127.0.0.1).' },
    data: {
      type: 'string',
      value: 'FOLDER',
      summary: 'Folder for the embedded database, images, videos and keys (./data).',
    },
    role: { type: 'string', value: 'ROLE', summary: 'Answer clients (api), make images (worker), or both (all).' },
  },
  async run(invocation) {
    // Loaded here, so that other commands start without the whole service.
    const { loadSettings, SettingsError, startService } = await import('@atelier/server');
    const stop = stopSignal();
    const stopping = new Promise<null>((resolve) => stop.addEventListener('abort', () => resolve(null)));
    const given = Object.fromEntries(SETTINGS.map((name) => [name, invocation.text(name)]));
    const settings = await loadSettings(process.env, given).catch((error: unknown) => {
      throw error instanceof SettingsError ? new UsageError(error.message) : error;
    });
    const service = await startService(settings, {}, stop).catch((error: unknown) => {
      if (stop.aborted) return null;
      throw error;
    });
    if (service === null) return EXIT.ok;
    const ended = Promise.race([stopping, service.lost]);
    const isUp = await Promise.race([service.ready.then(() => true), ended.then(() => false)]);
    if (isUp) announce(service, settings);
    const lost = await ended;
    if (lost) complain(lost.message);
    const exitCode = lost ? EXIT.failed : EXIT.ok;
    // The timer does not keep the process alive; it ends a process that something else keeps alive.
    setTimeout(() => process.exit(exitCode), STOP_TIMEOUT_MS).unref();
    await service.stop();
    return exitCode;
  },
};

/** Programs read the first line; the others are for people. */
function announce({ url, firstKey }: RunningService, { role, data }: Settings): void {
  print(JSON.stringify({ url, role, data, pid: process.pid }));
  if (!firstKey) return;
  print(`First start: the workspace "default" has 1,000 credits. Its API key, which is also in ${data}/api-key:`);
  print(firstKey);
  print(`Studio (sign in with the key): ${url}/   Reference of the interface: ${url}/docs`);
  print(
    'In another terminal, in this folder: npx atelier try-on --person me.jpg --garment shirt.png   (guide: docs/guide)',
  );
}

/**
 * Aborted by a stop signal. It keeps handling signals: Ctrl-C and signals to a process group arrive more than once, and
 * a second one must not kill a drain.
 */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const abort = () => stop.abort(new Error('the service was stopped while it started'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, abort);
  return stop.signal;
}
