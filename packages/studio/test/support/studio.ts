import fs from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ADMIN_KEY, startService } from './service.ts';

/** A desktop's window. */
export const DESKTOP = { width: 1280, height: 860 };
/** A phone, held upright. */
export const PHONE = { width: 390, height: 844 };

/** A workspace of the service under test. */
export interface Workspace {
  readonly id: string;
  readonly key: string;
}

/** The page in a window of its own, with its own storage. */
export interface Studio {
  /** Playwright's page: locators, clicks, waits. Addresses are relative to the service. */
  readonly page: Page;
  readonly workspace: Workspace;
  /** One request with the key of the workspace. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there.
  call(method: string, target: string, body?: object | FormData): Promise<any>;
  /**
   * Fails unless axe finds nothing to object to, in light and in dark: once nothing is waited for, or while something
   * is.
   */
  expectAccessible(state?: 'settled' | 'busy'): Promise<void>;
  /** Fails where the page is wider than its window, and names the elements that stand out. */
  expectWithinWindow(): Promise<void>;
  /** The service in another window, as somebody without a key opens it. */
  guest(window: BrowserContextOptions): Promise<Studio>;
  /** With SCREENSHOTS=1 in the environment, writes `out/studio/<name>.png`. */
  screenshot(name: string): Promise<void>;
}

/** How a test wants its window. */
export interface StudioOptions {
  /** Signed in already, unless told otherwise. */
  readonly signedIn?: boolean;
  /** A sandbox of the plan enterprise with 1,000 credits, unless told otherwise. */
  readonly workspace?: Readonly<Record<string, unknown>>;
  /** A service of the test's own with these settings, where it needs others than all tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A desktop in light, unless told otherwise. */
  readonly window?: BrowserContextOptions;
  /** Faults that the test brings about itself. */
  readonly faults?: RegExp;
}

/**
 * Longest wait for the content of a page, because machines that test are often busy. `expect.poll` waits as long, by
 * vitest.config.ts.
 */
const WAIT_MS = 60_000;

/** With SLOW=6 in the environment, the processor of the page is six times slower, so that early checks fail. */
const SLOW = Number(process.env.SLOW ?? 1);

const OUTPUT = path.resolve(import.meta.dirname, '../../../../out/studio');

/**
 * A test with the page, in Chromium against the real service. It fails when the page throws or breaks its own content
 * policy.
 */
export function studioTest(name: string, body: (studio: Studio) => Promise<void>, options: StudioOptions = {}): void {
  const shared = inject('studio');
  test.skipIf(shared === null)(name, async () => {
    if (!shared) return;
    const own = options.settings && (await startService(options.settings));
    const { url } = own ?? shared;
    const browser = await chromium.connect(shared.browser);
    try {
      const workspace = await newWorkspace(url, options.workspace);
      const faults: string[] = [];
      const open = async (key: string | null, window: BrowserContextOptions = {}) => {
        const page = await newPage(browser, { baseURL: url, ...window }, key);
        collectFaults(page, faults);
        const guest = (another: BrowserContextOptions) => open(null, another);
        return studioOf({ page, url, workspace, guest });
      };
      await body(await open((options.signedIn ?? true) ? workspace.key : null, options.window));
      expect(faults.filter((fault) => !options.faults?.test(fault))).toEqual([]);
    } finally {
      await browser.close();
      await own?.stop();
    }
  });
}

/** A page in a window of its own, signed in with a key. */
async function newPage(browser: Browser, window: BrowserContextOptions, key: string | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...window,
  });
  if (key !== null)
    await context.addInitScript((own) => sessionStorage.setItem('atelier:key', JSON.stringify(own)), key);
  context.setDefaultTimeout(WAIT_MS);
  if (SLOW > 1) context.on('page', (page) => void slowDown(page));
  return context.newPage();
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
}

/** Adds the errors of a page. An error answer does not count: pages show those in words. */
function collectFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
}

function studioOf({
  page,
  url,
  workspace,
  guest,
}: Pick<Studio, 'page' | 'workspace' | 'guest'> & { readonly url: string }): Studio {
  return {
    page,
    workspace,
    guest,
    call: (method, target, body) => request(url + target, workspace.key, method, body),
    async expectAccessible(state = 'settled') {
      if (state === 'settled') await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page), colorScheme).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    },
    async expectWithinWindow() {
      expect(await page.evaluate(outOfWindow)).toEqual([]);
    },
    async screenshot(name) {
      if (!process.env.SCREENSHOTS) return;
      await fs.mkdir(OUTPUT, { recursive: true });
      await page.screenshot({ path: path.join(OUTPUT, `${name}.png`) });
    },
  };
}

/** A new workspace with a key of its own. */
async function newWorkspace(url: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Workspace> {
  const created = await request(`${url}/admin/workspaces`, ADMIN_KEY, 'POST', {
    name: 'Maison Test',
    plan: 'enterprise',
    credits: 1_000,
    sandbox: true,
    ...fields,
  });
  return { id: created.workspace.id, key: created.api_key };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there.
async function request(target: string, key: string, method: string, body?: object | FormData): Promise<any> {
  const isForm = body instanceof FormData;
  const response = await fetch(target, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** The elements that make the page wider than its window, with their edges in CSS pixels. Runs in the page. */
function outOfWindow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')]
    .map((element) => ({ element, right: element.getBoundingClientRect().right + window.scrollX }))
    .filter(({ right }) => right > clientWidth)
    .map(({ element, right }) => `${right}: ${element.outerHTML.slice(0, 160)}`);
  return [`${scrollWidth} of ${clientWidth} pixels at ${location.pathname}`, ...wide];
}

/** The objections of axe, with the places. */
async function violationsOf(page: Page): Promise<string[]> {
  const source = await fs.readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations }: AxeResults = await Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
