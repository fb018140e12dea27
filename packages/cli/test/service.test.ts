import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { send } from '@atelier/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { atelier, atelierProcess } from './atelier.ts';
import { createWorkspace } from './workspace.ts';

const { url, data } = inject('service');
const connection = ['--url', url, '--data', data];

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cli-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** Runs a command against the service and reads its JSON. */
async function answer(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await atelier([...words, ...connection, '--json'], environment);
  if (code !== 0) throw new Error(`atelier ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

async function picture(name: string): Promise<string> {
  const file = path.join(folder, name);
  await sharp({ create: { width: 48, height: 64, channels: 3, background: '#c83c3c' } })
    .png()
    .toFile(file);
  return file;
}

test('the first start leaves both keys in files that only their owner reads, and the workspace they open', async () => {
  for (const name of ['api-key', 'admin-key']) {
    expect((await fs.stat(path.join(data, name))).mode & 0o777).toBe(0o600);
  }
  const { workspaces } = await answer(['workspaces', 'list']);
  expect(workspaces).toContainEqual(expect.objectContaining({ name: 'default', plan: 'pro', balance: 1000 }));
});

test('a second service on the same folder is refused, with the reason', async () => {
  const { code, err } = await atelierProcess(['serve', '--port', '0', '--data', data]);
  expect(code).toBe(1);
  expect(err).toMatch(/^atelier: .*data/m);
});

test('workspaces, credits and keys are made, changed and taken back', async () => {
  const { workspace, api_key } = await answer([
    'workspaces',
    'create',
    '--name',
    'shop',
    '--plan',
    'free',
    '--credits',
    '10',
  ]);
  expect(workspace).toMatchObject({ name: 'shop', plan: 'free', balance: 10 });
  expect(await answer(['workspaces', 'change', workspace.id, '--plan', 'enterprise'])).toMatchObject({
    plan: 'enterprise',
  });
  expect(await answer(['credits', 'grant', workspace.id, '--amount', '5.5'])).toMatchObject({
    kind: 'grant',
    balance_after: 15.5,
  });
  expect(await answer(['credits', 'grant', workspace.id, '--amount=-0.5'])).toMatchObject({
    kind: 'adjustment',
    balance_after: 15,
  });

  const { key_id } = await answer(['keys', 'create', workspace.id, '--name', 'till 3']);
  await answer(['keys', 'revoke', key_id]);
  const { keys } = await answer(['keys', 'list', workspace.id]);
  expect(keys).toContainEqual(expect.objectContaining({ key_id, name: 'till 3', revoked_at: expect.any(String) }));
  expect(await answer(['jobs', 'list'], { ATELIER_API_KEY: api_key })).toMatchObject({ jobs: [] });
});

test('a picture is uploaded, a try-on submitted and its job read', async () => {
  const { apiKey } = await createWorkspace();
  const environment = { ATELIER_API_KEY: apiKey };
  const [person, garment, out] = [
    await picture('person.png'),
    await picture('garment.png'),
    path.join(folder, 'new', 'out.png'),
  ];
  expect((await answer(['upload', person, garment], environment)).images).toHaveLength(2);

  const { jobs } = await answer(['try-on', '--person', person, '--garment', garment, '--out', out], environment);
  expect(jobs).toEqual([expect.objectContaining({ status: 'completed', file: out })]);
  const [made] = jobs;
  expect((await sharp(out).metadata()).width).toBe(made.result.width);
  expect(await answer(['jobs', 'watch', made.id], environment)).toMatchObject({ id: made.id, status: 'completed' });
  const inWords = await atelier(['jobs', 'show', made.id, ...connection], environment);
  expect(inWords.out).toMatch(/^job {7}.*\ntask {6}virtual_try_on.sandbox\nstatus {4}completed/);
});

test('what the service refuses ends with 1 and shows its code', async () => {
  const unknown = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
  const { code, err } = await atelier(['jobs', 'show', unknown, ...connection]);
  expect(code).toBe(1);
  expect(err).toMatch(/^atelier: 404 not_found: /m);
});

test('a service that is not there ends with 1 and names the address', async () => {
  const { code, err } = await atelier(['jobs', 'list', '--url', 'http://127.0.0.1:9', '--data', data]);
  expect(code).toBe(1);
  expect(err).toContain('the service at http://127.0.0.1:9 could not be reached');
  expect(err).toContain('`atelier serve` starts a service');
});

test('a collection is exported to a ZIP, and never over an existing file unless asked', async () => {
  const { environment } = await createWorkspace();
  const { images } = await answer(['upload', await picture('exported.png')], environment);
  const options = { baseUrl: url, apiKey: environment.ATELIER_API_KEY ?? '' };
  const make = (target: string, body: object) =>
    send<{ id: string }>(options, { method: 'POST', path: target, body, repeatable: false });
  const { id } = await make('/v1/collections', { name: 'Autumn' });
  await make(`/v1/collections/${id}/images`, { add: [images[0].id] });
  const out = path.join(folder, 'autumn.zip');
  const words = ['export', '--collection', 'Autumn', '--format', 'instagram-square', '--out', out];
  expect(await answer(words, environment)).toMatchObject({ file: out, collection_id: id });
  expect((await fs.readFile(out)).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  const again = await atelier([...words, ...connection], environment);
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining('exists already') });
  const unknown = await atelier(['export', '--collection', 'Spring', ...connection], environment);
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('use one of: Autumn') });
});
