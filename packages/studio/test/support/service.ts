import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ATELIER = fileURLToPath(new URL('../../../cli/bin/atelier.mjs', import.meta.url));

/** Key of the admin interface in these tests. */
export const ADMIN_KEY = 'studio-test-admin-key';

/** The service as an operator runs it, with its embedded database and engine. */
export interface StudioService {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a service on an empty folder, with settings by the names of their variables. Nothing of this process's reaches
 * it but the PATH and where compiled code is kept.
 */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<StudioService> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-studio-'));
  const child = spawn(process.execPath, [ATELIER, 'serve', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ATELIER_ADMIN_KEY: ADMIN_KEY,
      ATELIER_LOG_LEVEL: 'error',
      ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32',
      ATELIER_PORT: '0',
      ...settings,
    },
  });
  return {
    url: await urlOf(child),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await fs.rm(data, { recursive: true, force: true });
    },
  };
}

async function urlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no output to read');
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with ${code} before it was up`);
  });
  died.catch(() => {});
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died]);
  const { url }: { url: string } = JSON.parse(line);
  return url;
}
