import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pino } from 'pino';
import { embeddedEngine } from '../../src/engines/adapters/embedded/embedded.ts';
import { loadSettings, startService } from '../../src/main.ts';
import { seesNothing } from '../support/engines.ts';

/**
 * The service as `atelier serve` runs it, but with an engine that breaks on demand in the place of the embedded one,
 * which needs a second of computing before it is ready: `node member.ts ROLE DATA SHARED`.
 */

/** Longest run of the breaking engine: a thread that hangs is replaced after it. */
const RUN_TIMEOUT_MS = 3_000;

const [role = 'all', data = '', shared = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
const engine = embeddedEngine({
  log,
  cacheDirectory: shared,
  temporaryFolder: path.join(data, 'media', 'incoming'),
  threads: 1,
  thread: new URL('./breaking-thread.ts', import.meta.url),
  runTimeoutMs: RUN_TIMEOUT_MS,
});
const settings = await loadSettings(process.env, { role, data, port: '0' });
const service = await startService(settings, { engine, inspectPicture: seesNothing });
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
// What was compiled is kept for the next process: this one may be killed before it does so by itself.
flushCompileCache();
const asked = new Promise<null>((resolve) => void process.once('SIGTERM', () => resolve(null)));
const lost = await Promise.race([asked, service.lost]);
await service.stop();
process.exit(lost === null ? 0 : 1);
