import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Atelier } from '@atelier/client';
import { type Command, EXIT, type Invocation } from '../command.ts';
import { type DressRequest, dress } from '../dress.ts';
import { checkReadable } from '../files.ts';
import { complain, print } from '../output.ts';
import { checkGarmentCount } from './try-on.ts';

/** The project's own samples, rendered by itself; the engine treats them like any photo. */
const SAMPLES = new URL('../../../engine/samples/', import.meta.url);

/** The command line, to start the service as a user would. */
const ATELIER = fileURLToPath(new URL('../../bin/atelier.mjs', import.meta.url));

/** Longest wait for the service to listen: it makes a database first. */
const START_TIMEOUT_MS = 60_000;

/** `atelier demo` */
export const demo: Command = {
  name: 'demo',
  summary: 'Start a service in an empty folder, dress a person, write the picture, stop everything.',
  options: {
    person: { type: 'string', value: 'FILE', summary: 'Photo of a person (a sample that the project renders itself).' },
    garment: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      summary: 'Photo of a garment; up to four times (a sample T-shirt).',
    },
    out: { type: 'string', value: 'FILE', summary: 'Where the picture goes (./out/demo.png).' },
  },
  async run(invocation) {
    const request = readRequest(invocation);
    await checkReadable([request.person, ...request.garments]);
    const interruption = onInterruption();
    try {
      return await dressOnFreshService({ ...request, signal: interruption.signal });
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      complain('interrupted');
      return error.exitCode;
    } finally {
      interruption.forget();
    }
  },
};

/** File names are relative to where npm was called: it runs scripts in the root of the project. */
function readRequest(invocation: Invocation): DressRequest {
  const from = process.env.INIT_CWD ?? process.cwd();
  const sample = (name: string) => fileURLToPath(new URL(name, SAMPLES));
  const person = invocation.text('person');
  const garments = invocation.texts('garment');
  checkGarmentCount(garments);
  return {
    person: person === undefined ? sample('person-woman.webp') : path.resolve(from, person),
    garments: garments.length > 0 ? garments.map((file) => path.resolve(from, file)) : [sample('garment-tshirt.webp')],
    out: path.resolve(from, invocation.text('out') ?? 'out/demo.png'),
    settings: {},
  };
}

async function dressOnFreshService(request: DressRequest & { readonly signal: AbortSignal }): Promise<number> {
  const begun = performance.now();
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-demo-'));
  const service = startService(data);
  try {
    const baseUrl = await urlOf(service, request.signal);
    const start = Math.round(performance.now() - begun);
    process.stderr.write(`service at ${baseUrl}, data in ${data}\n`);
    const apiKey = (await fs.readFile(path.join(data, 'api-key'), 'utf8')).trim();
    const { job, times } = await dress(new Atelier({ baseUrl, apiKey }), request);
    if (job.result) print(`picture: ${request.out}`);
    print(`job: ${JSON.stringify(job, null, 2)}`);
    print(timesTable({ start, ...times, total: Math.round(performance.now() - begun) }));
    if (job.error) complain(`${job.error.code}: ${job.error.message}`);
    return job.status === 'completed' ? EXIT.ok : EXIT.failed;
  } finally {
    await stop(service);
    await fs.rm(data, { recursive: true, force: true });
  }
}

function timesTable(times: Readonly<Record<string, number>>): string {
  return Object.entries(times)
    .map(([part, ms]) => `${part.padEnd(10)}${String(ms).padStart(7)} ms`)
    .join('\n');
}

/** A service of its own: no setting of the caller's environment reaches it. */
function startService(data: string): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ATELIER_|AWS_|DATABASE_URL$)/.test(name));
  const service = spawn(process.execPath, [ATELIER, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...Object.fromEntries(inherited), ATELIER_LOG_LEVEL: 'warn' },
  });
  // Should this process end in a way nobody foresaw, the service does not outlive it.
  process.once('exit', () => service.kill('SIGTERM'));
  return service;
}

/** The address in the service's first line. Rejects when it ends, takes too long, or the signal is aborted. */
async function urlOf(service: ChildProcess, signal: AbortSignal): Promise<string> {
  if (!service.stdout) throw new Error('the service has no output to read');
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const either = { signal: AbortSignal.any([signal, timeout]) };
  const lines = createInterface({ input: service.stdout });
  try {
    const first = await Promise.race([
      once(lines, 'line', either).then(([line]) => String(line)),
      once(service, 'exit', either).then(([code]) => {
        throw new Error(`the service ended with ${code} before it was ready`);
      }),
    ]);
    const announcement: { url: string } = JSON.parse(first);
    return announcement.url;
  } catch (error) {
    signal.throwIfAborted();
    throw timeout.aborted ? new Error(`the service did not start within ${START_TIMEOUT_MS / 1000} seconds`) : error;
  }
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const gone = once(service, 'exit');
  service.kill('SIGTERM');
  await gone;
}

/** The caller wants it to end. */
class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + os.constants.signals[signal];
  }
}

/** A signal that is aborted with an Interruption on Ctrl-C, SIGTERM and hang-up; what was started is stopped all the same. */
function onInterruption(): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const abort = (signal: NodeJS.Signals) => controller.abort(new Interruption(signal));
  for (const each of signals) process.on(each, abort);
  return {
    signal: controller.signal,
    forget: () => {
      for (const each of signals) process.off(each, abort);
    },
  };
}
