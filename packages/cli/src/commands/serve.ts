import { type Command, EXIT } from '../command.ts';

/** Longest wait for a drain before the process gives up on it. */
const STOP_TIMEOUT_MS = 29_000;

/** `atelier serve` */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the service. SIGTERM or Ctrl-C drains it: running jobs finish or are handed back.',
  options: {
    port: { type: 'string', value: 'PORT', summary: 'Port to listen on; 0 picks a free one (8787).' },
    host: { type: 'string', value: 'ADDRESS', summary: 'Address to listen on (127.0.0.1).' },
    data: { type: 'string', value: 'FOLDER', summary: 'Folder for database, media and keys (./data).' },
    role: { type: 'string', value: 'ROLE', summary: 'all, api or worker (all).' },
  },
  async run(invocation) {
    const { loadSettings, startService } = await import('@atelier/server');
    const given = Object.fromEntries(
      ['port', 'host', 'data', 'role'].flatMap((name) => {
        const value = invocation.text(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const stopping = stopSignal();
    const settings = loadSettings(process.env, given);
    const service = await startService(settings);
    process.stdout.write(
      `${JSON.stringify({ url: service.url, role: settings.role, data: settings.data, pid: process.pid })}\n`,
    );
    if (service.firstKey) {
      process.stdout.write(
        `First start: the workspace "default" has 1,000 credits. Its API key, shown this once and kept in ${settings.data}/api-key:\n${service.firstKey}\n`,
      );
    }
    const lost = await Promise.race([stopping, service.lost]);
    if (lost) process.stderr.write(`atelier: ${lost.message}\n`);
    const timer = setTimeout(() => process.exit(EXIT.failed), STOP_TIMEOUT_MS);
    await service.stop();
    clearTimeout(timer);
    return lost ? EXIT.failed : EXIT.ok;
  },
};

/** Resolves when the process is told to stop. */
function stopSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(null));
  });
}
