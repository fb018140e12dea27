import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ReplaceableParts } from '../../src/main.ts';
import { startTestService } from '../support/service.ts';
import { falDouble } from './fal.double.ts';
import { openGate } from './gate.ts';

const FAL = { adapter: 'fal', options: { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } } };
const ends: (() => Promise<unknown>)[] = [];
let picture: Buffer;
beforeAll(async () => {
  picture = await sharp({ create: { width: 24, height: 32, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The address of an engine that answers so. */
async function engineAt(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The ended job of an edit, by a service with the engine `far`, and its service. */
async function edited(far: object, models: readonly string[] = ['far'], parts: ReplaceableParts = {}) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-patience-'));
  ends.push(() => fs.rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'atelier.config.json');
  await fs.writeFile(file, JSON.stringify({ engines: { far }, models: { 'nano-banana': models } }));
  const keys = { FAL_KEY: 'patience-test-key', FASHN_API_KEY: 'patience-test-key' };
  const environment = { ATELIER_CONFIG: file, ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8', ...keys };
  const service = await startTestService({ environment, parts });
  ends.push(service.stop);
  const workspace = await service.workspace({ sandbox: false, credits: 1_000 });
  const target = `/v1/images/${await workspace.image()}/edit`;
  const { body } = await workspace.post(target, { model: 'nano-banana', prompt: 'make the coat red' });
  return { service, job: await workspace.final(body.jobs[0].id) };
}

test('an engine that asks to be left alone for longer than a job may take is told to stop in time', async () => {
  const double = await falDouble();
  ends.push(double.close);
  const gate = await openGate(double.url, {
    isLook: (_method, target) => target.endsWith('/status'),
    isCreation: (method) => method === 'POST',
    pages: {},
  });
  ends.push(gate.close);
  gate.setAsleep(true);
  const { job } = await edited({ ...FAL, base_url: gate.url, timeout_seconds: 1 });
  expect(job).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' }, credits_used: 0 });
  expect(double.canceled).toHaveLength(1);
});

test('an engine that asks for a pause of ages is left for the next one, and asked again within the hour', async () => {
  const base_url = await engineAt((_request, response) => {
    response.writeHead(429, { 'retry-after': '99999999999999' }).end();
  });
  const { job, service } = await edited({ ...FAL, base_url }, ['far', 'embedded']);
  expect(job).toMatchObject({ status: 'completed', task: 'edit.scripted' });
  const client = await service.database.connect();
  const { rows } = await client.query("select next_start_at < now() + interval '1 hour' as within from engine_states");
  await client.end();
  expect(rows).toEqual([{ within: true }]);
});

test('the time of a job does not count while it waits for its turn at the engine', async () => {
  const hourMs = 3_600_000;
  let laterMs = 0;
  const base_url = await engineAt((request, response) => {
    request.resume();
    const output = [`data:image/png;base64,${picture.toString('base64')}`];
    const look = laterMs > 0 ? { status: 'completed', output } : { status: 'in_queue', waited_seconds: hourMs / 1000 };
    if (request.method === 'GET') laterMs = hourMs;
    response.end(JSON.stringify({ id: 'run', ...(request.method === 'GET' && look) }));
  });
  const clock = { now: () => new Date(Date.now() + laterMs) };
  const { job } = await edited({ adapter: 'fashn', base_url, timeout_seconds: 600 }, ['far'], { clock });
  expect(job).toMatchObject({ status: 'completed', task: 'edit.far' });
});

test('a result that cannot be fetched for some seconds is not given up', async () => {
  let fetches = 0;
  const base_url = await engineAt((request, response) => {
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () =>
        response.end(JSON.stringify({ data: [{ url: `http://${request.headers.host}/result.png` }] })),
      );
    } else if (++fetches <= 4) response.writeHead(503).end();
    else response.end(picture);
  });
  const options = { operations: { edit: { model: 'editor' } } };
  const { job } = await edited({ adapter: 'openai-images', base_url: `${base_url}/v1`, options });
  expect(job).toMatchObject({ status: 'completed', task: 'edit.far' });
  expect(fetches).toBe(5);
});
