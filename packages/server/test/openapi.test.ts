import { ENDPOINT_LIST, ENDPOINTS, type OpenApiDocument } from '@atelier/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformanceTo } from './support/conformance.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
let document: OpenApiDocument;
beforeAll(async () => {
  service = await startTestService();
  document = (await service.call(null, 'GET', '/openapi.json')).body;
});
afterAll(() => service.stop());

test('the document is OpenAPI 3.1 and has every endpoint', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
  const described = Object.entries(document.paths).flatMap(([path, item]) => Object.keys(item).map((one) => `${one} ${path}`));
  expect(described.sort()).toEqual(ENDPOINT_LIST.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
});

test('the document names the version of the interface, and is sent again only where it differs', async () => {
  expect(document.info).toMatchObject({ version: '1.0.0' });
  const answer = await service.call(null, 'GET', '/openapi.json');
  const etag = answer.headers.get('etag') ?? '';
  expect(document.servers).toEqual([{ url: service.url }]);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await service.call(null, 'GET', '/openapi.json', undefined, { 'if-none-match': known });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  const other = await service.call(null, 'GET', '/openapi.json', undefined, { 'if-none-match': '"other"' });
  expect([other.status, other.text]).toEqual([200, answer.text]);
});

test('every endpoint stands in one group', () => {
  expect(ENDPOINT_LIST.map(({ id }) => id).sort()).toEqual(Object.keys(ENDPOINTS).sort());
});

test('every example is as its schema says', () => {
  const examples = [...examplesIn(document.paths, ['paths'])];
  expect(examples.length).toBeGreaterThan(300);
  const conformance = conformanceTo(document);
  const wrong = examples.map(({ pointer, value }) => [pointer.join(' '), conformance.faults(pointer, value)]);
  expect(wrong.filter(([, faults]) => faults !== '')).toEqual([]);
});

test('every object names its fields or says that it has any, so that generated clients can hold it', () => {
  const silent = (node: unknown, pointer: string): string[] => {
    if (!(node instanceof Object)) return [];
    const isSilent =
      'type' in node && node.type === 'object' && !Object.keys('properties' in node ? Object(node.properties) : {}).length;
    const says = 'additionalProperties' in node || 'patternProperties' in node;
    return [
      ...(isSilent && !says ? [pointer] : []),
      ...Object.entries(node).flatMap(([key, value]) => silent(value, `${pointer}/${key}`)),
    ];
  };
  expect(silent(document, '#')).toEqual([]);
});

const healthy = { status: 'ok', reasons: [] };

test.each([
  ['a status it does not have', { status: 418 }, 'no such status'],
  ['a field it does not have', { body: { ...healthy, mood: 'fine' } }, 'must NOT have additional properties'],
  ['a field of another type', { body: { ...healthy, status: 7 } }, 'must be string'],
  ['another media type', { headers: new Headers({ 'content-type': 'text/html', 'x-request-id': '1' }) }, 'not text/html'],
  ['a missing header', { headers: new Headers({ 'content-type': 'application/json' }) }, 'X-Request-Id is missing'],
])('an answer with %s is found out', (_, change, why) => {
  const answer = {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json', 'x-request-id': '1' }),
    text: '{}',
    body: healthy,
  };
  const { check } = conformanceTo(document);
  check('GET', '/healthz', answer);
  expect(() => check('GET', '/healthz', { ...answer, ...change })).toThrow(why);
});

/** Each example of a document, with the JSON pointer to the schema it stands beside. */
function* examplesIn(node: object, pointer: readonly string[]): Generator<{ pointer: readonly string[]; value: unknown }> {
  const schema = [...pointer, 'schema'];
  if ('schema' in node && 'example' in node) yield { pointer: schema, value: node.example };
  if ('schema' in node && 'examples' in node && node.examples instanceof Object)
    for (const { value } of Object.values(node.examples)) yield { pointer: schema, value };
  for (const [key, value] of Object.entries(node))
    if (value instanceof Object && !key.startsWith('example')) yield* examplesIn(value, [...pointer, key]);
}
