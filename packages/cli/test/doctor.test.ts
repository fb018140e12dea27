import fs from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Finding } from '@atelier/server/diagnosis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier } from './atelier.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

let sandbox: CommandWorkspace;
let folder: string;

beforeAll(async () => {
  sandbox = await createWorkspace();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-doctor-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** Its findings, by check. */
async function doctor(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const { code, out, err } = await atelier(['doctor', '--json', ...words], environment);
  if (out === '') throw new Error(err);
  const { well, findings }: { well: boolean; findings: Finding[] } = JSON.parse(out);
  return { code, well, found: Object.fromEntries(findings.map((finding) => [finding.check, finding])) };
}

test('of a machine and a service that are well every check is ok, and it ends with 0', async () => {
  const { port } = new URL(sandbox.url);
  const { code, well, found } = await doctor(['--port', port], sandbox.environment);
  expect({ code, well }).toEqual({ code: 0, well: true });
  expect(found).toMatchObject({
    node: { state: 'ok' },
    disk: { state: 'ok' },
    'data folder in use': { says: 'by a running service' },
    'admin-key': { state: 'ok' },
    port: { says: `a service listens on 127.0.0.1:${port}` },
    database: { says: expect.stringMatching(/^embedded, postgres \(PostgreSQL\) 1\d/) },
    videos: { state: 'ok' },
    service: { says: `${sandbox.url} can take work` },
    clock: { state: 'ok' },
    key: { says: expect.stringContaining('belongs to the workspace play') },
  });
});

test('a PostgreSQL that DATABASE_URL names is reached, and its version told', async () => {
  const url = `postgres://atelier@localhost/atelier?host=${encodeURIComponent(path.join(sandbox.data, 'postgres'))}`;
  const { found } = await doctor([], { ...sandbox.environment, DATABASE_URL: url });
  expect(found.database).toMatchObject({ state: 'ok', says: expect.stringMatching(/PostgreSQL 1\d/) });
});

test('what is wrong is said with how to mend it, and ends with 1', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const data = path.join(folder, 'data');
  await fs.mkdir(data);
  await fs.writeFile(path.join(data, 'admin-key'), 'secret', { mode: 0o644 });
  const config = path.join(folder, 'config.json');
  await fs.writeFile(config, JSON.stringify({ engines: { fal: { adapter: 'fal', options: { operations: {} } } } }));
  try {
    const { code, found } = await doctor(['--port', String(port), '--data', data], {
      ATELIER_URL: 'http://127.0.0.1:9',
      ATELIER_CONFIG: config,
      ATELIER_S3_BUCKET: 'pictures',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_REGION: 'eu-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/atelier',
    });
    expect(code).toBe(1);
    expect(found).toMatchObject({
      port: { state: 'wrong', says: expect.stringContaining('EADDRINUSE'), mend: expect.stringContaining('--port') },
      'admin-key': { state: 'wrong', mend: `chmod 600 ${path.join(data, 'admin-key')}` },
      database: { state: 'wrong', says: expect.stringContaining('127.0.0.1/atelier cannot be reached') },
      bucket: { state: 'wrong', says: expect.stringContaining('the bucket pictures cannot be used') },
      'engine fal': { state: 'wrong', says: 'FAL_KEY has no value' },
      service: { state: 'wrong', mend: expect.stringContaining('atelier serve') },
    });
  } finally {
    taken.close();
  }
});

test('settings that cannot be used, and a key that is not known, are named in words', async () => {
  const environment = { ...sandbox.environment, ATELIER_PROT: '1', ATELIER_API_KEY: 'atl_wrong' };
  const { code, out } = await atelier(['doctor'], environment);
  expect(code).toBe(1);
  expect(out).toMatch(/^wrong {2}settings +ATELIER_PROT is not a setting/m);
  expect(out).toMatch(/^wrong {2}key +401 unauthorized: .*\n +→ create another key/m);
  expect(out).toMatch(/\n2 of \d+ checks found something wrong\n$/);
});

test('a data folder that cannot be written is wrong', async () => {
  const { found } = await doctor(['--data', '/proc/atelier'], {});
  expect(found['data folder']).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('/proc cannot be written'),
  });
  expect(found.service).toMatchObject({ state: 'note' });
});
