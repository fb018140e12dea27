import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReverseProxy, startProxy } from './support/proxy.ts';
import { smallPicture, startTestService, type TestService } from './support/service.ts';

const PATH = '/atelier';

let service: TestService;
let passing: ReverseProxy;
let stripping: ReverseProxy;
beforeAll(async () => {
  const targets = () => [service.url];
  passing = await startProxy(targets, { path: PATH, isStripped: false });
  stripping = await startProxy(targets, { path: PATH, isStripped: true });
  service = await startTestService({ environment: { ATELIER_PUBLIC_URL: `${passing.url}${PATH}/` } });
});
afterAll(async () => {
  for (const proxy of [passing, stripping]) proxy.close();
  await service.stop();
});

/** Ways to a service whose public address has a path. */
const WAYS = [
  ['a proxy that passes the path on', () => passing.url + PATH],
  ['a proxy that strips the path', () => stripping.url + PATH],
  ['no proxy', () => service.url],
  ['no proxy, with the path', () => service.url + PATH],
] as const;

test.each(WAYS)('through %s the interface answers, and names addresses that open', async (_, base) => {
  const { key } = await service.workspace();
  const headers = { authorization: `Bearer ${key}` };
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  const uploaded = await fetch(`${base()}/images?from=test`, { method: 'POST', headers, body: form });
  expect(uploaded.status).toBe(201);
  const { path }: { path: string } = JSON.parse(await uploaded.text());
  expect(path.startsWith(`${passing.url}${PATH}/media/`)).toBe(true);
  expect((await fetch(path)).status).toBe(200);
  const document = JSON.parse(await (await fetch(`${base()}/openapi.json`)).text());
  expect(document.servers).toEqual([{ url: passing.url + PATH }]);
});

test.each(WAYS)('through %s the page and the reference have all their files', async (_, base) => {
  for (const page of ['/', '/?from=mail', '/studio/jobs', '/docs', '/docs/']) {
    const answer = await fetch(base() + page);
    expect([page, answer.status]).toEqual([page, 200]);
    const html = await answer.text();
    const [, root] = /<base href="([^"]+)"/.exec(html) ?? [];
    const files = [...html.matchAll(/<(?:script|link)[^>]*? (?:src|href)="([^"]+)"/g)].map(
      ([, name = '']) => new URL(name, new URL(root ?? answer.url, answer.url)),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect([file.href, (await fetch(file)).status]).toEqual([file.href, 200]);
  }
});

test('the path alone is the page, and a path that only begins alike is none of ours', async () => {
  for (const [target, status] of [
    [PATH, 200],
    [`${PATH}?from=mail`, 200],
    [`${PATH}s/healthz`, 404],
    [`${PATH}${PATH}/healthz`, 404],
  ] as const)
    expect([target, (await fetch(service.url + target)).status]).toEqual([target, status]);
});
