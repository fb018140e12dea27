import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { MediaRejection } from '../rejection.ts';
import { type RemoteFetchOptions, remoteFetch } from './fetch.ts';

const MIB = 1024 * 1024;
const BODY = Buffer.from('the bytes of a picture');

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A web server on 127.0.0.1. */
async function serve(answer: RequestListener, host = '127.0.0.1') {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  cleanUps.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { port, requests, url: (path = '/picture.png') => `http://${host}:${port}${path}` };
}

const send =
  (body: Uint8Array, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, headers).end(body);
  };
const redirectTo = (location: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(302, { location }).end('elsewhere');
};

const never = new AbortController().signal;

/** Fetches with 127.0.0.1 admitted and reads the body to its end. */
async function fetchWhole(
  url: string,
  options: Partial<RemoteFetchOptions> = {},
  signal: AbortSignal = never,
): Promise<Buffer> {
  const fetchRemote = remoteFetch({ allowedPrivateRanges: ['127.0.0.1/32'], ...options });
  const pieces: Uint8Array[] = [];
  for await (const piece of await fetchRemote(url, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function rejection(fetching: Promise<unknown>): Promise<MediaRejection> {
  const outcome = await fetching.catch((error: unknown) => error);
  if (!(outcome instanceof MediaRejection)) throw new Error('not rejected', { cause: outcome });
  return outcome;
}

test('fetches the bytes of an address, whatever type they are said to have', async () => {
  const server = await serve(send(BODY, { 'content-type': 'text/plain' }));
  expect(await fetchWhole(server.url('/a%20b.png?size=2#part'))).toEqual(BODY);
  expect(server.requests[0]?.url).toBe('/a%20b.png?size=2');
});

test('sends who asks and what for, and no cookie, key or referrer, also after a redirect that sets one', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/first') response.writeHead(302, { location: '/second', 'set-cookie': 'a=b; Path=/' }).end();
    else response.end(BODY);
  });
  await fetchWhole(server.url('/first'));
  for (const { headers } of server.requests) {
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(headers).toMatchObject({
      accept: expect.stringContaining('image/*'),
      'accept-encoding': 'identity',
      'user-agent': 'Atelier (picture fetch)',
    });
  }
  expect(server.requests).toHaveLength(2);
});

test('asks a name for its addresses once, and talks to those only, under the name', async () => {
  const server = await serve(send(BODY));
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    // A second question would be answered with an address that must not be reached.
    return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
  };
  expect(await fetchWhole(`http://pictures.test:${server.port}/`, { resolve })).toEqual(BODY);
  expect(asked).toEqual(['pictures.test']);
  expect(server.requests[0]?.headers.host).toBe(`pictures.test:${server.port}`);
});

test('a name that leads elsewhere by the time of a redirect is refused then', async () => {
  const server = await serve(redirectTo('/again'));
  let questions = 0;
  const resolve = async () => [++questions === 1 ? '127.0.0.1' : '127.0.0.2'];
  await rejection(fetchWhole(`http://pictures.test:${server.port}/`, { resolve }));
  expect([questions, server.requests.length]).toEqual([2, 1]);
});

test('follows three redirects and refuses a fourth', async () => {
  const server = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(301 + (left % 2) * 6, { location: `/${left - 1}` }).end();
    else response.end(BODY);
  });
  expect(await fetchWhole(server.url('/3'))).toEqual(BODY);
  expect((await rejection(fetchWhole(server.url('/4')))).message).toContain('it redirects more than 3 times');
});

test.each([
  'http://127.0.0.2/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  '//10.0.0.1/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'http://user:password@127.0.0.1/',
  'http://[/',
])('a redirect to %s is refused', async (location) => {
  const server = await serve(redirectTo(location));
  expect((await rejection(fetchWhole(server.url()))).code).toBe('invalid_request');
  expect(server.requests).toHaveLength(1);
});

test('a redirect never reaches a server that is not admitted', async () => {
  const inside = await serve(send(BODY), '127.0.0.2');
  const outside = await serve(redirectTo(inside.url()));
  const { message } = await rejection(fetchWhole(outside.url()));
  expect(message).toBe(
    `No image could be fetched from 127.0.0.1:${outside.port}: it has no public internet address that answers.`,
  );
  expect(inside.requests).toHaveLength(0);
});

test.each([204, 206, 304, 400, 401, 403, 404, 500, 503])('the status %i is refused and named', async (status) => {
  const server = await serve((_, response) => response.writeHead(status).end());
  expect((await rejection(fetchWhole(server.url()))).message).toContain(`the answer had the status ${status}`);
});

test('a redirect without a place to go is refused', async () => {
  const server = await serve((_, response) => response.writeHead(302).end());
  expect((await rejection(fetchWhole(server.url()))).message).toContain('the status 302');
});

test.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (body: Buffer) => body],
] as const)('a body packed with %s although not asked for is unpacked', async (encoding, pack) => {
  const server = await serve(send(pack(BODY), { 'content-encoding': encoding }));
  expect(await fetchWhole(server.url())).toEqual(BODY);
});

test.each(['zstd', 'gzip, gzip', 'compress', 'x'])('the content encoding %s is refused', async (encoding) => {
  const server = await serve(send(BODY, { 'content-encoding': encoding }));
  expect((await rejection(fetchWhole(server.url()))).message).toContain('content encoding');
});

test('data that do not unpack are refused', async () => {
  const server = await serve(send(BODY, { 'content-encoding': 'gzip' }));
  expect((await rejection(fetchWhole(server.url()))).code).toBe('invalid_request');
});

test('15 MiB exactly are fetched', async () => {
  const server = await serve(send(Buffer.alloc(15 * MIB)));
  expect(await fetchWhole(server.url())).toHaveLength(15 * MIB);
});

test('a stated length over 15 MiB is refused before the body is read', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-length': String(15 * MIB + 1) }).flushHeaders();
  });
  expect(await rejection(fetchWhole(server.url()))).toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('15 MiB'),
  });
});

test('a body without a stated length is cut off at 15 MiB', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await serve((_, response) => {
    response.on('close', closed.resolve);
    const more = () => {
      while (response.write(Buffer.alloc(MIB))) if (response.destroyed) return;
    };
    response.on('drain', more);
    more();
  });
  expect((await rejection(fetchWhole(server.url()))).code).toBe('payload_too_large');
  await closed.promise;
});

test('a small body that unpacks to more than 15 MiB is cut off', async () => {
  const bomb = gzipSync(Buffer.alloc(400 * MIB), { level: 9 });
  expect(bomb.length).toBeLessThan(MIB);
  const server = await serve(send(bomb, { 'content-encoding': 'gzip' }));
  expect((await rejection(fetchWhole(server.url()))).code).toBe('payload_too_large');
});

test('the deadline holds for a name that is never resolved, a server that never answers and a body that never ends', async () => {
  const silent = await serve(() => {});
  const slow = await serve((_, response) => response.write('a'));
  const forever = () => new Promise<never>(() => {});
  for (const fetching of [
    fetchWhole('http://pictures.test/', { deadlineMs: 50, resolve: forever }),
    fetchWhole(silent.url(), { deadlineMs: 50 }),
    fetchWhole(slow.url(), { deadlineMs: 50 }),
  ]) {
    expect((await rejection(fetching)).message).toContain('it did not arrive within 0.05 seconds');
  }
});

test('the connection of a body nobody reads is closed at the deadline', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await serve((_, response) => {
    response.on('close', closed.resolve);
    response.write('a');
  });
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
  onTestFinished(() => timeout.mockRestore());
  await remoteFetch({ allowedPrivateRanges: ['127.0.0.1/32'], deadlineMs: 50 })(server.url(), never);
  expect(timeout).toHaveBeenCalledWith(50);
  deadline.abort(new DOMException('', 'TimeoutError'));
  await closed.promise;
});

test('the connection is closed when the reader stops', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await serve((_, response) => {
    response.on('close', closed.resolve);
    response.write('a');
  });
  for await (const piece of await remoteFetch({ allowedPrivateRanges: ['127.0.0.1/32'] })(server.url(), never)) {
    expect(piece.length).toBe(1);
    break;
  }
  await closed.promise;
});

test('the caller can stop it at any time and gets the reason back', async () => {
  const reason = new Error('the job was canceled');
  await expect(fetchWhole('http://127.0.0.1/', {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  const stop = new AbortController();
  const server = await serve((_, response) => {
    response.write('a');
    stop.abort(reason);
  });
  await expect(fetchWhole(server.url(), {}, stop.signal)).rejects.toBe(reason);
});

test('a connection that breaks off in the middle is refused', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('a', () => response.destroy());
  });
  expect((await rejection(fetchWhole(server.url()))).message).toContain('the connection broke');
});

test('a port nobody listens on is refused, and only the log learns why', async () => {
  const server = await serve(() => {});
  await cleanUps.pop()?.();
  const { message, cause } = await rejection(fetchWhole(server.url()));
  expect(message).toBe(
    `No image could be fetched from 127.0.0.1:${server.port}: it has no public internet address that answers.`,
  );
  expect(cause).toMatchObject({ code: 'ECONNREFUSED' });
});

test('an answer that is not HTTP is refused', async () => {
  const server = await serve((request) => request.socket.end('SSH-2.0-x\r\n'));
  expect((await rejection(fetchWhole(server.url()))).code).toBe('invalid_request');
});
