import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedPictureInspector } from '../src/engines/adapters/embedded/embedded.ts';
import type { EngineOutcome } from '../src/engines/port.ts';
import type { InspectPicture } from '../src/moderation/picture-rules.ts';
import { changingEngine, onePixel, scriptedEngine, seesNothing } from './support/engines.ts';
import { startTestService, type TestService } from './support/service.ts';

const inspector = embeddedPictureInspector({
  log: pino({ level: 'silent' }),
  threads: 1,
});
const engine = changingEngine();
let inspect: InspectPicture = inspector.inspectPicture;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ parts: { engine, inspectPicture: (...picture) => inspect(...picture) } });
});
afterAll(async () => {
  await service.stop();
  await inspector.close();
});

/** A rendered figure: a mannequin without clothes represents nudity here. */
async function figure(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await fs.readFile(new URL(`../../engine/test/mannequins/${name}.webp`, import.meta.url)));
}

async function tryOn(
  figureName: string,
  { by = scriptedEngine(async () => onePixel()), look = inspector.inspectPicture, sandbox = false, prompt = '' } = {},
) {
  engine.become(by);
  inspect = look;
  const workspace = await service.workspace({ sandbox });
  const { body } = await workspace.post('/v1/images/virtual-try-on', {
    person_image_id: await workspace.image(await figure(figureName)),
    outfit_image_ids: [await workspace.image()],
    prompt,
  });
  return { job: await workspace.final(body.jobs[0].id), runs: by.runs(), workspace };
}

test('a naked figure in the request stops the engine and ends its job, naming the field, and costs nothing', async () => {
  let isStopped = false;
  const by = scriptedEngine(async (_task, { signal }) => {
    await once(signal, 'abort');
    isStopped = true;
    throw signal.reason;
  });
  const { job, workspace } = await tryOn('mannequin-lena', { by });
  expect(job).toMatchObject({
    status: 'policy_blocked',
    error: { code: 'policy_blocked', message: expect.stringMatching(/^\/person_image_id: the image shows nudity/) },
    credits_used: 0,
  });
  expect(isStopped).toBe(true);
  expect((await workspace.get('/v1/account')).body.balance).toBe(1_000);
});

test('an output that was ready before its input was refused leaves no file', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-refused-'));
  const file = path.join(folder, 'made.tiff');
  const by = scriptedEngine(async () => {
    await fs.writeFile(file, 'pixels');
    return { kind: 'made', output: { kind: 'pixel_file', width: 1, height: 1, path: file }, warnings: [] };
  });
  const look: InspectPicture = async () => {
    while (by.runs() === 0 || (await fs.readdir(folder)).length === 0) await sleep(5);
    return { content: { porn: 0.99, hentai: 0, sexy: 0 }, person: null };
  };
  expect((await tryOn('swimwear-lena', { by, look })).job.status).toBe('policy_blocked');
  expect(await fs.readdir(folder)).toEqual([]);
  await fs.rmdir(folder);
});

test('swimwear passes, unless the words name people under age', async () => {
  expect((await tryOn('swimwear-lena')).job.status).toBe('completed');
  const { job } = await tryOn('swimwear-lena', { prompt: 'a girl in the garden' });
  expect(job).toMatchObject({ status: 'policy_blocked', error: { message: expect.stringMatching(/always refused/) } });
});

test('what came out is looked at too', async () => {
  const { data, info } = await sharp(await figure('mannequin-malik'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const made: EngineOutcome = {
    kind: 'made',
    output: { kind: 'pixels', width: info.width, height: info.height, rgb: data },
    warnings: [],
  };
  const { job, runs } = await tryOn('swimwear-malik', { by: scriptedEngine(async () => made) });
  expect(job).toMatchObject({
    status: 'policy_blocked',
    error: { message: expect.stringMatching(/^The result shows nudity/) },
    result: null,
    credits_used: 0,
  });
  expect(runs).toBe(1);
});

test('a sandbox looks at no picture', async () => {
  let looks = 0;
  const look: typeof seesNothing = (picture) => {
    looks += 1;
    return seesNothing(picture);
  };
  expect((await tryOn('mannequin-lena', { look, sandbox: true })).job.status).toBe('completed');
  expect(looks).toBe(0);
});
