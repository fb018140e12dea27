import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSettings } from '../../src/config/settings.ts';
import type { ProbeProblem } from '../../src/engine-probe/advice.ts';
import { engineProbe, type Probe, ProbeSetupError } from '../../src/engine-probe/probe.ts';
import { comfyuiDouble } from './comfyui.double.ts';
import type { EngineDouble, EngineFault } from './double.ts';
import { falDouble } from './fal.double.ts';
import { imagesCall, openaiImagesDouble } from './openai-images.double.ts';

const KEY = 'sk-probe-0123456789abcdef';
const never = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-probe-test-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** A probe as the command line makes it: of a configuration file and an environment. */
async function probeOf(
  engine: object,
  environment: Record<string, string> = {},
  models: object = { 'nano-banana': ['subject'] },
): Promise<Probe> {
  const file = path.join(folder, 'atelier.config.json');
  await fs.writeFile(file, JSON.stringify({ engines: { subject: engine }, models }));
  return engineProbe(await loadSettings({ ATELIER_CONFIG: file, ...environment }), 'subject');
}

describe('a probe of an engine that answers at once', () => {
  let double: EngineDouble;
  beforeEach(async () => {
    double = await openaiImagesDouble();
  });
  afterEach(() => double.close());

  const images = (url: string) => ({
    adapter: 'openai-images',
    base_url: url,
    price: 0.05,
    options: { operations: { edit: { model: 'gpt-image-2' }, generate: { model: 'gpt-image-2' } } },
  });
  const probe = (url = `${double.url}/v1`) => probeOf(images(url), { OPENAI_API_KEY: KEY });

  test('brings the picture, and asked for it once', async () => {
    const ready = await probe();
    expect(ready).toMatchObject({ operation: 'edit', model: 'nano-banana', price: 0.05, adapter: 'openai-images' });
    const result = await ready.run(never);
    expect(result).toMatchObject({ made: true, width: 24, height: 32, mimeType: 'image/png' });
    expect(double.creations()).toBe(1);
    const [request] = double.seen;
    const [sent] = request ? (await imagesCall(request)).images : [];
    expect(await sharp(await sent?.bytes()).metadata()).toMatchObject({ format: 'jpeg', width: 576, height: 768 });
  });

  test.each<[EngineFault, ProbeProblem, RegExp]>([
    ['locked', 'wrong_key', /Compare OPENAI_API_KEY with the key in the engine's account/],
    ['unfunded', 'no_credit', /no money, credit or quota/],
    ['busy', 'quota', /Wait a minute.*requests_per_minute and concurrency of subject/],
    ['broken', 'unwell', /status page/],
    ['storm', 'unwell', /status page/],
    ['cut', 'broke_off', /may have made and charged.*not repeated/],
    ['blocked on the way in', 'policy_blocked', /safety settings/],
    ['rejected', 'input_rejected', /above all "input"/],
    ['garbage', 'unusable_output', /neither an image nor an MP4/],
    ['expired', 'result_unreachable', /ATELIER_ALLOW_PRIVATE_URLS/],
  ])('says what is wrong (%s) and what to do', async (fault, problem, advice) => {
    double.fail(fault);
    const result = await (await probe()).run(never);
    expect(result).toMatchObject({ made: false, problem, advice: expect.stringMatching(advice) });
    expect(JSON.stringify(result)).not.toContain(KEY);
    expect(double.creations()).toBeLessThanOrEqual(1);
  });

  test('says that nothing listens, and where', async () => {
    const ready = await probe();
    await double.close();
    const host = new URL(double.url).host;
    expect(await ready.run(never)).toMatchObject({
      made: false,
      problem: 'nothing_listens',
      advice: expect.stringContaining(host),
    });
  });

  test('says that a name is not known', async () => {
    const result = await (await probe('http://engine.invalid/v1')).run(never);
    expect(result).toMatchObject({ problem: 'unknown_host', advice: expect.stringContaining('engine.invalid') });
  });

  test('says that the server speaks no TLS', async () => {
    const result = await (await probe(`${double.url.replace('http:', 'https:')}/v1`)).run(never);
    expect(result).toMatchObject({ problem: 'certificate', advice: expect.stringContaining('http://') });
  });

  test('says that the model or the address is not there', async () => {
    const result = await (await probe(double.url)).run(never);
    expect(result).toMatchObject({
      problem: 'not_found',
      advice: expect.stringMatching(/model in the options, and base_url/),
    });
  });
});

describe('a probe of an engine that gives a receipt', () => {
  test('follows the work to its end', async () => {
    const double = await comfyuiDouble();
    const workflow = 'docs/examples/comfyui-edit.json';
    const edit = { workflow, inputs: { 'Picture.image': '$source', 'KSampler.seed': '$seed' } };
    const studio = { adapter: 'comfyui', base_url: double.url, options: { operations: { edit } } };
    double.fail('slow');
    const ready = await probeOf(studio, {}, {});
    expect(ready).toMatchObject({ model: null, operation: 'edit' });
    expect(await ready.run(never)).toMatchObject({ made: true });
    await double.close();
  });

  test('stops the work when it is not done in time, or when it is interrupted', async () => {
    const double = await falDouble();
    const operations = { edit: { model: 'fal-ai/nano-banana/edit' } };
    const engine = { adapter: 'fal', base_url: double.url, timeout_seconds: 1, options: { operations } };
    double.fail('hang', 'hang');
    const ready = await probeOf(engine, { FAL_KEY: KEY });
    expect(await ready.run(never)).toMatchObject({
      problem: 'timeout',
      advice: expect.stringContaining('timeout_seconds'),
    });
    expect(double.canceled).toHaveLength(1);

    const interruption = new AbortController();
    const running = ready.run(interruption.signal);
    while (double.creations() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    interruption.abort(new Error('stopped by hand'));
    await expect(running).rejects.toThrow('stopped by hand');
    expect(double.canceled).toHaveLength(2);
    await double.close();
  });
});

describe('a probe that cannot be made', () => {
  const images = { adapter: 'openai-images', options: { operations: { edit: { model: 'x' } } } };
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['no key', () => probeOf({ adapter: 'fashn' }, {}, {}), /FASHN_API_KEY has no value.*ATELIER_SECRETS/],
    [
      'a bad option',
      () => probeOf({ adapter: 'openai-images', options: {} }),
      /\/engines\/subject: \/options\/operations is required/,
    ],
    [
      'an operation no model asks for',
      () => probeOf(images, {}, { 'video-3': ['subject'] }),
      /not set up to serve any operation.*for video-3/,
    ],
  ])('says what to set: %s', async (_case, make, why) => {
    await expect(make()).rejects.toThrow(why);
    await expect(make()).rejects.toBeInstanceOf(ProbeSetupError);
  });
});
