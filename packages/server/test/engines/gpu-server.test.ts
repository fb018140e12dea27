import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../../src/config/settings.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { engineProbe } from '../../src/engine-probe/probe.ts';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import type { HostedEngine, OutfitPiece, RemoteReceipt } from '../../src/engines/port.ts';
import { gpuDouble } from './gpu/double.ts';
import { GPU_FOLDER, GPU_KEY, type GpuServer, noPython, startGpuServer } from './gpu/server.ts';
import { picturesIn } from './seen-pictures.ts';
import { engineTask, gathered } from './tasks.ts';

const never = new AbortController().signal;
const stops: (() => Promise<void>)[] = [];
let photo: Uint8Array;
beforeAll(async () => {
  photo = await sharp({ create: { width: 48, height: 64, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function started(environment: Readonly<Record<string, string>> = {}): Promise<GpuServer> {
  const server = await startGpuServer(environment);
  stops.push(server.stop);
  return server;
}

/** Our adapter with the server behind it. */
function adapterTo({ url }: Pick<GpuServer, 'url'>, key = GPU_KEY): HostedEngine {
  return ADAPTERS.fashn.create({
    name: 'gpu',
    baseUrl: url,
    options: { operations: { virtual_try_on: { model: 'fashn-vton-1.5' } } },
    key: () => key,
    webhookUrl: null,
    timeoutMs: 60_000,
  });
}

/** A try-on of these garments; the stub follows the script for its seed. */
function tryOn(seed: number, ...categories: OutfitPiece['category'][]) {
  const outfit = categories.map((category, index) => ({ category, photo: new Uint8Array([...photo, index]) }));
  const pictures = [{ ...gathered('person'), bytes: photo }];
  return engineTask('virtual_try_on', pictures, { seed }, { outfit });
}

async function receiptOf(engine: HostedEngine, task: ReturnType<typeof tryOn>): Promise<RemoteReceipt> {
  const begun = await engine.start(task, never);
  if (begun.kind !== 'started') throw new Error(JSON.stringify(begun));
  return begun.receipt;
}

function ending(engine: HostedEngine, receipt: RemoteReceipt) {
  return expect.poll(() => engine.read(receipt, tryOn(1), never));
}

/** Milliseconds for which work has waited for the card. */
async function waited(engine: HostedEngine, receipt: RemoteReceipt): Promise<number> {
  const seen = await engine.read(receipt, tryOn(1), never);
  if (seen.kind !== 'working') throw new Error(JSON.stringify(seen));
  return seen.waitedMs;
}

async function asked(server: GpuServer, route: string, body?: unknown, key = GPU_KEY) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(server.url + route, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: text }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** A server, and the environment of a service whose configuration file is that of `deploy/gpu` with its address. */
async function configured(environment: Readonly<Record<string, string>> = {}) {
  const server = await started(environment);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-gpu-config-'));
  stops.push(() => fs.rm(folder, { recursive: true }));
  const file = path.join(folder, 'atelier.config.json');
  const example = await fs.readFile(path.join(GPU_FOLDER, 'atelier.config.json'), 'utf8');
  await fs.writeFile(file, example.replace('http://gpu:8189', server.url));
  return { server, environment: { ATELIER_CONFIG: file, ATELIER_DATA: folder, GPU_KEY } };
}

const probeOf = async (environment: Readonly<Record<string, string>>) =>
  engineProbe(await loadSettings(environment), 'gpu');

async function engineFinding(environment: Readonly<Record<string, string>>) {
  return (await diagnose(environment)).find(({ check }) => check === 'engine gpu');
}

const runs = async (server: GpuServer) => (await server.notes()).filter(([word]) => word === 'begin');

describe.skipIf(noPython)(`the server of deploy/gpu (${noPython ?? 'with python3'})`, () => {
  test('puts garments on one after the other, in their order, each by its category, as one job', async () => {
    const server = await started();
    const engine = adapterTo(server);
    const receipt = await receiptOf(engine, tryOn(7, 'trousers', 'dress', 'top'));
    await ending(engine, receipt).toMatchObject({ kind: 'made', output: { kind: 'delivered' } });
    expect((await runs(server)).map((words) => words.slice(0, 5))).toEqual(
      ['bottoms', 'one-pieces', 'tops'].map((category) => ['begin', 7, category, 'flat-lay', 30]),
    );
  });

  test('gets pictures no larger than the model sees them', async () => {
    const double = await gpuDouble();
    stops.push(double.close);
    const large = new Uint8Array(await sharp(photo).resize(1200, 1600).png().toBuffer());
    const outfit = (['top', 'trousers'] as const).map((category) => ({ category, photo: large }));
    const pictures = [{ ...gathered('person'), bytes: large }];
    await receiptOf(adapterTo(double), engineTask('virtual_try_on', pictures, {}, { outfit }));
    const sizes = (await picturesIn(double.seen)).map(async (bytes) => {
      const { width, height } = await sharp(bytes).metadata();
      return [width, height];
    });
    expect(await Promise.all(sizes)).toEqual([1, 2, 3].map(() => [648, 864]));
  });

  test('gives the card to one job at a time', async () => {
    const server = await started();
    const engine = adapterTo(server);
    await server.script(1, 'wait first');
    const [first, second] = [await receiptOf(engine, tryOn(1, 'top')), await receiptOf(engine, tryOn(2, 'top'))];
    await expect.poll(() => runs(server)).toHaveLength(1);
    expect(await waited(engine, first)).toBe(await waited(engine, first));
    const once = await waited(engine, second);
    await expect.poll(() => waited(engine, second)).toBeGreaterThan(once);
    await server.release('first');
    for (const receipt of [first, second]) await ending(engine, receipt).toMatchObject({ kind: 'made' });
    const notes = (await server.notes()).map(([word, seed]) => `${word} ${seed}`);
    expect(notes).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
  });

  test('refuses a job that finds the queue full, with the time to ask again', async () => {
    const server = await started({ GPU_QUEUE: '1' });
    const engine = adapterTo(server);
    await server.script(1, 'wait first');
    await receiptOf(engine, tryOn(1, 'top'));
    await expect.poll(() => runs(server)).toHaveLength(1);
    await receiptOf(engine, tryOn(2, 'top'));
    expect(await engine.start(tryOn(3, 'top'), never)).toMatchObject({
      kind: 'refused',
      reason: 'busy',
      retryAfterMs: 5_000,
      message: expect.stringContaining('The queue before the card is full'),
    });
    await server.release('first');
  });

  test('says that the card is out of memory, frees it, and goes on with the next job', async () => {
    const server = await started();
    const engine = adapterTo(server);
    await server.script(1, 'memory');
    await ending(engine, await receiptOf(engine, tryOn(1, 'top'))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('The card is out of memory'),
    });
    await ending(engine, await receiptOf(engine, tryOn(2, 'top'))).toMatchObject({ kind: 'made' });
    expect((await server.notes()).map(([word]) => word)).toEqual(['begin', 'free', 'begin', 'end']);
  });

  test('a card that breaks takes no more work, and its process ends after it has said so', async () => {
    const server = await started({ GPU_LAST_ANSWERS_SECONDS: '2' });
    const engine = adapterTo(server);
    await server.script(1, 'wait both', 'card');
    const receipts = [await receiptOf(engine, tryOn(1, 'trousers', 'top')), await receiptOf(engine, tryOn(2, 'top'))];
    await server.release('both');
    const sentence = expect.stringMatching(/The card broke.* an illegal memory access/);
    for (const receipt of receipts)
      await ending(engine, receipt).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('illegal') });
    expect(await engine.trouble?.()).toEqual(sentence);
    const again = await engine.start(tryOn(3, 'top'), never);
    expect(again).toMatchObject({ kind: 'refused', reason: 'broken', message: sentence });
    expect(await server.ended).toEqual([1, null]);
  });

  test('a card that hangs fails its job and those that wait, and ends its process', async () => {
    const server = await started({ GPU_JOB_SECONDS: '1', GPU_LAST_ANSWERS_SECONDS: '2' });
    const engine = adapterTo(server);
    await server.script(1, 'wait for ever');
    const receipts = [await receiptOf(engine, tryOn(1, 'top')), await receiptOf(engine, tryOn(2, 'top'))];
    const sentence = expect.stringContaining('The card has worked on one job for 1 seconds: this process ends.');
    for (const receipt of receipts)
      await ending(engine, receipt).toMatchObject({ kind: 'unavailable', message: sentence });
    expect(await engine.trouble?.()).toEqual(sentence);
    expect((await asked(server, '/metrics')).text).toContain('{status="failed"} 2');
    expect(await server.ended).toEqual([1, null]);
  });

  test('a process that dies in the middle loses its jobs, and says so after its restart', async () => {
    const server = await started();
    const engine = adapterTo(server);
    await server.script(1, 'wait receipt', 'die');
    const receipt = await receiptOf(engine, tryOn(1, 'trousers', 'top'));
    await server.release('receipt');
    await server.ended;
    expect(await engine.read(receipt, tryOn(1), never)).toMatchObject({ kind: 'unreadable' });
    const again = await started({ GPU_PORT: new URL(server.url).port });
    expect(await engine.read(receipt, tryOn(1), never)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('the server was restarted'),
    });
    await ending(engine, await receiptOf(engine, tryOn(2, 'top'))).toMatchObject({ kind: 'made' });
    expect(again.said).toBe('ready');
  });

  test('a canceled job leaves the queue, or is not gone on with after the garment that is being put on', async () => {
    const server = await started({ GPU_QUEUE: '1' });
    const engine = adapterTo(server);
    await server.script(1, 'wait first');
    const first = await receiptOf(engine, tryOn(1, 'trousers', 'top'));
    await expect.poll(() => runs(server)).toHaveLength(1);
    await engine.cancel?.(await receiptOf(engine, tryOn(2, 'top')));
    // The queue has one place, which is free again.
    await engine.cancel?.(await receiptOf(engine, tryOn(3, 'top')));
    await engine.cancel?.(first);
    await server.release('first');
    await expect.poll(async () => (await asked(server, '/metrics')).text).toContain('{status="canceled"} 3');
    expect(await runs(server)).toHaveLength(1);
  });

  test('takes no other key, and answers health and metrics without one', async () => {
    const server = await started();
    expect(await adapterTo(server, 'wrong').start(tryOn(1, 'top'), never)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining("The key is not the server's"),
    });
    expect(await asked(server, '/health', undefined, '')).toMatchObject({ status: 200 });
    const { text } = await asked(server, '/metrics', undefined, '');
    expect(text).toMatch(/^atelier_gpu_ready 1$/m);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# TYPE \w+ (gauge|counter)|\w+(\{.*\})? [\d.]+)$/);
  });

  test('keeps a result no longer than it says, looked at or not', async () => {
    const server = await started({ GPU_KEPT_SECONDS: '0' });
    const engine = adapterTo(server);
    const receipt = await receiptOf(engine, tryOn(1, 'top'));
    await expect.poll(async () => (await asked(server, '/metrics')).text).toMatch(/^atelier_gpu_kept 0$/m);
    await ending(engine, receipt).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('too old') });
  });

  test('answers what it cannot use with one sentence, and gives the card none of it', async () => {
    const server = await started();
    const picture = `data:image/png;base64,${Buffer.from(photo).toString('base64')}`;
    const garment = { garment_image: picture, category: 'tops' };
    const run = (inputs: unknown, model_name = 'fashn-vton-1.5') => ({ model_name, inputs });
    const person = { model_image: picture };
    for (const [body, error] of [
      ['no JSON', 'BadRequest'],
      [run({ ...person, garments: [garment] }, 'tryon-v1.6'), 'BadRequest'],
      [run(null), 'BadRequest'],
      [run({ ...person, garments: [] }), 'InputValidationError'],
      [run({ ...person, garments: Array(5).fill(garment) }), 'InputValidationError'],
      [run({ ...person, garments: [{ ...garment, category: 'auto' }] }), 'InputValidationError'],
      [run({ ...person, garments: [{ ...garment, garment_photo_type: 'model' }] }), 'InputValidationError'],
      [run({ ...person, ...garment, mode: 'best' }), 'InputValidationError'],
      [run({ ...person, ...garment, seed: -1 }), 'InputValidationError'],
      [run({ ...garment, model_image: 'https://example.com/person.jpg' }), 'ImageLoadError'],
      [run({ ...garment, model_image: 'data:image/png;base64,%%%' }), 'ImageLoadError'],
      [run({ ...person, ...garment, garment_image: 'data:image/png;base64,bm8=' }), 'ImageLoadError'],
    ] as const) {
      const { status, text } = await asked(server, '/v1/run', body);
      expect([status, JSON.parse(text)]).toEqual([400, { error, message: expect.stringMatching(/^[^\n]+[.…]$/) }]);
    }
    expect(await asked(server, '/v1/run', run({ ...person, ...garment }))).toMatchObject({ status: 200 });
    expect(await asked(server, '/v2/run', {})).toMatchObject({ status: 404 });
  });

  test.each([
    ['weights', 'Weights are missing in'],
    ['memory', 'The card is out of memory'],
    ['Failed to allocate memory for requested buffer of size 1', 'The card is out of memory'],
    ['No CUDA GPUs are available', 'There is no card'],
    ['Found no NVIDIA driver on your system. Please check', 'There is no NVIDIA driver'],
    ['The NVIDIA driver on your system is too old (found version 11040)', 'The NVIDIA driver is too old'],
    ['Torch not compiled with CUDA enabled', 'This PyTorch was built without CUDA'],
  ])('says why it takes no work, in its log, its health answer and its refusals (%s)', async (words, sentence) => {
    const server = await started({ STUB_LOAD: words });
    expect(server.said).toContain(sentence);
    const engine = adapterTo(server);
    expect(await engine.trouble?.()).toContain(sentence);
    expect(await engine.start(tryOn(1, 'top'), never)).toMatchObject({
      kind: 'refused',
      reason: 'broken',
      message: expect.stringContaining(sentence),
    });
  });

  test('a model that cannot be loaded ends the process, so that it is loaded again', async () => {
    const server = await started({ STUB_LOAD: 'memory', GPU_LAST_ANSWERS_SECONDS: '0' });
    expect(await server.ended).toEqual([1, null]);
  });

  test('`engines test` gets a picture of it, and with a server that takes no work the sentence, as `doctor` does', async () => {
    const { environment, server } = await configured();
    expect(await (await probeOf(environment)).run(never)).toMatchObject({ made: true, width: 24, height: 32 });
    expect((await runs(server)).map((words) => words.slice(2, 4))).toEqual([['tops', 'flat-lay']]);
    expect(await engineFinding(environment)).toMatchObject({ state: 'ok' });

    const { environment: cardless } = await configured({ STUB_LOAD: 'No CUDA GPUs are available' });
    expect(await (await probeOf(cardless)).run(never)).toMatchObject({
      made: false,
      problem: 'unwell',
      said: expect.stringContaining('There is no card'),
    });
    expect(await engineFinding(cardless)).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('There is no card'),
    });
  });

  test.each([
    [{}, 'GPU_KEY has no value'],
    [{ GPU_KEY, GPU_QUEUE: '0' }, 'GPU_QUEUE is 0: it must be 1 or more'],
  ])('does not start with %j', async (environment, sentence) => {
    const env = { PATH: process.env.PATH, ...environment };
    const child = spawn('python3', ['-B', path.join(GPU_FOLDER, 'server.py')], { env });
    const said = once(child.stderr, 'data');
    expect([await once(child, 'exit'), String(await said)]).toEqual([[1, null], expect.stringContaining(sentence)]);
  });

  test('the image asks for the key before it fetches 2 GB', async () => {
    const dockerfile = await fs.readFile(path.join(GPU_FOLDER, 'Dockerfile'), 'utf8');
    const [program, ...words] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-gpu-image-'));
    stops.push(() => fs.rm(folder, { recursive: true }));
    await fs.writeFile(path.join(folder, 'python'), '#!/bin/sh\necho "$@"', { mode: 0o755 });
    const said = (key: object) => {
      const child = spawnSync(program, words, { env: { PATH: `${folder}:${process.env.PATH}`, ...key } });
      return [child.status === 0, String(child.stdout), String(child.stderr)];
    };
    expect(said({})).toEqual([false, '', expect.stringContaining('GPU_KEY: set the key that clients send')]);
    expect(said({ GPU_KEY })).toEqual([true, 'weights.py /weights\nserver.py\n', '']);
  });
});

describe.skipIf(noPython)(`the script that fetches the weights (${noPython ?? 'with python3'})`, () => {
  test('keeps a file of the right bytes, fetches it once, and keeps nothing of any other', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-weights-'));
    let fetches = 0;
    const source = http.createServer((_request, response) => {
      fetches += 1;
      response.end('weights');
    });
    await once(source.listen(0, '127.0.0.1'), 'listening');
    const address = source.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/model`;
    const fetchAs = async (sha256: string, name: string) => {
      const files = `(WeightFile(${JSON.stringify(name)}, ${JSON.stringify(url)}, 7, ${JSON.stringify(sha256)}),)`;
      const program = `from pathlib import Path; from weights import *; fetch(Path(${JSON.stringify(folder)}), ${files})`;
      const child = spawn('python3', ['-B', '-c', program], { cwd: GPU_FOLDER, stdio: 'ignore' });
      return (await once(child, 'exit'))[0];
    };
    const right = createHash('sha256').update('weights').digest('hex');
    expect([await fetchAs(right, 'dwpose/a'), await fetchAs(right, 'dwpose/a')]).toEqual([0, 0]);
    expect([await fetchAs('0'.repeat(64), 'b'), fetches]).toEqual([1, 2]);
    expect(await fs.readdir(folder, { recursive: true })).toEqual(['dwpose', path.join('dwpose', 'a')]);
    source.close();
    await fs.rm(folder, { recursive: true });
  });
});
