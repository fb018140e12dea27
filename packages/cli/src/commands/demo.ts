import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Atelier } from '@atelier/client';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { describeEnd } from '../job-words.ts';
import { perform } from '../operations/perform.ts';
import { type Pictures, readPictures } from '../operations/pictures.ts';
import { RESULT_OPTIONS, type ResultPlace, readPlace } from '../operations/results.ts';
import { operationRule } from '../operations/table.ts';
import { complain, print } from '../output.ts';

/** The project's own samples, rendered by itself; the engine treats them like any photo. */
const SAMPLES = new URL('../../../engine/samples/', import.meta.url);

/** The command line, to start the service as a user would. */
const ATELIER = fileURLToPath(new URL('../../bin/atelier.mjs', import.meta.url));

const TRY_ON = operationRule('virtual_try_on');

/** Default file of the picture. The demo overwrites it, but never a file that the caller names. */
const OWN_FILE = 'out/demo.png';

/** Longest wait for the service to listen: it makes a database first. */
const START_TIMEOUT_MS = 60_000;

/** Next steps after the demo: its service has ended, and the addresses in its answer with it. */
const NEXT_STEP = `
The temporary service has ended, and with it the address in the job above. Next, in this folder:
  npx atelier serve    starts a service that keeps its data, with the studio at http://127.0.0.1:8787/
  docs/guide           continues from there, page by page`;

/** `atelier demo` */
export const demo: Command = {
  name: 'demo',
  summary: 'Dress a sample person on a temporary service, and keep only the image.',
  options: {
    person: { type: 'string', value: 'FILE', summary: 'Photo of a person (a rendered sample).' },
    garment: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      summary: 'Photo of a garment; may be given up to four times (a sample T-shirt).',
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      summary: `File or folder for the image (./${OWN_FILE}, overwritten each time).`,
    },
    force: RESULT_OPTIONS.force,
  },
  async run(invocation) {
    const { pictures, place } = await readRequest(invocation);
    const interruption = onInterruption();
    try {
      return await dressOnFreshService(pictures, place, interruption.signal);
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
async function readRequest(invocation: Invocation): Promise<{ pictures: Pictures; place: ResultPlace }> {
  const from = process.env.INIT_CWD ?? process.cwd();
  const sample = (name: string) => [fileURLToPath(new URL(name, SAMPLES))];
  const samples: Readonly<Record<string, readonly string[]>> = {
    person: sample('person-woman.webp'),
    garment: sample('garment-tshirt.webp'),
  };
  const out = invocation.text('out');
  const place = await readPlace(out ?? OWN_FILE, 1, out === undefined || invocation.flag('force'), from);
  if (place.toOutput)
    throw new UsageError('--out takes a file or a folder here, because standard output shows the job');
  const named = (name: string) => (invocation.texts(name).length > 0 ? invocation.texts(name) : (samples[name] ?? []));
  return { pictures: await readPictures(TRY_ON, named, { folder: from }), place };
}

async function dressOnFreshService(pictures: Pictures, place: ResultPlace, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-demo-'));
  const service = startService(data);
  try {
    const baseUrl = await urlOf(service, signal);
    const start = Math.round(performance.now() - begun);
    process.stderr.write(`while the demo runs: service at ${baseUrl}, data in ${data}\n`);
    const apiKey = (await fs.readFile(path.join(data, 'api-key'), 'utf8')).trim();
    const { jobs, times } = await perform(
      new Atelier({ baseUrl, apiKey }),
      { rule: TRY_ON, pictures, fields: {} },
      { place, signal },
    );
    for (const { file: _, ...job } of jobs) {
      print(`job: ${JSON.stringify(job, null, 2)}`);
      for (const line of describeEnd(job)) complain(line);
    }
    print(timesTable({ start, ...times, total: Math.round(performance.now() - begun) }));
    for (const { file } of jobs) if (file !== null) print(`image: ${file}`);
    print(NEXT_STEP);
    return jobs.every(({ status }) => status === 'completed') ? EXIT.ok : EXIT.failed;
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
