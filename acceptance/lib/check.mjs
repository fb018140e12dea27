// One check = one rule of the contract. A failure always quotes the rule it found broken.

import path from 'node:path';
import { test } from 'node:test';

const file = path.basename(process.argv[1] ?? '', '.test.mjs');
const only = process.env.ACCEPT_ONLY ? new RegExp(process.env.ACCEPT_ONLY, 'i') : null;

/** Private addresses can be fetched by the service: the loopback image server is usable. */
const privateUrls = process.env.ACCEPT_PRIVATE_URLS === '1';
const NEEDS_URLS = 'needs --private-urls (a service started with ATELIER_ALLOW_PRIVATE_URLS=127.0.0.1/32)';

/** options: `urls: true` for checks that make the service fetch from the loopback image server; else node:test's own. */
export function check(name, rule, fn, { urls = false, ...options } = {}) {
  if (only && !only.test(`${file} ${name}`)) return;
  const skip = options.skip || (urls && !privateUrls ? NEEDS_URLS : false);
  test(`${file}: ${name}`, { timeout: 120_000, ...options, skip }, async (t) => {
    try {
      await fn(t);
    } catch (error) {
      const message = `the contract says: "${rule}"\n${error.message}`;
      error.stack = String(error.stack).replace(error.message, () => message);
      error.message = message;
      throw error;
    }
  });
}
