import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (target: string) => fetch(service.url + target);

test('the reference is a page whose files are served, and shows the document of this service', async () => {
  const page = await get('/docs');
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
  expect(files.length).toBeGreaterThan(2);
  for (const name of files) expect((await get(new URL(name, `${service.url}/docs`).pathname)).status).toBe(200);

  const document = async (target: string): Promise<{ paths: object }> => JSON.parse(await (await get(target)).text());
  const [shown, served] = [await document('/docs/json'), await document('/openapi.json')];
  expect(Object.keys(shown.paths)).toEqual(Object.keys(served.paths));
});

test('the reference is ours by name and icon, begins with a try-on, and ends with what operators need', async () => {
  const page = await (await get('/docs')).text();
  expect(page).toContain('<title>Atelier: reference of the interface</title>');
  expect(page).toMatch(/rel="icon" type="image\/svg\+xml" href="[^"]+icon\.svg"/);
  expect(page).not.toContain('favicon-32x32');
  interface Operation {
    readonly tags: readonly string[];
    readonly 'x-codeSamples': readonly { readonly lang: string }[];
  }
  interface Shown {
    readonly paths: Record<string, Record<string, Operation>>;
    readonly tags: readonly { readonly name: string }[];
  }
  const { paths, tags }: Shown = JSON.parse(await (await get('/docs/json')).text());
  expect(Object.keys(paths)[0]).toBe('/v1/images/virtual-try-on');
  expect(tags.map(({ name }) => name).slice(-2)).toEqual(['Administration', 'Operations']);
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    expect(tags).toContainEqual(expect.objectContaining({ name: operation.tags[0] }));
    expect(operation['x-codeSamples'].map(({ lang }) => lang)).toEqual(['curl', 'TypeScript', 'Python']);
  }
});

test('each text that is the same for all callers is compressed, and known again by its tag', async () => {
  const page = await (await get('/docs')).text();
  const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
  const paths = names.map((name) => new URL(name, `${service.url}/docs`).pathname);
  for (const path of ['/docs', '/docs/json', '/openapi.json', ...paths]) {
    const plain = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const bytes = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(service.url + path, { headers: { 'accept-encoding': encoding } });
      expect(packed.headers.get('content-encoding'), path).toBe(encoding);
      expect(await packed.text()).toBe(bytes);
    }
    const tag = plain.headers.get('etag') ?? '';
    expect((await fetch(service.url + path, { headers: { 'if-none-match': tag } })).status, path).toBe(304);
  }
});

test.each(['/docs/static/%73wagger-ui.css', '/docs/static//swagger-ui.css'])(
  'a file of the reference has one path alone, not %s',
  async (path) => expect((await get(path)).status).toBe(404),
);

test('what the reference does not have is not found, in words of ours, and it takes no other method', async () => {
  const absent = await get('/docs/static/nothing.js');
  expect(absent.status).toBe(404);
  expect(await absent.json()).toMatchObject({ code: 'not_found' });
  expect((await fetch(`${service.url}/docs`, { method: 'POST' })).status).toBe(405);
});
