import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test.each(['/', '/studio', '/studio/images/0198f3a2-9d21-7b3c-8e5f-6a7b8c9d0e1f'])(
  '%s is the page, which runs its own files alone',
  async (path) => {
    const page = await fetch(service.url + path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(service.url + path, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  },
);

test('a file of the page is kept for ever, and sent in the form the browser takes', async () => {
  const page = await (await fetch(service.url)).text();
  const [, file = ''] = /src="\.(\/studio\/files\/[^"]+\.js)"/.exec(page) ?? [];
  for (const [taken, sent] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await fetch(service.url + file, { headers: { 'accept-encoding': taken } });
    expect(answer.headers.get('content-encoding')).toBe(sent);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toContain('createRoot');
  }
});

test('a file that the page does not have is a 404 of the interface, and other methods than reading are refused', async () => {
  expect((await service.call(null, 'GET', '/studio/files/none.js')).body).toMatchObject({ code: 'not_found' });
  expect((await service.call(null, 'POST', '/studio/try-on', {})).headers.get('allow')).toBe('GET, HEAD');
});

test('a page that is not built is a 503 that names the command, and the interface answers all the same', async () => {
  const files = async () => {
    throw new Error('<Vite> is missing. `npm run build:studio` shows more.');
  };
  const without = await startTestService({
    parts: { studio: { name: 'studio', files, start: async () => {}, stop: async () => {} } },
  });
  try {
    const page = await fetch(`${without.url}/`);
    expect(page.status).toBe(503);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('&lt;Vite&gt; is missing. `npm run build:studio` shows more.');
    expect((await without.call(null, 'GET', '/studio/files/a.js')).body).toMatchObject({ code: 'unavailable' });
    expect((await without.call(null, 'GET', '/healthz')).status).toBe(200);
  } finally {
    await without.stop();
  }
});
