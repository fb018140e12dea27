import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

/** Addresses of all kinds; the whole table is gone through in hostile-addresses.test.ts. */
const HOSTILE = [
  'http://127.0.0.1:5432/',
  'http://2130706433/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'http://localhost/',
  'http://8.8.8.8:25/',
];

let service: TestService;
let workspace: TestWorkspace;
/** Where connections were opened to, by anything in this process that says so: the test's own calls among them. */
const hosts: string[] = [];
const note = (message: unknown) => {
  const { host }: { host?: unknown } = Object(Reflect.get(Object(message), 'connectParams'));
  hosts.push(String(host));
};
beforeAll(async () => {
  subscribe('undici:client:beforeConnect', note);
  const url = 'http://169.254.169.254/latest/meta-data/';
  const deceived = scriptedEngine(async () => ({ kind: 'made', output: { kind: 'remote', url }, warnings: [] }));
  service = await startTestService({ parts: { engine: deceived }, environment: { ATELIER_MEDIA_URL_TTL: '60' } });
  workspace = await service.workspace();
});
afterAll(async () => {
  unsubscribe('undici:client:beforeConnect', note);
  await service.stop();
});

/** Every row of a table as text. */
async function rowsOf(table: string): Promise<string[]> {
  const client = await service.database.connect();
  const { rows } = await client
    .query<{ row: string }>(`select t::text as row from ${table} t`)
    .finally(() => client.end());
  return rows.map(({ row }) => row);
}

test('a key is shown once, stored as a hash, told apart by its beginning, and dead once revoked', async () => {
  const { body: made } = await service.admin('POST', `/admin/workspaces/${workspace.id}/keys`, { name: 'second' });
  expect(made.api_key).toMatch(/^atl_test_[0-9A-Za-z]{46}$/);
  const secret = made.api_key.slice('atl_test_'.length + 6);
  expect((await rowsOf('api_keys')).filter((row) => row.includes(secret))).toEqual([]);
  expect((await service.call(made.api_key, 'GET', '/v1/account')).status).toBe(200);
  const listed = await service.admin('GET', `/admin/workspaces/${workspace.id}/keys`);
  expect(listed.text).not.toContain(secret);
  const entry = listed.body.keys.find((key: { key_id: string }) => key.key_id === made.key_id);
  expect([entry.prefix, entry.last_used_at === null]).toEqual([made.api_key.slice(0, entry.prefix.length), false]);
  expect((await service.admin('DELETE', `/admin/keys/${made.key_id}`)).status).toBe(204);
  // Processes hear of it by a notice, which takes a moment.
  await expect
    .poll(async () => (await service.call(made.api_key, 'GET', '/v1/account')).status, { timeout: 10_000 })
    .toBe(401);
});

test('the address of a picture cannot be guessed or prolonged, and every look gives a fresh one', async () => {
  const id = await workspace.image();
  const { path } = (await workspace.get(`/images/${id}`)).body;
  const url = new URL(path);
  const [, , token = ''] = url.pathname.split('/');
  // 6 bits a character.
  expect(token.length * 6).toBeGreaterThanOrEqual(128);
  expect((await fetch(url)).status).toBe(200);
  const bent = (change: (query: URLSearchParams) => void) => {
    const copy = new URL(url);
    change(copy.searchParams);
    return fetch(copy);
  };
  const refused = [
    await bent((query) => query.set('expires', String(Number(query.get('expires')) + 3_600))),
    await bent((query) => query.delete('signature')),
    await bent((query) => query.set('signature', 'A'.repeat(43))),
    await fetch(
      path.replace(
        token,
        token.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
      ),
    ),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(await Promise.all(refused.map(async (answer) => JSON.parse(await answer.text()).message))).size).toBe(
    1,
  );
});

test('where a picture is served no script runs, whatever it calls itself', async () => {
  const { headers } = await fetch((await workspace.get(`/images/${await workspace.image()}`)).body.path);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toBe('image/png');
});

test('a picture comes back upright and without where and by whom it was taken', async () => {
  const taken = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } } })
    .jpeg()
    .toBuffer();
  const id = await workspace.image(new Uint8Array(taken));
  const served = await fetch((await workspace.get(`/images/${id}`)).body.path);
  const { width, height, exif, orientation, xmp, icc } = await sharp(await served.bytes()).metadata();
  expect([width, height]).toEqual([40, 60]);
  expect([exif, orientation, xmp, icc]).toEqual([undefined, undefined, undefined, undefined]);
});

test.each(HOSTILE)(
  'a job whose picture lies at %s ends as input_rejected, is refunded, and connects to nothing',
  async (url) => {
    const body = { person_image_id: await workspace.image(), outfit_image_urls: [url] };
    const { body: submission } = await workspace.post('/v1/images/virtual-try-on', body);
    const job = await workspace.final(submission.jobs[0].id);
    expect(job).toMatchObject({ status: 'failed', credits_used: 0, error: { code: 'input_rejected' } });
    expect(job.error.message).toMatch(/^\/outfit_image_urls\/0: /);
    expect(new Set(hosts)).toEqual(new Set([new URL(service.url).host]));
  },
);

test.each(HOSTILE)('a webhook to %s is refused', async (url) => {
  const { status, body } = await workspace.post('/v1/webhooks', { url });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
});

test('an engine whose result is said to lie inside is not followed there: the job fails and is refunded', async () => {
  const real = await service.workspace({ sandbox: false });
  const { body } = await real.post(`/v1/images/${await real.image()}/upscale`, {});
  const job = await real.final(body.jobs[0].id);
  expect(job).toMatchObject({ status: 'failed', credits_used: 0, error: { code: 'provider_unavailable' } });
  expect(JSON.stringify(job)).not.toContain('169.254');
  expect(new Set(hosts)).toEqual(new Set([new URL(service.url).host]));
});
