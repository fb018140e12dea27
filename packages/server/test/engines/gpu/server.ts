import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The folder of the server. */
export const GPU_FOLDER = fileURLToPath(new URL('../../../../../deploy/gpu/', import.meta.url));
const STUB_FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Why the tests of the server cannot run here; null where they can. */
export const noPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
    ? null
    : 'this machine has no python3 of version 3.10 or later';

/** The key that the server takes. */
export const GPU_KEY = 'gpu-0123456789abcdef-0123456789';

/** The real server of `deploy/gpu` on loopback, with a stub of the model. */
export interface GpuServer {
  readonly url: string;
  /** Its output once the model was loaded, or could not be. */
  readonly said: string;
  /** Scripts the runs of a job with this seed, one line a garment (stub_model.py). */
  script(seed: number, ...lines: readonly string[]): Promise<void>;
  /** Releases the runs that wait for this name. */
  release(name: string): Promise<void>;
  /** The stub's notes: begins and ends of runs. */
  notes(): Promise<readonly (readonly unknown[])[]>;
  /** Resolves when the process has ended by itself. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the server with these variables beside the usual ones. */
export async function startGpuServer(environment: Readonly<Record<string, string>> = {}): Promise<GpuServer> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-gpu-'));
  const child = spawn('python3', ['-B', path.join(GPU_FOLDER, 'server.py')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PYTHONPATH: STUB_FOLDER,
      GPU_MODEL_MODULE: 'stub_model',
      GPU_PORT: '0',
      GPU_KEY,
      STUB_FOLDER: folder,
      ...environment,
    },
  });
  const ended = once(child, 'exit');
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const listening = await lines.next();
  const loaded = await lines.next();
  return {
    url: String(listening.value).replace('listening on ', ''),
    said: String(loaded.value),
    script: (seed, ...behaviour) => fs.writeFile(path.join(folder, String(seed)), behaviour.join('\n')),
    release: (name) => fs.writeFile(path.join(folder, name), ''),
    async notes() {
      const log = await fs.readFile(path.join(folder, 'log'), 'utf8').catch(() => '');
      return log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    },
    ended,
    async stop() {
      await stopped(child, ended);
      await fs.rm(folder, { recursive: true });
    },
  };
}

async function stopped(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill();
  await ended;
}
