import { randomUUID } from 'node:crypto';
import { ENDPOINT_LIST, type Endpoint, pathParameters } from '@atelier/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  smallMask,
  smallPicture,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../support/service.ts';
import { type Belongings, ID_PLACES } from './id-places.ts';

/** Operations of a workspace, by ID. */
const OPERATIONS = new Map(ENDPOINT_LIST.filter(({ auth }) => auth === 'workspace').map((each) => [each.id, each]));

/** One place of one operation that takes an ID. */
interface Place {
  readonly operation: Endpoint;
  /** `path`, `path 2`, or the pointer of the body. */
  readonly name: string;
  readonly fits: keyof Belongings;
  /** The request with an ID at the place, and the workspace's own everywhere else. */
  readonly request: (own: Belongings, id: string) => { readonly target: string; readonly body: object | undefined };
}

const PLACES: readonly Place[] = Object.entries(ID_PLACES).flatMap(([id, { path, path2, plain, body = {} }]) => {
  const operation = OPERATIONS.get(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  const [first = '', second = ''] = pathParameters(operation.path);
  const target = (ids: readonly string[]) =>
    operation.path.replace(`{${first}}`, ids[0] ?? '').replace(`{${second}}`, ids[1] ?? '');
  const inPath = (own: Belongings) => [path ? own[path] : '', path2 ? own[path2] : ''];
  const place = (name: string, fits: keyof Belongings, request: Place['request']): Place => ({
    operation,
    name,
    fits,
    request,
  });
  return [
    ...(path
      ? [place('path', path, (own, tried) => ({ target: target([tried, inPath(own)[1] ?? '']), body: plain?.(own) }))]
      : []),
    ...(path2
      ? [
          place('path 2', path2, (own, tried) => ({
            target: target([inPath(own)[0] ?? '', tried]),
            body: plain?.(own),
          })),
        ]
      : []),
    ...Object.entries(body).map(([pointer, [bodyWith, fits]]) =>
      place(pointer, fits, (own, tried) => ({ target: target(inPath(own)), body: bodyWith(own, tried) })),
    ),
  ];
});

let service: TestService;
let database: Awaited<ReturnType<TestService['database']['connect']>>;
let victim: TestWorkspace;
let intruder: TestWorkspace;
let theirs: Belongings;
let own: Belongings;
beforeAll(async () => {
  service = await startTestService({ environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32' } });
  victim = await service.workspace({ credits: 100_000 });
  intruder = await service.workspace({ credits: 100_000 });
  theirs = await furnish(victim);
  own = await furnish(intruder);
  database = await service.database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

/** Gives a workspace one of everything. */
async function furnish(workspace: TestWorkspace): Promise<Belongings> {
  const image = await workspace.image();
  const otherImage = await workspace.image(await smallMask());
  const made = await workspace.post(`/v1/images/${image}/upscale`, {});
  const job = await workspace.final(made.body.jobs[0].id);
  const edited = await workspace.post(`/images/${image}/edit`, { prompt: 'navy' });
  const [version] = edited.body.versions;
  await workspace.final(version.source_image_id);
  const asset = async (type: string) => {
    const { body } = await workspace.post('/assets', { type, alias: `a ${type}` });
    const linked = await workspace.post(`/images/${otherImage}/asset`, { asset_id: body.id });
    expect(linked.status).toBe(200);
    const form = new FormData();
    form.set('catalogue_source', 'https://shop.example/known.png');
    form.set('file', new Blob([await smallPicture()]), 'small.png');
    expect((await workspace.post(`/assets/${body.id}/images`, form)).status).toBe(201);
    return body.id;
  };
  const [outfit, avatar, scene] = [await asset('outfit'), await asset('model'), await asset('preset')];
  const recipe = { name: 'a look', operation: 'virtual_try_on', avatar_ids: [avatar] };
  const look = await workspace.post('/v1/looks', recipe);
  const shoot = await workspace.post('/v1/shoots', { look_id: look.body.id, product_ids: [outfit] });
  const item = await finishedItem(workspace, shoot.body.id);
  const hook = await workspace.post('/v1/webhooks', { url: 'http://127.0.0.1:9999/hook' });
  const delivery = await workspace.post(`/v1/webhooks/${hook.body.webhook.id}/test`);
  const collection = await workspace.post('/v1/collections', { name: 'a collection' });
  await workspace.post(`/v1/collections/${collection.body.id}/images`, { add: [image, otherImage] });
  const link = await workspace.post(`/v1/collections/${collection.body.id}/review-links`, {
    name: 'a link',
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return {
    image,
    otherImage,
    result: job.result.id,
    job: job.id,
    version: version.id,
    versionJob: version.source_image_id,
    ...{ outfit, avatar, scene, look: look.body.id, shoot: shoot.body.id, item },
    webhook: hook.body.webhook.id,
    delivery: delivery.body.id,
    collection: collection.body.id,
    exportFormat: (await workspace.post('/v1/export-formats', { name: 'own' })).body.id,
    reviewLink: link.body.review_link.id,
    key: (await workspace.post('/v1/keys', { name: 'a key' })).body.key.id,
  };
}

/** Waits until a shoot of one item has ended, and returns the ID of the item. */
async function finishedItem(workspace: TestWorkspace, shoot: string): Promise<string> {
  while ((await workspace.get(`/v1/shoots/${shoot}`)).body.status !== 'completed')
    await new Promise((resolve) => setTimeout(resolve, 20));
  return (await workspace.get(`/v1/shoots/${shoot}/items`)).body.items[0].id;
}

async function send({ operation, request }: Place, id: string): Promise<Answer> {
  const { target, body } = request(own, id);
  if (!operation.form) return service.call(intruder.key, operation.method, target, body);
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  return service.call(intruder.key, operation.method, target, form);
}

/** The content of an answer without the tried ID and without parts that differ between any two answers. */
function said({ status, headers, text }: Answer, id: string): unknown {
  const named = [...headers.keys()].filter((name) => !['date', 'x-request-id', 'content-length'].includes(name)).sort();
  return { status, named, text: text.replaceAll(id, 'THE ID').replaceAll(/"request_id":"[0-9a-f-]{36}"/g, '') };
}

/** Everything the victim has, as it sees it. */
async function seenByVictim(): Promise<readonly string[]> {
  const targets = [
    '/v1/account',
    '/v1/keys',
    '/v1/jobs?limit=100',
    '/v1/credits/entries?limit=100',
    '/v1/images?limit=100',
    '/v1/collections',
    '/v1/export-formats',
    `/v1/collections/${theirs.collection}/review-links`,
    '/v1/webhooks',
    '/v1/looks',
    '/v1/shoots',
    `/v1/shoots/${theirs.shoot}/items`,
    ...['outfit', 'model', 'preset'].map((type) => `/assets?type=${type}`),
    ...[theirs.image, theirs.otherImage, theirs.job, theirs.versionJob].map((id) => `/images/${id}`),
    ...[theirs.outfit, theirs.avatar].map((id) => `/assets/${id}/images`),
  ];
  // The reading itself shows in the last use of its key.
  const seen = async (target: string) => (await victim.get(target)).text.replaceAll(/"last_used_at":"[^"]*"/g, '');
  return Promise.all(targets.map(seen));
}

/** Tables that record the victim's own reads. */
const TELLTALES = ['api_keys', 'rate_windows'];

/** Tables whose rows say whose they are. */
async function ownedTables(): Promise<readonly string[]> {
  const { rows } = await database.query<{ table_name: string }>(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id' order by 1",
  );
  return rows.map(({ table_name }) => table_name).filter((table) => !TELLTALES.includes(table));
}

/** Every row of these tables that says it is the victim's, as one text. */
async function rowsOfVictim(tables: readonly string[]): Promise<string> {
  const each = tables.map(
    (table) =>
      `(select '${table}: ' || coalesce(string_agg(to_jsonb(t)::text, ' ' order by t::text), '') from ${table} t where workspace_id = $1)`,
  );
  const { rows } = await database.query<{ text: string }>(`select concat_ws(e'\\n', ${each.join(', ')}) as text`, [
    victim.id,
  ]);
  return rows[0]?.text ?? '';
}

test('every place that takes an ID is in the table', () => {
  const named = new Set(PLACES.map(({ operation, name }) => `${operation.id} ${name}`));
  const missing = [...OPERATIONS.values()].flatMap((operation) => {
    const inPath = pathParameters(operation.path).map((_, index) => (index === 0 ? 'path' : 'path 2'));
    return [...inPath, ...pointersOfIds(operation.body)]
      .map((place) => `${operation.id} ${place}`)
      .filter((place) => !named.has(place));
  });
  expect(missing).toEqual([]);
});

/** Pointers of all UUIDs a schema knows. */
function pointersOfIds(schema: unknown, pointer = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const part = (name: string): unknown => Reflect.get(schema, name);
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => Object.values(part(name) ?? {}));
  return [
    ...(part('format') === 'uuid' ? [pointer] : []),
    ...Object.entries(part('properties') ?? {}).flatMap(([name, field]) => pointersOfIds(field, `${pointer}/${name}`)),
    ...pointersOfIds(part('items'), `${pointer}/*`),
    ...variants.flatMap((variant) => pointersOfIds(variant, pointer)),
  ];
}

describe('an ID of another workspace is as one that never existed, and nothing of theirs changes', () => {
  let tables: readonly string[];
  let before: readonly [string, readonly string[]];
  beforeAll(async () => {
    tables = await ownedTables();
    expect(tables.length).toBeGreaterThan(5);
    before = [await rowsOfVictim(tables), await seenByVictim()];
    expect(before[0]).toContain(theirs.image);
  });

  test.each(PLACES.map((place) => [place.operation.id, place.name, place] as const))(
    '%s, %s',
    async (_id, _name, place) => {
      const never = randomUUID();
      const answer = said(await send(place, never), never);
      const isList = place.operation.id === 'readImages';
      expect(answer).toMatchObject({ status: isList ? 200 : 404 });
      for (const id of [...Object.values(theirs), victim.id]) expect(said(await send(place, id), id)).toEqual(answer);
      expect(await rowsOfVictim(tables)).toEqual(before[0]);
    },
  );

  test('the victim sees all it had, and no such request made a job', async () => {
    expect(await seenByVictim()).toEqual(before[1]);
    const { body } = await intruder.get('/v1/jobs?limit=100');
    expect(body.jobs).toHaveLength(3);
  });
});

// Last, because some of them delete their targets.
test.each(
  PLACES.toSorted(
    (a, b) => Number(a.operation.id.startsWith('delete')) - Number(b.operation.id.startsWith('delete')),
  ).map((place) => [place.operation.id, place.name, place] as const),
)("one's own ID is found there: %s, %s", async (_id, _name, place) => {
  const { status, text } = await send(place, own[place.fits]);
  expect(status, text).toBeLessThan(300);
});

test("lists begin after another's cursor as after any, and hold nothing of theirs", async () => {
  for (const target of ['/v1/jobs', '/v1/credits/entries', '/assets?paginated=true&type=outfit']) {
    const joint = target.includes('?') ? '&' : '?';
    const cursor = (await victim.get(`${target}${joint}limit=1`)).body.page_info.next_cursor;
    if (cursor === null) continue;
    const { status, text } = await intruder.get(`${target}${joint}limit=50&cursor=${cursor}`);
    expect(status).toBe(200);
    for (const id of Object.values(theirs)) expect(text).not.toContain(id);
  }
});

test("a workspace's key opens nothing of the admin interface, and the admin key nothing of a workspace", async () => {
  for (const { method, path, auth } of ENDPOINT_LIST.filter((each) => each.auth !== 'none')) {
    const target = path.replaceAll(/\{[a-z_]+\}/g, victim.id);
    const key = auth === 'admin' ? intruder.key : null;
    const answer = key ? await service.call(key, method, target) : await service.admin(method, target);
    expect([target, answer.status]).toEqual([target, 401]);
  }
});

test('the same Idempotency-Key means another request in another workspace', async () => {
  const headers = { 'idempotency-key': 'shared-by-chance' };
  const first = await victim.post(`/v1/images/${theirs.image}/upscale`, {}, headers);
  const image = await intruder.image();
  const second = await intruder.post(`/v1/images/${image}/upscale`, {}, headers);
  for (const answer of [first, second]) expect(answer.status, answer.text).toBe(202);
  expect(second.headers.get('idempotency-replayed')).toBeNull();
  expect(second.body.jobs[0].id).not.toBe(first.body.jobs[0].id);
});
