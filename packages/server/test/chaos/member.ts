import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { embeddedEngine } from '../../src/engines/adapters/embedded/embedded.ts';
import { loadSettings, startService } from '../../src/main.ts';
import { seesNothing } from '../support/engines.ts';

/**
 * The service as `atelier serve` runs it, with an engine that breaks on demand. The embedded engine would compute for a
 * second before it is ready. Usage: `node member.ts ROLE DATA SHARED`.
 */

/** Longest run of the breaking engine, in milliseconds: a thread that hangs is then replaced. */
const RUN_TIMEOUT_MS = 3_000;

const [role = 'all', data = '', shared = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
const engine = embeddedEngine({
  log,
  temporaryFolder: shared,
  threads: 1,
  thread: new URL('./breaking-thread.ts', import.meta.url),
  runTimeoutMs: RUN_TIMEOUT_MS,
});
const settings = await loadSettings(process.env, { role, data, port: '0' });
const service = await startService(settings, { engine, inspectPicture: seesNothing });
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
// Saves the compile cache for the next process: this one may be killed before Node would.
flushCompileCache();
const asked = new Promise<null>((resolve) => void process.once('SIGTERM', () => resolve(null)));
const lost = await Promise.race([asked, service.lost]);
await service.stop();
process.exit(lost === null ? 0 : 1);
