import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesResolver } from '../../src/media/remote/resolver.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Name servers of users may keep silent. The workspace that named them pays for that. */

const QUICK = 'quick.example';
const SLOW_NAMES = 40;
/** Longest anything here may take, in milliseconds, also on a machine that others use. */
const LOADED_MS = 300_000;

let names: NameServer;
let service: TestService;

beforeAll(async () => {
  names = await startNameServer({ [QUICK]: '127.0.0.1' });
  const server = `127.0.0.1:${names.port}`;
  // So long that a neighbour who waited for any of them would be seen to.
  const resolve = namesResolver({ servers: [server], hostsFile: '/nowhere', deadlineMs: 200_000 });
  service = await startTestService({ parts: { resolve }, environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8' } });
}, LOADED_MS);
afterAll(async () => {
  await service?.stop();
  names?.close();
}, LOADED_MS);

test(
  'a workspace whose names are never answered holds up nobody else’s',
  async () => {
    const hostile = await service.workspace({ name: 'hostile' });
    const neighbour = await service.workspace({ name: 'neighbour' });
    const ends: number[] = [];
    const waiting = Array.from({ length: SLOW_NAMES }, async (_, index) => {
      const { status } = await hostile.post('/v1/webhooks', { url: `http://slow-${index}.example/` });
      ends.push(status);
    });
    await expect
      .poll(() => names.asked.filter((name) => name.startsWith('slow-')).length, { timeout: LOADED_MS })
      .toBeGreaterThan(0);
    const { status, text } = await neighbour.post('/v1/webhooks', { url: `http://${QUICK}/` });
    expect([status, text]).toEqual([201, expect.any(String)]);
    // The neighbour's name was looked up while those before it still waited, and those wait for each other.
    expect(ends).toEqual([]);
    const pending = new Set(names.asked.filter((name) => name.startsWith('slow-')));
    expect(pending.size).toBeLessThan(SLOW_NAMES);
    names.denyOthers();
    await Promise.all(waiting);
    expect(ends).toEqual(Array.from({ length: SLOW_NAMES }, () => 400));
  },
  LOADED_MS,
);
