import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { callEngine, callThrough, isWithinEngine } from './wire.ts';

let server: http.Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** Starts a server; returns its address and the number of requests it got. */
async function serve(answer: http.RequestListener) {
  let requests = 0;
  const started = http.createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, requests: () => requests };
}

/** An official client that repeats a failed call by itself, as most do. */
async function stubbornClient(fetch: typeof globalThis.fetch, url: string): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(url, { method: 'POST', body: '{}' });
      if (response.ok || tries === 3) return response;
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

test('a client that repeats its calls reaches the engine once when the connection breaks', async () => {
  const { url, requests } = await serve((request) => request.socket.destroy());
  expect(await callThrough((fetch) => stubbornClient(fetch, url))).toMatchObject({ kind: 'broken' });
  expect(requests()).toBe(1);
});

test('a client that repeats its calls reaches the engine once when that refuses, and the refusal is what counts', async () => {
  const { url, requests } = await serve((_request, response) =>
    response.writeHead(429, { 'retry-after': '7' }).end('busy'),
  );
  const answer = await callThrough((fetch) => stubbornClient(fetch, url));
  expect(answer).toMatchObject({ kind: 'answer', status: 429 });
  expect(answer.kind === 'answer' && answer.headers.get('retry-after')).toBe('7');
  expect(requests()).toBe(1);
});

test('a client that throws at an answer does not hide the answer', async () => {
  const { url } = await serve((_request, response) => response.writeHead(200).end('not what it wanted'));
  const answer = await callThrough(async (fetch) => {
    await fetch(url);
    throw new Error('the client takes JSON only');
  });
  expect(answer.kind === 'answer' && new TextDecoder().decode(answer.bytes)).toBe('not what it wanted');
});

test('what a client throws without having called is thrown', async () => {
  await expect(callThrough(() => Promise.reject(new Error('the client lacks a key')))).rejects.toThrow('lacks a key');
});

test('a call whose connection never opened is told from one that broke', async () => {
  const { url } = await serve(() => {});
  server?.close();
  server?.closeAllConnections();
  expect(await callEngine({ method: 'POST', url })).toMatchObject({ kind: 'unsent' });
});

test('an answer that is longer than allowed counts as broken', async () => {
  const { url } = await serve((_request, response) => response.end('x'.repeat(100)));
  expect(await callEngine({ method: 'GET', url, bytesMax: 99 })).toMatchObject({
    kind: 'broken',
    message: 'the answer has more than 99 bytes',
  });
});

test('a form arrives as a form', async () => {
  let got = '';
  const { url } = await serve((request, response) => {
    request.on('data', (chunk) => (got += chunk));
    request.on('end', () => response.end(request.headers['content-type']));
  });
  const body = new FormData();
  body.set('file', new Blob(['three']), 'a.txt');
  const answer = await callEngine({ method: 'POST', url, body });
  expect(answer.kind === 'answer' && new TextDecoder().decode(answer.bytes)).toMatch(
    /^multipart\/form-data; boundary=/,
  );
  expect(got).toContain('filename="a.txt"');
  expect(got).toContain('three');
});

test('a client may call with a request instead of an address', async () => {
  let seen = '';
  const { url } = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen = `${request.method} ${request.headers['x-from']} ${Buffer.concat(chunks)}`;
    response.end('{}');
  });
  await callThrough((fetch) =>
    fetch(new Request(url, { method: 'POST', headers: { 'x-from': 'us' }, body: '{"a":1}' })),
  );
  expect(seen).toBe('POST us {"a":1}');
});

test.each([
  ['https://api.engine.test/v1/look?id=1', true],
  ['https://api.eu1.engine.example/v1/look?id=1', true],
  ['https://engine.example/look', true],
  ['http://api.eu1.engine.example/look', false],
  ['https://engine.example.attacker.test/look', false],
  ['https://notengine.example/look', false],
  ['https://user:password@api.engine.test/look', false],
  ['http://api.engine.test/v1/look', false],
  ['https://api.engine.test:8443/look', false],
  ['http://169.254.169.254/latest/meta-data/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('whether the key may be sent to %s: %s', (address, expected) => {
  expect(isWithinEngine(address, 'https://api.engine.test', 'engine.example')).toBe(expected);
});
