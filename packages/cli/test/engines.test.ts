import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier, type ServingAtelier, serving } from './atelier.ts';

let folder: string;
let service: ServingAtelier;
let connection: string[];

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cli-engines-'));
  const file = path.join(folder, 'atelier.config.json');
  const fal = { operations: { virtual_try_on: { model: 'fal-ai/nano-banana-2/edit' } } };
  const images = { operations: { edit: { model: 'gpt-image-2' } } };
  await fs.writeFile(
    file,
    JSON.stringify({
      engines: {
        fal: { adapter: 'fal', price: 0.04, requests_per_minute: 60, options: fal },
        images: { adapter: 'openai-images', base_url: 'http://127.0.0.1:9', options: images },
      },
      models: { v6: ['fal', 'embedded'], 'nano-banana': ['images'] },
    }),
  );
  const data = path.join(folder, 'data');
  service = await serving(data, { ATELIER_CONFIG: file });
  connection = ['--url', service.announcement.url, '--data', data];
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await fs.rm(folder, { recursive: true });
});

test('engines are listed with what they serve, what they cost and what they lack', async () => {
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
