import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Atelier, send } from '@atelier/client';
import {
  type Account,
  type AssetPage,
  codeSamples,
  ENDPOINTS,
  type Endpoint,
  isFinal,
  type Model,
} from '@atelier/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_RULES } from '../src/operations/table.ts';
import { atelier, type ServingAtelier, serving } from './atelier.ts';
import { ROOT } from './docs/snippets.ts';

/** The examples of help texts, pages, the OpenAPI document and the models, run on the embedded engine. */

const SAMPLES = path.join(ROOT, 'packages/engine/samples');
const RUN_TIMEOUT_MS = 300_000;

let folder: string;
let service: ServingAtelier;
let client: Atelier;
let environment: Record<string, string>;
let ids: { readonly person: string; readonly shirt: string; readonly mask: string; readonly avatar: string };

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-examples-'));
  const data = path.join(folder, 'data');
  service = await serving(data);
  environment = { ATELIER_URL: service.announcement.url, ATELIER_DATA: data };
  const apiKey = (await fs.readFile(path.join(data, 'api-key'), 'utf8')).trim();
  const connection = { baseUrl: service.announcement.url, apiKey };
  // Command lines in the tests' process read their jobs without pauses: more often than the plan pro allows.
  const admin = {
    baseUrl: service.announcement.url,
    apiKey: (await fs.readFile(path.join(data, 'admin-key'), 'utf8')).trim(),
  };
  const { workspace_id: id } = await send<Account>(connection, {
    method: 'GET',
    path: '/v1/account',
    repeatable: true,
  });
  await send(admin, {
    method: 'PATCH',
    path: `/admin/workspaces/${id}`,
    body: { plan: 'enterprise' },
    repeatable: true,
  });
  client = new Atelier(connection);
  await writePictures();
  const { assets } = await send<AssetPage>(connection, {
    method: 'GET',
    path: '/assets?type=model&public_only=true&paginated=true',
    repeatable: true,
  });
  const upload = async (name: string) => (await client.upload(path.join(folder, name))).id;
  ids = {
    person: await upload('me.jpg'),
    shirt: await upload('shirt.png'),
    mask: await upload('mask.png'),
    avatar: assets[0]?.id ?? '',
  };
}, RUN_TIMEOUT_MS);
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await fs.rm(folder, { recursive: true });
});

/** The files that examples name, small enough for a quick run. */
async function writePictures(): Promise<void> {
  const small = (name: string) => sharp(path.join(SAMPLES, `${name}.webp`)).resize(480, 640, { fit: 'inside' });
  for (const name of ['me.jpg', 'photo.jpg', 'dressed.png'])
    await small('person-woman').toFile(path.join(folder, name));
  await small('garment-tshirt').toFile(path.join(folder, 'shirt.png'));
  await small('garment-trousers').toFile(path.join(folder, 'trousers.jpg'));
  const { width, height } = await sharp(path.join(folder, 'me.jpg')).metadata();
  const spot = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}"/><circle cx="60" cy="90" r="20" fill="white"/></svg>`;
  await sharp(Buffer.from(spot)).png().toFile(path.join(folder, 'mask.png'));
}

const wordsOf = (call: string) =>
  [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test.each(OPERATION_RULES.flatMap(({ examples }) => examples))(
  'atelier %s, as the help shows it, makes what it says',
  async (example) => {
    const words = wordsOf(example.replaceAll('AVATAR_ID', ids.avatar));
    const { code, out, err } = await atelier([...words, '--force'], environment, folder);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('prompt_partly_ignored') });
    expect(out).not.toBe('');
  },
  RUN_TIMEOUT_MS,
);

const SUBMISSIONS: readonly Endpoint[] = [
  ENDPOINTS.submitVirtualTryOn,
  ENDPOINTS.submitGenerate,
  ENDPOINTS.submitEdit,
  ENDPOINTS.submitInpaint,
  ENDPOINTS.submitUpscale,
  ENDPOINTS.submitAnimate,
  ENDPOINTS.submitTextToVideo,
  ENDPOINTS.submitJob,
  ENDPOINTS.tryOn,
  ENDPOINTS.generateImages,
];

test.each(SUBMISSIONS.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  'the example of %s %s in the OpenAPI document makes what it says',
  async (_method, route, endpoint) => {
    const [{ source = '' } = {}] = codeSamples(endpoint);
    const body = withRealIds(JSON.parse(/-d '(.*)'$/s.exec(source)?.[1] ?? ''));
    const answer = await send<{ jobs?: { id: string }[] } & { id: string }[]>(
      { baseUrl: service.announcement.url, apiKey: await key() },
      { method: 'POST', path: route.replace('{id}', ids.person), body, repeatable: false },
    );
    for (const { id } of answer.jobs ?? answer) await expectMade(id);
  },
  RUN_TIMEOUT_MS,
);

test(
  'the examples that models give are followed whole',
  async () => {
    const models: readonly Model[] = await client.models();
    const seen = new Set<string>();
    for (const { operation, examples } of models.flatMap(({ engines }) => engines))
      for (const prompt of examples) {
        if (seen.has(`${operation} ${prompt}`) || operation === 'animate' || operation === 'text_to_video') continue;
        seen.add(`${operation} ${prompt}`);
        const [job] = await client.submit({
          operation,
          ...requestOf(operation),
          input: { ...inputOf(operation), prompt },
        });
        await expectMade(job.id);
      }
    expect(seen.size).toBeGreaterThan(8);
  },
  RUN_TIMEOUT_MS,
);

async function key(): Promise<string> {
  return (await fs.readFile(path.join(folder, 'data/api-key'), 'utf8')).trim();
}

const requestOf = (operation: string) =>
  operation === 'edit' || operation === 'inpaint' ? { image_id: ids.person } : {};

function inputOf(operation: string): object {
  if (operation === 'virtual_try_on') return { person_image_id: ids.person, outfit_image_ids: [ids.shirt] };
  if (operation === 'generate') return { asset_ids: [ids.avatar] };
  return operation === 'inpaint' ? { mask_image_id: ids.mask } : {};
}

/** The body of an example, with a real ID wherever it names one. */
function withRealIds(body: unknown, field = ''): unknown {
  if (Array.isArray(body)) return body.map((item) => withRealIds(item, field));
  if (body instanceof Object)
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withRealIds(value, name)]));
  if (!/_ids?$/.test(field)) return body;
  if (field === 'asset_ids') return ids.avatar;
  return field === 'mask_image_id' ? ids.mask : field.startsWith('outfit') ? ids.shirt : ids.person;
}

/** Fails unless a job completes, and all its words were followed. */
async function expectMade(id: string): Promise<void> {
  const job = await client.waitFor(id, { deadlineMs: RUN_TIMEOUT_MS, intervalMs: 200 });
  expect(isFinal(job.status) && job).toMatchObject({ status: 'completed', error: null });
  expect(job.warnings).not.toContainEqual(expect.objectContaining({ code: 'prompt_partly_ignored' }));
}
