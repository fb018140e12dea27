import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MediaRejection } from '../../src/media/rejection.ts';
import { remoteFetch } from '../../src/media/remote/fetch.ts';
import { resolveName } from '../../src/media/remote/resolver.ts';
import { webhookPost } from '../../src/webhooks/post.ts';
import TABLE from './hostile-addresses.json' with { type: 'json' };

/** Names without a public address, with a resolver's answer for each. */
const NAMES = TABLE.hiddenNames.map(([name, addresses]) => ({
  name: String(name),
  addresses: [addresses ?? []].flat(),
}));

const signal = new AbortController().signal;
type Resolver = (name: string) => Promise<readonly string[]>;
const noNames: Resolver = () => Promise.reject(new Error('no name is resolved here'));
const allPublic: Resolver = async () => ['8.8.8.8'];

/** Listens on every address of this machine. Counts connections opened by this process, by undici's own channels. */
let connections = 0;
const count = () => {
  connections += 1;
};
const WATCHED = ['net.client.socket', 'undici:client:beforeConnect'];
let accepted = 0;
const listener = createServer((socket) => {
  accepted += 1;
  socket.destroy();
});
let port = 0;
beforeAll(async () => {
  for (const channel of WATCHED) subscribe(channel, count);
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  const address = listener.address();
  port = address && typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  for (const channel of WATCHED) unsubscribe(channel, count);
  await new Promise((resolve) => listener.close(resolve));
});

/** The three ways in which the service goes to a foreign address; each returns why it did not. */
const WAYS: Readonly<Record<string, (url: string, resolve: Resolver) => Promise<string>>> = {
  'the address of a picture': (url, resolve) => fetchRefusal(url, { resolve }),
  'the result of an engine': (url, resolve) =>
    fetchRefusal(url, { resolve, bytesMax: 512 * 1024 * 1024, deadlineMs: 180_000 }),
  async 'the target of a webhook'(url, resolve) {
    const { admits, post } = webhookPost({ allowedPrivateRanges: [], resolve });
    expect(await admits(url, 'workspace'), 'admitted').toBe(false);
    // An admitted target is checked again for every message. A text that is not a URL is never stored.
    const outcome = URL.canParse(url) ? await post(url, '{}', {}) : { error: 'no address' };
    return 'error' in outcome ? outcome.error : `answered ${outcome.status}`;
  },
};

async function fetchRefusal(url: string, options: Partial<Parameters<typeof remoteFetch>[0]>): Promise<string> {
  const outcome: unknown = await remoteFetch({ allowedPrivateRanges: [], ...options })(url, signal).catch(
    (error) => error,
  );
  if (!(outcome instanceof MediaRejection)) throw new Error(`${url} was not refused`, { cause: outcome });
  expect(outcome.code).toBe('invalid_request');
  return outcome.message;
}

/** Goes all three ways to an address and expects each to be refused before a connection is opened. */
async function expectRefused(url: string, resolve: Resolver = noNames): Promise<string[]> {
  const before = [connections, accepted];
  const said: string[] = [];
  for (const go of Object.values(WAYS)) said.push(await go(url, resolve));
  expect([connections, accepted], 'connections opened').toEqual(before);
  expect(said[2]).not.toContain('answered');
  return said;
}

test('the table holds at least 150 addresses, each once', () => {
  for (const list of Object.values(TABLE)) expect(new Set(list.map(String)).size).toBe(list.length);
  expect(Object.values(TABLE).flat(1).length).toBeGreaterThanOrEqual(300);
});

test('a connection is counted where one is made', async () => {
  const before = connections;
  const url = `http://127.0.0.1:${port}/`;
  await fetchRefusal(url, { allowedPrivateRanges: ['127.0.0.1/32'] });
  await webhookPost({ allowedPrivateRanges: ['127.0.0.1/32'] }).post(url, '{}', {});
  expect(connections).toBe(before + 2 * WATCHED.length);
  expect(accepted).toBe(2);
});

describe('no connection is opened to', () => {
  test.each(TABLE.ipv4)('http://%s/', async (host) => {
    await expectRefused(`http://${host}:${port}/picture.png`);
    await expectRefused(`https://${host}/picture.png`);
  });
  test.each(TABLE.ipv6)('http://[%s]/', async (host) => {
    await expectRefused(`http://[${host}]:${port}/picture.png`);
  });
  test.each(TABLE.disguises)('http://%s/', async (host) => {
    await expectRefused(`http://${host}:${port}/picture.png`);
  });
  test.each(TABLE.wholeUrls)('%j', async (url) => {
    await expectRefused(url);
  });
  test.each(TABLE.oddPorts)('port %i, on a public address and under a public name', async (odd) => {
    await expectRefused(`http://8.8.8.8:${odd}/`, allPublic);
    await expectRefused(`https://pictures.test:${odd}/`, allPublic);
  });
  test.each(TABLE.noAddresses)('%j, which is no address to fetch', async (address) => {
    await expectRefused(address, allPublic);
  });
  test.each(NAMES)('$name, which leads to $addresses', async ({ name, addresses }) => {
    await expectRefused(`http://${name}:${port}/`, async () => addresses);
  });
  test.each([...TABLE.ipv4, ...TABLE.ipv6])('a name that leads to %s', async (address) => {
    await expectRefused(`http://pictures.test:${port}/`, async () => [address]);
  });
  test("the machine's own name for itself, asked of its own resolver", async () => {
    await expectRefused(`http://localhost:${port}/`, resolveName);
  });
});

test('a webhook that was admitted under a public address gets nothing once its name leads inside', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8', '127.0.0.1']];
  const { admits, post } = webhookPost({ allowedPrivateRanges: [], resolve: async () => answers.shift() ?? [] });
  const url = `http://hooks.test:${port}/`;
  expect(await admits(url, 'workspace')).toBe(true);
  const before = connections;
  for (let messages = 0; messages < 3; messages++)
    expect(await post(url, '{}', {})).toEqual({ error: 'The address has no public internet address.' });
  expect(connections).toBe(before);
});

test('a redirect of a webhook is not followed', async () => {
  const before = accepted;
  const outside = createWebServer((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
  );
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = outside.address();
  const url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`;
  expect(await webhookPost({ allowedPrivateRanges: ['127.0.0.0/8'] }).post(url, '{}', {})).toEqual({ status: 302 });
  expect(accepted).toBe(before);
  await new Promise((resolve) => outside.close(resolve));
});

test('a name nobody knows and a name that leads inside get the same answer, which tells nothing of either', async () => {
  const inside = await expectRefused('http://pictures.test/', async () => ['10.0.0.7']);
  const unknown = await expectRefused('http://pictures.test/', () => Promise.reject(new Error('ENOTFOUND 10.0.0.53')));
  const empty = await expectRefused('http://pictures.test/', async () => []);
  expect(inside[0]).toBe(
    'No image could be fetched from pictures.test: it has no public internet address that answers.',
  );
  expect([unknown, empty]).toEqual([inside, inside]);
});
