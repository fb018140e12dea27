import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';
import { falDouble } from './fal.double.ts';
import { openGate } from './gate.ts';

test('an engine that asks to be left alone for longer than a job may take is told to stop in time', async () => {
  const double = await falDouble();
  const gate = await openGate(double.url, {
    isLook: (_method, target) => target.endsWith('/status'),
    isCreation: (method) => method === 'POST',
    pages: {},
  });
  gate.setAsleep(true);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-patience-'));
  const file = path.join(folder, 'atelier.config.json');
  const options = { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } };
  const fal = { adapter: 'fal', base_url: gate.url, options, timeout_seconds: 1 };
  await fs.writeFile(file, JSON.stringify({ engines: { fal }, models: { 'nano-banana': ['fal'] } }));
  const service = await startTestService({ environment: { ATELIER_CONFIG: file, FAL_KEY: 'patience-test-key' } });
  try {
    const workspace = await service.workspace({ sandbox: false, credits: 1_000 });
    const target = `/v1/images/${await workspace.image()}/edit`;
    const { body } = await workspace.post(target, { model: 'nano-banana', prompt: 'make the coat red' });
    const job = await workspace.final(body.jobs[0].id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' }, credits_used: 0 });
    expect(double.canceled).toHaveLength(1);
  } finally {
    await service.stop();
    await gate.close();
    await double.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});

test('an engine that asks for a pause of ages is left for the next one, and asked again within the hour', async () => {
  const server = http.createServer((_request, response) => {
    response.writeHead(429, { 'retry-after': '99999999999999' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-patience-'));
  const file = path.join(folder, 'atelier.config.json');
  const options = { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } };
  const fal = { adapter: 'fal', base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, options };
  await fs.writeFile(file, JSON.stringify({ engines: { fal }, models: { 'nano-banana': ['fal', 'embedded'] } }));
  const service = await startTestService({ environment: { ATELIER_CONFIG: file, FAL_KEY: 'patience-test-key' } });
  try {
    const workspace = await service.workspace({ sandbox: false, credits: 1_000 });
    const target = `/v1/images/${await workspace.image()}/edit`;
    const { body } = await workspace.post(target, { model: 'nano-banana', prompt: 'make the coat red' });
    expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'completed', task: 'edit.scripted' });
    const client = await service.database.connect();
    const { rows } = await client.query(
      "select next_start_at < now() + interval '1 hour' as within from engine_states",
    );
    await client.end();
    expect(rows).toEqual([{ within: true }]);
  } finally {
    await service.stop();
    server.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});

test('the time of a job does not count while it waits for its turn at the engine', async () => {
  const hourMs = 3_600_000;
  let laterMs = 0;
  const picture = await sharp({ create: { width: 24, height: 32, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer();
  const server = http.createServer((request, response) => {
    request.resume();
    const hasWaited = laterMs > 0;
    const output = [`data:image/png;base64,${picture.toString('base64')}`];
    const look = hasWaited ? { status: 'completed', output } : { status: 'in_queue', waited_seconds: hourMs / 1000 };
    if (request.method === 'GET') laterMs = hourMs;
    response.end(JSON.stringify({ id: 'run', ...(request.method === 'GET' && look) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-patience-'));
  const file = path.join(folder, 'atelier.config.json');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fashn = { adapter: 'fashn', base_url, timeout_seconds: 600 };
  await fs.writeFile(file, JSON.stringify({ engines: { fashn }, models: { 'nano-banana': ['fashn'] } }));
  const service = await startTestService({
    parts: { clock: { now: () => new Date(Date.now() + laterMs) } },
    environment: { ATELIER_CONFIG: file, FASHN_API_KEY: 'patience-test-key' },
  });
  try {
    const workspace = await service.workspace({ sandbox: false, credits: 1_000 });
    const target = `/v1/images/${await workspace.image()}/edit`;
    const { body } = await workspace.post(target, { model: 'nano-banana', prompt: 'make the coat red' });
    expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'completed', task: 'edit.fashn' });
  } finally {
    await service.stop();
    server.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});

test('a result that cannot be fetched for some seconds is not given up', async () => {
  const picture = await sharp({ create: { width: 24, height: 32, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer();
  let fetches = 0;
  const server = http.createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () =>
        response.end(JSON.stringify({ data: [{ url: `http://${request.headers.host}/result.png` }] })),
      );
    } else if (++fetches <= 4) response.writeHead(503).end();
    else response.end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-patience-'));
  const file = path.join(folder, 'atelier.config.json');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const far = { adapter: 'openai-images', base_url, options: { operations: { edit: { model: 'editor' } } } };
  await fs.writeFile(file, JSON.stringify({ engines: { far }, models: { 'nano-banana': ['far'] } }));
  const environment = { ATELIER_CONFIG: file, ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8' };
  const service = await startTestService({ environment });
  try {
    const workspace = await service.workspace({ sandbox: false, credits: 1_000 });
    const target = `/v1/images/${await workspace.image()}/edit`;
    const { body } = await workspace.post(target, { model: 'nano-banana', prompt: 'make the coat red' });
    expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'completed', task: 'edit.far' });
    expect(fetches).toBe(5);
  } finally {
    await service.stop();
    server.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});
