import { createHook } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  ENDPOINT_LIST,
  ENDPOINTS,
  ERROR_CODES,
  needsImage,
  OPERATIONS,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from '@atelier/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ENCODINGS } from '../src/static-file.ts';
import { type Conformance, conformanceTo } from './support/conformance.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
let document: OpenApiDocument;
let conformance: Conformance;
beforeAll(async () => {
  service = await startTestService();
  document = (await service.call(null, 'GET', '/openapi.json')).body;
  conformance = conformanceTo(document);
});
afterAll(() => service.stop());

test('the document is OpenAPI 3.1 and has every endpoint', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((one) => `${one} ${path}`),
  );
  expect(described.sort()).toEqual(ENDPOINT_LIST.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
});

test('the document names the version of the interface, and is sent again only where it differs', async () => {
  expect(document.info).toMatchObject({ version: '1.0.0' });
  const answer = await service.call(null, 'GET', '/openapi.json');
  const etag = answer.headers.get('etag') ?? '';
  expect(document).toEqual(openApiDocument(service.url));
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await service.call(null, 'GET', '/openapi.json', undefined, { 'if-none-match': known });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  const other = await service.call(null, 'GET', '/openapi.json', undefined, { 'if-none-match': '"other"' });
  expect([other.status, other.text]).toEqual([200, answer.text]);
});

test('forty readers of the document who hang cost one document, and hold up nobody else', async () => {
  let compressions = 0;
  const counting = createHook({
    init(_, type) {
      if (type === 'ZLIB') compressions++;
    },
  }).enable();
  onTestFinished(() => void counting.disable());
  const workspace = await service.workspace();
  const { hostname, port } = new URL(service.url);
  const hang = async () => {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.write(`GET /openapi.json HTTP/1.1\r\nhost: readers.example\r\n\r\n`.repeat(20));
    await once(socket, 'readable');
  };
  await Promise.all(Array.from({ length: 40 }, hang));
  for (let poll = 0; poll < 20; poll++) expect((await workspace.get('/v1/account')).status).toBe(200);
  expect(compressions).toBe(ENCODINGS.length);
});

test('every endpoint stands in one group', () => {
  expect(ENDPOINT_LIST.map(({ id }) => id).sort()).toEqual(Object.keys(ENDPOINTS).sort());
});

test('every example is as its schema says', () => {
  const examples = [...examplesIn(document.paths, ['paths'])];
  expect(examples.length).toBeGreaterThan(300);
  const wrong = examples.map(({ pointer, value }) => [pointer.join(' '), conformance.faults(pointer, value)]);
  expect(wrong.filter(([, faults]) => faults !== '')).toEqual([]);
});

test('every object names its fields or says that it has any, so that generated clients can hold it', () => {
  const silent = (node: unknown, pointer: string): string[] => {
    if (!(node instanceof Object)) return [];
    const isSilent =
      'type' in node &&
      node.type === 'object' &&
      !Object.keys('properties' in node ? Object(node.properties) : {}).length;
    const says = 'additionalProperties' in node || 'patternProperties' in node;
    return [
      ...(isSilent && !says ? [pointer] : []),
      ...Object.entries(node).flatMap(([key, value]) => silent(value, `${pointer}/${key}`)),
    ];
  };
  expect(silent(document, '#')).toEqual([]);
});

const ID = randomUUID();
const PERSON = { person_image_id: ID };
const GARMENTS = { outfit_image_ids: [ID] };
const INPUTS = {
  virtual_try_on: { ...PERSON, ...GARMENTS },
  generate: { prompt: 'a red coat' },
  edit: { prompt: 'brighter' },
  inpaint: { mask_image_id: ID },
  upscale: {},
  animate: {},
  text_to_video: { prompt: 'a slow push-in' },
} as const satisfies Record<Operation, object>;

/** An envelope of an operation, with an image where it works on one. */
const envelope = (operation: Operation, input: object = INPUTS[operation], isOnImage = needsImage(operation)) => ({
  operation,
  ...(isOnImage ? { image_id: ID } : {}),
  input,
});

const RIGHT: readonly (readonly [path: string, body: object])[] = [
  ['/v1/images/virtual-try-on', INPUTS.virtual_try_on],
  ['/v1/images/virtual-try-on', { person_image_url: 'https://cdn.example/person.jpg', outfit_asset_ids: [ID] }],
  ['/v1/images/generate', INPUTS.generate],
  ['/v1/images/generate', { asset_ids: [ID] }],
  ['/v1/images/generate', { asset_ids: [], prompt: 'a coat', generate_mode: 'prompt' }],
  ['/v1/images/generate', { outfit_image_ids: [ID], generate_mode: 'products' }],
  ['/images/generate', { outfit_image_id: ID, generate_mode: 'products' }],
  ['/images/generate', { outfit_text: 'tucked in', generate_mode: 'prompt' }],
  ['/v1/images/{id}/inpaint', INPUTS.inpaint],
  ['/images/virtual-try-on', { ...PERSON, outfit_asset_id: ID }],
  ['/images/generate', { model_text: 'a tall person' }],
  ...OPERATIONS.map((operation) => ['/v1/jobs', envelope(operation)] as const),
];

const WRONG: readonly (readonly [path: string, what: string, body: object])[] = [
  ['/v1/images/virtual-try-on', 'no person', GARMENTS],
  [
    '/v1/images/virtual-try-on',
    'two persons',
    { ...PERSON, person_image_url: 'https://cdn.example/a.jpg', ...GARMENTS },
  ],
  ['/v1/images/virtual-try-on', 'no garment', PERSON],
  ['/v1/images/virtual-try-on', 'two arrays of garments', { ...PERSON, ...GARMENTS, outfit_asset_ids: [ID] }],
  ['/v1/images/generate', 'nothing to go by', { num_images: 1 }],
  ['/v1/images/generate', 'empty lists', { asset_ids: [], outfit_image_ids: [] }],
  ['/v1/images/generate', 'a prompt of spaces', { prompt: ' ' }],
  ['/v1/images/generate', 'the mode prompt without one', { generate_mode: 'prompt', asset_ids: [ID] }],
  ['/v1/images/generate', 'the mode products without one', { generate_mode: 'products', prompt: 'a coat' }],
  ['/images/generate', 'the mode prompt without words', { generate_mode: 'prompt', outfit_asset_id: ID }],
  ['/images/generate', 'the mode products without one', { generate_mode: 'products', prompt: 'a coat' }],
  ['/v1/images/{id}/inpaint', 'no mask', { prompt: 'blue' }],
  ['/v1/images/{id}/inpaint', 'two masks', { mask_image_id: ID, mask_url: 'https://cdn.example/mask.png' }],
  ['/images/virtual-try-on', 'no garment', PERSON],
  ['/images/virtual-try-on', 'a garment and an array', { ...PERSON, outfit_image_id: ID, ...GARMENTS }],
  ['/images/generate', 'nothing to go by', { resolution: 'high' }],
  ['/images/{id}/inpaint', 'two masks', { mask_image_id: ID, mask_url: 'https://cdn.example/mask.png' }],
  ['/v1/jobs', 'an unknown operation', { operation: 'paint', input: {} }],
  ['/v1/jobs', 'no input', { operation: 'upscale', image_id: ID }],
  ...OPERATIONS.flatMap((operation) => [
    [
      '/v1/jobs',
      `${operation} with an unknown field`,
      envelope(operation, { ...INPUTS[operation], colour: 'red' }),
    ] as const,
    [
      '/v1/jobs',
      `${operation} ${needsImage(operation) ? 'without an' : 'with an'} image`,
      envelope(operation, INPUTS[operation], !needsImage(operation)),
    ] as const,
  ]),
  ['/v1/jobs', 'an inpaint without a mask', envelope('inpaint', {})],
];

describe('the document and the service hold the same requests for wrong', () => {
  /** True where the document allows the body, and where the service reads it without an objection to its form. */
  async function verdicts(path: string, body: object): Promise<{ document: boolean; service: boolean }> {
    const pointer = ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    const { key } = await service.workspace();
    const answer = await service.call(key, 'POST', path.replace('{id}', ID), body);
    return { document: conformance.faults(pointer, body) === '', service: answer.status !== 400 };
  }

  test('right ones', async () => {
    for (const [path, body] of RIGHT)
      expect([path, body, await verdicts(path, body)]).toEqual([path, body, { document: true, service: true }]);
  });

  test.each(WRONG)('%s: %s', async (path, _, body) => {
    expect(await verdicts(path, body)).toEqual({ document: false, service: false });
  });
});

test('a field with a default is optional, also in types that generators make: its default stands in a schema with a name', () => {
  const beside = (node: unknown, pointer: string): string[] => {
    if (!(node instanceof Object)) return [];
    const fields = Object.entries('properties' in node ? Object(node.properties) : {});
    return [
      ...fields.filter(([, field]) => 'default' in Object(field)).map(([name]) => `${pointer}/${name}`),
      ...Object.entries(node).flatMap(([key, value]) => beside(value, `${pointer}/${key}`)),
    ];
  };
  const { schemas } = Object(document.components);
  expect(beside(schemas, '#/components/schemas')).toEqual([]);
  for (const input of ['VirtualTryOnInput', 'GenerateInput', 'EditInput']) {
    const { required = [], properties } = schemas[input];
    for (const field of ['model', 'resolution', 'num_images']) {
      expect(required).not.toContain(field);
      expect(schemas[properties[field].$ref.split('/').at(-1)].default).toBeDefined();
    }
  }
});

test('the code of an error is an open text, and the known codes are listed', () => {
  const pointer = ['components', 'schemas', 'Error'];
  const body = { code: 'a_code_of_a_later_version', message: 'It failed.', request_id: ID };
  expect(conformance.faults(pointer, body)).toBe('');
  expect(Object(document.components).schemas.Error.properties.code.examples).toEqual(ERROR_CODES);
});

const healthy = { status: 'ok', reasons: [] };

test.each([
  ['a status it does not have', { status: 418 }, 'no such status'],
  ['a field it does not have', { body: { ...healthy, mood: 'fine' } }, 'must NOT have additional properties'],
  ['a field of another type', { body: { ...healthy, status: 7 } }, 'must be string'],
  [
    'another media type',
    { headers: new Headers({ 'content-type': 'text/html', 'x-request-id': '1' }) },
    'not text/html',
  ],
  ['a missing header', { headers: new Headers({ 'content-type': 'application/json' }) }, 'X-Request-Id is missing'],
])('an answer with %s is found out', (_, change, why) => {
  const answer = {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json', 'x-request-id': '1' }),
    text: '{}',
    body: healthy,
  };
  const { check } = conformance;
  check('GET', '/healthz', answer);
  expect(() => check('GET', '/healthz', { ...answer, ...change })).toThrow(why);
});

/** Each example of a document, with the JSON pointer to the schema it stands beside. */
function* examplesIn(
  node: object,
  pointer: readonly string[],
): Generator<{ pointer: readonly string[]; value: unknown }> {
  const schema = [...pointer, 'schema'];
  if ('schema' in node && 'example' in node) yield { pointer: schema, value: node.example };
  if ('schema' in node && 'examples' in node && node.examples instanceof Object)
    for (const { value } of Object.values(node.examples)) yield { pointer: schema, value };
  for (const [key, value] of Object.entries(node))
    if (value instanceof Object && !key.startsWith('example')) yield* examplesIn(value, [...pointer, key]);
}
