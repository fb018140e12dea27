import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { atelier } from './atelier.ts';
import { hostedEngines } from './hosted-engines.ts';
import { type ImagesServer, imagesServer } from './images-server.ts';

let folder: string;
let images: ImagesServer;
let file: string;

const KEY = 'sk-command-line-0123456789';

beforeAll(async () => {
  images = await imagesServer();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cli-engines-'));
  file = path.join(folder, 'atelier.config.json');
  await fs.writeFile(file, JSON.stringify(hostedEngines(`${images.url}/v1`)));
});
afterAll(async () => {
  await images.close();
  await fs.rm(folder, { recursive: true });
});

test('engines are listed with what they serve, what they cost and what they lack', async () => {
  const { url, data } = inject('service');
  const connection = ['--url', url, '--data', data];
  const { code, out } = await atelier(['engines', ...connection]);
  expect(code).toBe(0);
  const [heading, fal, images] = out.split('\n');
  expect(heading).toMatch(/^name +adapter +models +price +pace +state$/);
  expect(fal).toMatch(/^fal +fal +v6 +0\.04 +4 at once, 60 a minute +no key: FAL_KEY$/);
  expect(images).toMatch(/^images +openai-images +nano-banana +0 +4 at once +ready$/);

  const { engines } = JSON.parse((await atelier(['engines', ...connection, '--json'])).out);
  expect(engines).toMatchObject([
    { name: 'fal', models: ['v6'], missing_keys: ['FAL_KEY'], price: 0.04, requests_per_minute: 60, circuit: 'closed' },
    { name: 'images', models: ['nano-banana'], missing_keys: [], requests_per_minute: null, last_error: null },
  ]);
});

test('an engine is tried from the configuration alone, and what it made is kept', async () => {
  const output = path.join(folder, 'new', 'made.png');
  const { code, out, err } = await atelier(['engines', 'test', 'images', '--out', output], {
    ATELIER_CONFIG: file,
    OPENAI_API_KEY: KEY,
  });
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^images works: edit, image\/png, 24 × 32 pixels, in [\d.]+ s\n/),
  });
  expect(err).toContain(
    'asking images (openai-images) for one edit, as for nano-banana; this is a real call and may cost money',
  );
  expect(await sharp(output).metadata()).toMatchObject({ format: 'png', width: 24 });
});

test('a file that is there is written over with --force alone, and nothing is asked before', async () => {
  const output = path.join(folder, 'mine.png');
  await fs.writeFile(output, 'mine');
  const words = ['engines', 'test', 'images', '--out', output];
  const environment = { ATELIER_CONFIG: file, OPENAI_API_KEY: KEY };
  const asked = images.calls();
  const message = `${output} exists already; give --force to overwrite it`;
  expect(await atelier(words, environment)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  expect(await fs.readFile(output, 'utf8')).toBe('mine');
  expect(images.calls()).toBe(asked);
  expect((await atelier([...words, '--force'], environment)).code).toBe(0);
  expect(await sharp(output).metadata()).toMatchObject({ format: 'png' });
});

test('what is wrong is said in words, for programs as JSON, and without keys', async () => {
  images.lock(2);
  const environment = { ATELIER_CONFIG: file, OPENAI_API_KEY: KEY };
  const words = await atelier(['engines', 'test', 'images'], environment);
  expect(words.code).toBe(1);
  expect(words.out).toMatch(
    /^images failed after [\d.]+ s: wrong_key\nThe engine said: .*\nThe engine did not take the key.*OPENAI_API_KEY/,
  );
  const { code, out, err } = await atelier(['engines', 'test', 'images', '--config', file, '--json'], {
    OPENAI_API_KEY: KEY,
  });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ engine: 'images', operation: 'edit', made: false, problem: 'wrong_key' });
  expect([words.out, words.err, out, err].join()).not.toContain(KEY);
});

test.each([
  ['no key', ['fal'], 'FAL_KEY has no value. Set the variable'],
  ['no such engine', ['fall'], '"fall" is not a hosted engine of the configuration; allowed: fal, images.'],
  [
    'an operation there is none of',
    ['images', '--operation', 'paint'],
    '--operation is "paint"; allowed: virtual_try_on',
  ],
  [
    'an operation it does not serve',
    ['images', '--operation', 'upscale'],
    'images is not set up to serve upscale for nano-banana',
  ],
  ['a folder for what it makes', ['images', '--out', 'new/'], '--out is "new/"; give the name of a file'],
  ['no configuration', ['images', '--config', 'none.json'], 'no such file'],
])('nothing is asked, and it ends with 2: %s', async (_case, words, message) => {
  const asked = images.calls();
  const { code, err } = await atelier(['engines', 'test', ...words], { ATELIER_CONFIG: file });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  expect(images.calls()).toBe(asked);
});
