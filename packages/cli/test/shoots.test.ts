import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Atelier } from '@atelier/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier, running } from './atelier.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

let workspace: CommandWorkspace;
let client: Atelier;
let folder: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  client = new Atelier({ baseUrl: workspace.url, apiKey: workspace.apiKey });
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-shoots-'));
  const picture = path.join(folder, 'picture.png');
  await sharp({ create: { width: 48, height: 64, channels: 3, background: '#2f6f4f' } })
    .png()
    .toFile(picture);
  const save = (type: string, alias: string, ...further: string[]) =>
    run('assets', 'create', '--type', type, '--alias', alias, '--image', picture, ...further);
  expect((await save('model', 'Anna')).code).toBe(0);
  for (const sku of ['LS-1', 'LS-2']) expect((await save('outfit', 'Shirt', '--sku', sku)).code).toBe(0);
});
afterAll(() => fs.rm(folder, { recursive: true }));

const run = (...words: string[]) => atelier(words, workspace.environment);
const shoot = (...words: string[]) => run('catalogue', 'shoot', '--quiet', ...words);
const balance = async () => (await client.account()).balance;

test('a look is saved, listed, shown and deleted by its name', async () => {
  const made = await run('looks', 'create', 'Beach', '--avatar', 'anna', '--num-images', '2', '--view', '1');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/num_images +2/);
  expect((await run('looks', 'list')).out).toMatch(/Beach +virtual_try_on +1 /);
  expect(JSON.parse((await run('looks', 'show', 'Beach', '--json')).out)).toMatchObject({
    views: [1],
    input: { num_images: 2 },
  });
  expect((await run('looks', 'delete', 'Beach')).code).toBe(0);
  expect(await run('looks', 'show', 'Beach')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/there is no look "Beach"/),
  });
  expect(await run('looks', 'create', 'Beach', '--avatar', 'Nobody')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/there is no avatar "Nobody"/),
  });
});

test('a shoot tells its price, is paid once, and names its files by SKU, look and view', async () => {
  await run('looks', 'create', 'Studio, white', '--avatar', 'Anna');
  const words = ['--look', 'Studio, white', '--products', 'LS-1,LS-2,LS-9'];
  const estimate = await shoot(...words, '--estimate');
  expect(estimate.out).toMatch(/^2 images of 2 products with the look Studio, white: 2 credits; the balance is/);
  expect(estimate.out).toMatch(/left out: LS-9\. No product has this SKU\./);
  expect(await shoot(...words)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/2 credits; .* Give --yes to begin/),
  });
  const before = await balance();
  const out = path.join(folder, 'season');
  const made = await shoot(...words, '--yes', '--out', out);
  expect(made.code).toBe(0);
  const names = ['LS-1_Studio-white_1.png', 'LS-2_Studio-white_1.png'];
  expect(made.out.trim().split('\n')).toEqual(names.map((name) => path.join(out, name)));
  expect((await fs.readdir(out)).sort()).toEqual(names);
  await fs.rm(path.join(out, 'LS-2_Studio-white_1.png'));
  const again = await shoot(...words, '--out', out);
  expect(again).toMatchObject({
    code: 0,
    out: made.out,
    err: expect.stringMatching(/has these images; --again makes them again/),
  });
  expect((await fs.readdir(out)).sort()).toEqual(names);
  expect(await balance()).toBe(before - 2);
});

test('a shoot goes on when its command is interrupted, and the same command follows it', async () => {
  await run('looks', 'create', 'Slow', '--avatar', 'Anna', '--prompt', 'sandbox:delay=300');
  const words = ['catalogue', 'shoot', '--look', 'Slow', '--all', '--yes'];
  const before = await balance();
  const first = running(words, workspace.environment);
  await first.saying(/0 of 2 ended/);
  first.process.kill('SIGINT');
  expect(await first.ended).toMatchObject({
    code: 130,
    err: expect.stringMatching(/interrupted; the shoot .* continues/),
  });
  expect((await run(...words)).code).toBe(0);
  expect(await balance()).toBe(before - 2);
});

test('images that fail end the command with 1, and are made again with --retry', async () => {
  await run('looks', 'create', 'Bad', '--avatar', 'Anna', '--prompt', 'sandbox:fail=generation_failed');
  const failed = await shoot('--look', 'Bad', '--search', 'LS-1', '--yes');
  expect(failed).toMatchObject({
    code: 1,
    err: expect.stringMatching(/LS-1: .*\n.*0 of 1 images are made; --retry makes/),
  });
  const [before] = (await client.shoots.list({ limit: 1 })).shoots;
  expect((await shoot('--look', 'Bad', '--search', 'LS-1', '--retry')).code).toBe(1);
  const [after] = (await client.shoots.list({ limit: 1 })).shoots;
  expect(after?.id).toBe(before?.id);
});
