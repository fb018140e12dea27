import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPicture, startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
const logged: string[] = [];
beforeAll(async () => {
  service = await startTestService({
    parts: { logTo: { write: (chunk: string) => void logged.push(chunk) } },
    environment: { ATELIER_LOG_LEVEL: 'trace' },
  });
  workspace = await service.workspace();
});
afterAll(() => service.stop());

/** Texts that end a line, a header or a field, or are read from another side. */
const TEXTS = [
  'a\r\nX-Injected: 1',
  'a\nlevel":50,"msg":"forged"}',
  '"}\r\n{"level":60,"msg":"forged"}',
  'a"; filename="b.exe',
  "a'; rm -rf /; '",
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/cron.d/x',
  'C:\\Windows\\system32\\cmd.exe',
  'CON',
  '.htaccess',
  '-rf',
  '%0d%0aSet-Cookie: a=b',
  '\u202egnp.exe\u2066',
  '\u0085\u2028\u2029\u000b\u000c\u001b[31m',
  '\u0000.png',
  '名前の写真',
  'é'.repeat(300),
  '😀'.repeat(100),
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
];

/** A form as bytes, with the raw name: a browser would escape it, an attacker does not. */
async function upload(fileName: string) {
  const before = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(before), await smallPicture(), Buffer.from('\r\n--edge--\r\n')]);
  const headers = { authorization: `Bearer ${workspace.key}`, 'content-type': 'multipart/form-data; boundary=edge' };
  const response = await fetch(`${service.url}/images`, { method: 'POST', headers, body: form });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test.each(TEXTS)('a file named %j is served under a name that is one, by headers that are ours', async (name) => {
  const { status, body } = await upload(name);
  // A name that breaks the form is refused with it.
  if (status !== 201) return expect([status, body.code]).toEqual([400, 'invalid_request']);
  const { headers, status: served } = await fetch(body.path);
  expect(served).toBe(200);
  expect(headers.get('x-injected') ?? headers.get('set-cookie')).toBeNull();
  const disposition = headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^inline; filename="[ -!#-[\]-~]*"(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/);
  const [, extended] = /filename\*=UTF-8''(.*)$/.exec(disposition) ?? [];
  const [, plain = ''] = /filename="([^"]*)"/.exec(disposition) ?? [];
  const shown = extended === undefined ? plain : decodeURIComponent(extended);
  expect(shown).toMatch(/^[^\p{C}\p{Zl}\p{Zp}<>:"|?*%;`$&\\/]+\.png$/u);
  expect(shown).not.toMatch(/^[.\s-]|\.\./);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('whatever a request says, each line of the log is one object of ours', async () => {
  for (const text of TEXTS) {
    const header = text.replaceAll(/[^\x20-\x7e]/g, '');
    await workspace.post('/assets', { type: 'outfit', alias: text, sku: text.slice(0, 60) });
    await workspace.get(`/assets?search=${encodeURIComponent(text)}`);
    await workspace.get(`/v1/jobs/${encodeURIComponent(text.toWellFormed())}`, {
      'x-request-id': header,
      'user-agent': header,
    });
    await service.admin('POST', '/admin/workspaces', { name: text });
    await upload(text);
    await workspace.post(
      '/v1/jobs',
      { operation: 'text_to_video', input: { prompt: text } },
      { 'idempotency-key': 'x' },
    );
    await workspace.post('/v1/images/virtual-try-on', {
      person_image_url: `https://${text}/`,
      outfit_image_urls: [`https://x.invalid/${text}`],
    });
  }
  expect(logged.length).toBeGreaterThan(TEXTS.length);
  for (const line of logged) {
    expect(line).toMatch(/^\{[^\p{Cc}\p{Zl}\p{Zp}\u202e\u2066]*\}\n$/u);
    const entry = JSON.parse(line);
    expect(entry.msg).not.toContain('forged');
    expect(entry.level).toBeLessThan(50);
  }
  // Compared apart, so that a failure does not print the whole log.
  expect(logged.filter((line) => line.includes(workspace.key)).slice(0, 1)).toEqual([]);
});

test.each(['', ' ', 'not-a-uuid', '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50\t', '../../x', "' or 1=1"])(
  'the request ID %j is not kept',
  async (given) => {
    const { headers } = await workspace.get('/v1/account', { 'x-request-id': given });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(headers.get('x-request-id')).not.toBe(given.trim().slice(0, 35));
  },
);

test.each([
  '/media/../../../../etc/passwd',
  '/media/..%2f..%2f..%2fetc%2fpasswd/x',
  '/media/%2e%2e/%2e%2e/admin-key',
  '/media/AAAAAAAAAAAAAAAAAAAAAAAA/..%2f..%2fadmin-key',
  '/docs/static/..%2f..%2f..%2f..%2fpackage.json',
  '/docs/static/%2e%2e/%2e%2e/package.json',
  '/docs/..%5c..%5cpackage.json',
  '/docs/static//etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
])('%s leads to nothing', async (target) => {
  const { status, text } = await workspace.get(target);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/root:|"dependencies"/);
});
