import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../build/index.ts';
import { type Chromium, findChromium } from './chromium.ts';
import { type StudioService, startService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Shared by all tests of the page; null without a browser. */
    studio: { readonly url: string; readonly browser: string } | null;
  }
}

/** Without a sandbox, since tests often run as root in a container; and nothing is asked of the world outside. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name of this machine that is not a secure origin, like services in a local network.
  '--host-resolver-rules=MAP lan.test 127.0.0.1',
];

/** Builds the page, starts one service and one browser for all test files, and stops them at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = await chromiumOrNull();
  if (!found) {
    project.provide('studio', null);
    return async () => {};
  }
  await ensureBuild();
  const service: StudioService = await startService();
  const browser: BrowserServer = await chromium.launchServer({ ...found, args: FLAGS });
  project.provide('studio', { url: service.url, browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    await service.stop();
  };
}

/** Null where no Chromium runs, which in CI is an error. */
async function chromiumOrNull(): Promise<Chromium | null> {
  try {
    return await findChromium();
  } catch (error) {
    if (process.env.CI) throw error;
    process.stderr.write(`SKIPPED: the page's tests. ${error instanceof Error ? error.message : error}\n`);
    return null;
  }
}
