import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { serving } from './atelier.ts';
import { hostedEngines } from './hosted-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The service that all tests of the command line share, as an operator runs it. */
    service: { readonly url: string; readonly data: string };
  }
}

/**
 * Starts the service and stops it when all tests have ended. Its plan `free` takes any number of requests, and its plan
 * `pro` holds hardly any storage. Its hosted engines have no keys or no server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-command-line-'));
  // The database runs as another user, who has to reach its files.
  await fs.chmod(folder, 0o711);
  const data = path.join(folder, 'data');
  const config = path.join(folder, 'atelier.config.json');
  const plans = { free: { requests_per_minute: 100_000 }, pro: { storage_bytes: 1 } };
  await fs.writeFile(config, JSON.stringify({ plans, ...hostedEngines('http://127.0.0.1:9/v1') }));
  const service = await serving(data, { ATELIER_CONFIG: config, ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32' });
  project.provide('service', { url: service.announcement.url, data });
  return async () => {
    service.process.kill('SIGTERM');
    await service.ended;
    await fs.rm(folder, { recursive: true });
  };
}
