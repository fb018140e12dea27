import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { base, call, raw, show, uuid, want, workspace } from './lib/client.mjs';
import { png } from './lib/images.mjs';
import { legacyError, v1Error } from './lib/shapes.mjs';

const ws = await workspace();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const GENERATE = '/v1/images/generate';

// ── Request ID ──
check(
  'every answer carries X-Request-Id, a UUID, new each time',
  'Every response carries `X-Request-Id` (a UUID)',
  async () => {
    const seen = new Set();
    for (const path of [
      '/v1/account',
      '/assets',
      `/v1/jobs/${uuid()}`,
      `/images/${uuid()}`,
      '/healthz',
      '/v1/nowhere',
    ]) {
      const id = (await ws.get(path)).headers.get('x-request-id');
      assert.match(id ?? '', UUID, path);
      seen.add(id);
    }
    assert.equal(seen.size, 6);
  },
);
check(
  'an incoming X-Request-Id is kept if it is a UUID, else replaced',
  'An incoming `X-Request-Id` is kept only if it is a UUID',
  async () => {
    const mine = uuid();
    const res = await ws.get(`/v1/jobs/${uuid()}`, { 'x-request-id': mine });
    assert.equal(res.headers.get('x-request-id'), mine);
    assert.equal(v1Error(res, 404, 'not_found').request_id, mine, 'in the body too');
    for (const id of ['abc', `${mine}x`, '../../etc/passwd', 'a b']) {
      const kept = (await ws.get('/v1/account', { 'x-request-id': id })).headers.get('x-request-id');
      assert.ok(UUID.test(kept) && kept !== id, `${id} → ${kept}`);
    }
  },
);

// ── Paths and methods ──
check('an unknown path is 404 in the shape of its interface', '404 `not_found`', async () => {
  v1Error(await ws.get('/v1/nowhere'), 404, 'not_found', '/v1/nowhere');
  for (const path of ['/v1/images/', '/v1/jobs/a/b/c'])
    v1Error(await ws.get(path), [404, 405], ['not_found', 'method_not_allowed'], path);
  legacyError(await ws.get(`/assets/${uuid()}/nowhere`), 404, 'not_found');
});
check('a known path with another method is 405 with Allow', '405 `method_not_allowed` with `Allow`', async () => {
  for (const [method, path, allowed] of [
    ['GET', '/v1/images/virtual-try-on', 'POST'],
    ['DELETE', '/v1/jobs', 'POST'],
    ['PUT', `/v1/jobs/${uuid()}`, 'GET'],
    ['PATCH', '/v1/account', 'GET'],
  ]) {
    const res = await ws.request(method, path);
    v1Error(res, 405, 'method_not_allowed', `${method} ${path}`);
    assert.ok(
      (res.headers.get('allow') ?? '').split(/, */).includes(allowed),
      `${method} ${path}: Allow names ${allowed}, got ${res.headers.get('allow')}`,
    );
  }
  const old = await ws.request('PUT', `/images/${uuid()}`);
  legacyError(old, 405, 'method_not_allowed');
  assert.match(old.headers.get('allow') ?? '', /GET/);
});

// ── Bodies ──
check('a JSON body with another Content-Type is 415', 'A JSON body with another `Content-Type` is 415', async () => {
  const body = JSON.stringify({ prompt: 'x' });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ]) {
    v1Error(await ws.post(GENERATE, body, { 'content-type': type }), 415, 'unsupported_media_type', type);
    legacyError(await ws.post('/images/generate', body, { 'content-type': type }), 415, 'unsupported_media_type', type);
  }
  want(
    await ws.post(GENERATE, body, { 'content-type': 'application/json; charset=utf-8' }),
    202,
    'a charset is no other type',
  );
});
const broken = {
  'cut off': '{"prompt":"x"',
  'single quotes': "{'prompt':'x'}",
  'trailing comma': '{"prompt":"x",}',
  'trailing garbage': '{"prompt":"x"} x',
  'two documents': '{"prompt":"x"}{"prompt":"y"}',
  NaN: '{"prompt":"x","seed":NaN}',
  comment: '{"prompt":"x"/* */}',
  'raw newline in a string': '{"prompt":"a\nb"}',
  nothing: '',
  'a bare word': 'prompt',
};
check('what is not JSON is 400 invalid_json', '400 `invalid_json`: not JSON; trailing garbage', async () => {
  for (const [name, body] of Object.entries(broken)) {
    v1Error(await ws.post(GENERATE, body), 400, 'invalid_json', name);
    legacyError(await ws.post('/images/generate', body), 400, 'invalid_json', name);
  }
});
check(
  'duplicate keys are 400 invalid_json, at any depth',
  'Duplicate keys and trailing garbage are 400 `invalid_json`',
  async () => {
    v1Error(await ws.post(GENERATE, '{"prompt":"x","prompt":"y"}'), 400, 'invalid_json');
    v1Error(await ws.post(GENERATE, '{"prompt":"x","prom\\u0070t":"y"}'), 400, 'invalid_json', 'the same key, escaped');
    v1Error(
      await ws.post('/v1/jobs', '{"operation":"generate","input":{"prompt":"x","seed":1,"seed":2}}'),
      400,
      'invalid_json',
      'inside',
    );
    legacyError(
      await ws.post('/images/generate', '{"prompt":"x","prompt":"x"}'),
      400,
      'invalid_json',
      'unversioned, same value',
    );
    want(await ws.post(GENERATE, '{"prompt":"\\"prompt\\":1,\\"prompt\\":2"}'), 202, 'a text that looks like keys');
  },
);
check('deep nesting is refused without harm', '400, never 500', async () => {
  for (const depth of [1_000, 100_000]) {
    v1Error(
      await ws.post(GENERATE, `{"prompt":${'['.repeat(depth)}${']'.repeat(depth)}}`),
      400,
      ['invalid_request', 'invalid_json'],
      `${depth} deep`,
    );
  }
  const objects = `{"type":"model","alias":"x","characteristics":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
  legacyError(
    await ws.post('/assets', objects),
    [400, 413],
    ['invalid_request', 'invalid_json', 'payload_too_large'],
    'objects',
  );
});
check('a JSON body over 1 MiB is 413', 'JSON bodies are at most 1 MiB (413)', async () => {
  v1Error(await ws.post(GENERATE, { prompt: 'x'.repeat(1024 * 1024) }), 413, 'payload_too_large');
  legacyError(await ws.post('/images/batch', { ids: ['x'.repeat(2 * 1024 * 1024)] }), 413, 'payload_too_large');
});
check('a JSON body of exactly 1 MiB is read', 'JSON bodies are at most 1 MiB', async () => {
  const body = `{"prompt":"x","foo":"${'x'.repeat(1024 * 1024 - 23)}"}`;
  assert.equal(body.length, 1024 * 1024);
  v1Error(await ws.post(GENERATE, body), 400, 'invalid_request');
});
check('a refused body leaves the service as it was', 'nothing is lost or half-done', async () => {
  want(await ws.post(GENERATE, { prompt: 'after all that' }), 202);
});

// ── HEAD, OPTIONS ──
check('HEAD answers as GET without a body', 'what a user would expect: HTTP semantics', async () => {
  const { host } = new URL(base);
  for (const [path, statuses] of [
    ['/healthz', '200'],
    ['/v1/account', '200|405'],
  ]) {
    const text = await raw(
      `HEAD ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${ws.key}\r\nConnection: close\r\n\r\n`,
    );
    assert.match(text, new RegExp(`^HTTP/1.1 (${statuses}) `), path);
    assert.equal(text.split('\r\n\r\n')[1], '', `${path}: no body`);
  }
});
check(
  "a browser's preflight is answered without a key and gives no credentials away",
  'The key must be kept on the server side',
  async () => {
    for (const path of [GENERATE, '/images', '/assets']) {
      const res = await call(null, 'OPTIONS', path, undefined, {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      });
      assert.ok(res.status < 500, show(res));
      assert.notEqual(res.headers.get('access-control-allow-credentials'), 'true', 'no credentials for any origin');
    }
  },
);

// ── The service itself ──
check(
  'healthz and readyz answer without a key',
  '`GET /healthz` (alive), `GET /readyz` (database, storage and engine ready)',
  async () => {
    for (const path of ['/healthz', '/readyz']) want(await call(null, 'GET', path), 200, path);
  },
);
check('metrics are Prometheus text', '`GET /metrics` (Prometheus text)', async () => {
  const res = want(await call(null, 'GET', '/metrics'), 200);
  assert.match(res.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(res.text, /^# TYPE \S+ (counter|gauge|histogram|summary)$/m);
});
check('docs and the studio are pages', '`GET /docs` (API reference), `GET /` (web studio)', async () => {
  for (const path of ['/docs', '/']) {
    const page = await fetch(base + path);
    assert.equal(page.status, 200, path);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path);
  }
});
check('openapi.json lists every path', '`GET /openapi.json` (OpenAPI 3.1)', async () => {
  const { body } = want(await call(null, 'GET', '/openapi.json'), 200);
  assert.match(body.openapi, /^3\.1\./);
  assert.equal(body.info.version, '1.0.0', 'API description version 1.0.0');
  const listed = new Set(
    Object.entries(body.paths).flatMap(([p, item]) =>
      Object.keys(item).map((m) => `${m.toUpperCase()} ${p.replace(/\{[^}]+\}/g, '{}')}`),
    ),
  );
  const every =
    `POST /v1/images/virtual-try-on, POST /v1/images/generate, POST /v1/images/{}/edit, POST /v1/images/{}/inpaint, POST /v1/images/{}/upscale, POST /v1/images/{}/animate,
    POST /v1/videos/text-to-video, POST /v1/jobs, GET /v1/jobs, GET /v1/jobs/{}, POST /v1/jobs/{}/cancel, GET /v1/jobs/{}/events, GET /v1/models, GET /v1/account, GET /v1/credits/entries,
    POST /images/virtual-try-on, POST /images/generate, POST /images/{}/edit, POST /images/{}/inpaint, POST /images/{}/upscale, POST /images/{}/video, POST /text-to-video,
    GET /images/{}, DELETE /images/{}, POST /images/batch, POST /images, POST /assets/{}/images, GET /assets/{}/images, POST /images/{}/asset,
    POST /assets, GET /assets, PATCH /assets/{}, DELETE /assets/{}, POST /assets/analyze-preset`.split(/,\s*/);
  assert.deepEqual(
    every.filter((e) => !listed.has(e)),
    [],
    'operations missing from the document',
  );
});
const jsonOf = (content) => content?.content?.['application/json']?.schema;
/** A schema of the document without its references. */
function resolved(document, schema) {
  while (schema?.$ref)
    schema = schema.$ref
      .slice(2)
      .split('/')
      .reduce((node, part) => node[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return schema;
}
/** The schema of a request body, and the fields of which a body has exactly one: a sorted list for each `oneOf`. */
function request(document, path) {
  const schema = resolved(document, jsonOf(document.paths[path].post.requestBody));
  const choices = [schema, ...(schema.allOf ?? [])].filter((s) => s.oneOf).map((s) => s.oneOf);
  return { schema, choices, exactlyOne: choices.map((all) => all.flatMap((s) => s.required ?? []).sort()) };
}
check(
  'openapi.json says of which fields a body has exactly one',
  'exactly one person field and exactly one garment array',
  async () => {
    const { body } = await call(null, 'GET', '/openapi.json');
    const persons = ['person_image_id', 'person_image_url'];
    const garments = ['outfit_asset_ids', 'outfit_image_ids', 'outfit_image_urls'];
    assert.deepEqual(request(body, '/v1/images/virtual-try-on').exactlyOne, [persons, garments]);
    const masks = ['mask', 'mask_image_id', 'mask_url'];
    for (const path of ['/v1/images/{id}/inpaint', '/images/{id}/inpaint'])
      assert.deepEqual(request(body, path).exactlyOne, [masks], path);
  },
);
check(
  'openapi.json gives each operation of the envelope its own input',
  "input is the operation's own body",
  async () => {
    const { body } = await call(null, 'GET', '/openapi.json');
    const {
      choices: [envelopes],
    } = request(body, '/v1/jobs');
    const named = envelopes.map((s) => {
      const { properties } = resolved(body, s);
      assert.ok(
        resolved(body, properties.input)?.properties,
        `input of ${JSON.stringify(properties.operation)} has fields`,
      );
      return properties.operation.const ?? properties.operation.enum?.[0];
    });
    const operations = ['animate', 'edit', 'generate', 'inpaint', 'text_to_video', 'upscale', 'virtual_try_on'];
    assert.deepEqual(named.sort(), operations);
  },
);
check('openapi.json leaves the code of an error open', 'Codes can be extended', async () => {
  const { body } = await call(null, 'GET', '/openapi.json');
  const error = resolved(body, jsonOf(body.paths['/v1/jobs'].post.responses['400']));
  const { type, enum: closed, const: fixed, examples = [] } = resolved(body, error.properties.code);
  assert.deepEqual([type, closed, fixed], ['string', undefined, undefined]);
  for (const code of ['invalid_request', 'insufficient_credits', 'rate_limited'])
    assert.ok(examples.includes(code), `${code} is listed`);
});
check(
  'openapi.json requires no field that has a default',
  'Omitted settings mean v6, standard, one output',
  async () => {
    const { body } = await call(null, 'GET', '/openapi.json');
    for (const path of ['/v1/images/virtual-try-on', '/v1/images/generate', '/v1/images/{id}/edit']) {
      const { required = [], properties } = request(body, path).schema;
      for (const field of ['model', 'resolution', 'num_images']) {
        assert.ok(!required.includes(field), `${path}: ${field}`);
        assert.ok(!('default' in properties[field]), `${path}: generators of types make ${field} required`);
        assert.notEqual(resolved(body, properties[field]).default, undefined, `${path}: the default of ${field}`);
      }
    }
  },
);
check('openapi.json is sent again only where it differs', 'HTTP semantics: `ETag`, 304', async () => {
  const etag = want(await call(null, 'GET', '/openapi.json'), 200).headers.get('etag');
  assert.ok(etag, 'ETag');
  assert.equal(want(await call(null, 'GET', '/openapi.json', undefined, { 'if-none-match': etag }), 304).text, '');
});
check(
  'openapi.json says that versions stand newest first',
  '`versions` | newest first; documented in OpenAPI',
  async () => {
    const { body } = await call(null, 'GET', '/openapi.json');
    const record = resolved(body, jsonOf(body.paths['/images/{id}'].get.responses['200']));
    assert.match(record.properties.versions.description ?? '', /newest first/i);
  },
);
check('openapi.json describes the Job as the contract does', 'All Job fields are required in responses', async () => {
  const { body } = await call(null, 'GET', '/openapi.json');
  const schema = resolved(body, jsonOf(body.paths['/v1/jobs/{id}']?.get?.responses?.['200']));
  for (const field of ['id', 'status', 'task', 'created_at', 'result', 'error', 'credits_used'])
    assert.ok(schema?.required?.includes(field), `required names ${field}: ${JSON.stringify(schema)?.slice(0, 200)}`);
});
check('a server error never shows internals', '500 `internal_error`: nothing internal in the message', async () => {
  for (const res of [
    await ws.post(GENERATE, '{'),
    await ws.get('/v1/jobs/%00'),
    await ws.get('/images/%2e%2e%2f'),
    await ws.upload(png().subarray(0, 50)),
  ]) {
    assert.ok(res.status >= 400 && res.status < 500, show(res));
    assert.doesNotMatch(
      res.text,
      /node_modules|at \S+ \(|\.ts:\d+|\.js:\d+|SELECT |Error:/,
      'no stack, no file, no SQL',
    );
  }
});
