import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Atelier } from '@atelier/client';
import { type Command, EXIT } from '../command.ts';
import { checkPhotos, dress } from '../dress.ts';

/** The project's own samples, rendered by itself; the engine treats them like any photo. */
const SAMPLES = new URL('../../../engine/samples/', import.meta.url);

/** Longest wait for the service to listen. */
const START_TIMEOUT_MS = 60_000;

/** `atelier demo` */
export const demo: Command = {
  name: 'demo',
  summary: 'Start a service in an empty folder, dress a person, write the picture, stop everything.',
  options: {
    person: { type: 'string', value: 'FILE', summary: "Photo of a person (a rendered sample of the project's own)." },
    garment: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      summary: 'Photo of a garment; may be repeated up to four times (a sample).',
    },
    out: { type: 'string', value: 'FILE', summary: 'Where the picture goes (./out/demo.png).' },
  },
  async run(invocation) {
    // npm runs scripts in the root of the project; file names are relative to where it was called.
    const from = process.env.INIT_CWD ?? process.cwd();
    const sample = (name: string) => fileURLToPath(new URL(name, SAMPLES));
    const person = invocation.text('person');
    const given = invocation.texts('garment');
    const files = [
      person === undefined ? sample('person-woman.webp') : path.resolve(from, person),
      ...(given.length > 0 ? given.map((file) => path.resolve(from, file)) : [sample('garment-tshirt.webp')]),
    ];
    await checkPhotos(files);
    return withService(files, path.resolve(from, invocation.text('out') ?? 'out/demo.png'));
  },
};

async function withService([person = '', ...garments]: readonly string[], out: string): Promise<number> {
  const begun = performance.now();
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-demo-'));
  const service = startService(data);
  const interrupted = new Promise<null>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(null));
  });
  try {
    const baseUrl = await Promise.race([urlOf(service), interrupted]);
    if (baseUrl === null) return 130;
    const start = Math.round(performance.now() - begun);
    process.stderr.write(`service at ${baseUrl}, data in ${data}\n`);
    const apiKey = (await fs.readFile(path.join(data, 'api-key'), 'utf8')).trim();
    const result = await Promise.race([
      dress(new Atelier({ baseUrl, apiKey }), { person, garments, out, settings: {} }),
      interrupted,
    ]);
    if (result === null) return 130;
    report(result.job.result ? out : null, result.job, {
      start,
      ...result.times,
      total: Math.round(performance.now() - begun),
    });
    return result.job.status === 'completed' ? EXIT.ok : EXIT.failed;
  } finally {
    await stopService(service);
    await fs.rm(data, { recursive: true, force: true });
  }
}

function report(picture: string | null, job: unknown, times: Readonly<Record<string, number>>): void {
  if (picture) process.stdout.write(`picture: ${picture}\n`);
  process.stdout.write(`job: ${JSON.stringify(job, null, 2)}\n`);
  for (const [name, ms] of Object.entries(times)) process.stdout.write(`${name.padEnd(10)} ${String(ms).padStart(7)} ms\n`);
}

function startService(data: string): ChildProcess {
  // This very program, in another process.
  const main = process.argv[1] ?? '';
  return spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ATELIER_LOG_LEVEL: process.env.ATELIER_LOG_LEVEL ?? 'warn' },
    // Ctrl-C reaches us alone: we stop the service when we have stopped using it.
    detached: true,
  });
}

/** The address of the service's first line. Rejects when it ends or takes too long. */
function urlOf(service: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the service did not start within ${START_TIMEOUT_MS / 1000} seconds`)),
      START_TIMEOUT_MS,
    );
    service.once('exit', (code) => reject(new Error(`the service ended with ${code} before it was ready`)));
    if (!service.stdout) throw new Error('the service has no output to read');
    createInterface({ input: service.stdout }).once('line', (line) => {
      clearTimeout(timer);
      const first: { url: string } = JSON.parse(line);
      resolve(first.url);
    });
  });
}

async function stopService(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const gone = once(service, 'exit');
  service.kill('SIGTERM');
  await gone;
}
