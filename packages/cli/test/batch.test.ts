import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Atelier } from '@atelier/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier, running } from './atelier.ts';
import { type SandboxService, sandboxService } from './sandbox-service.ts';

let sandbox: SandboxService;
let folder: string;
let client: Atelier;

beforeAll(async () => {
  // The plan allows four unfinished jobs and 120 requests a minute.
  sandbox = await sandboxService({ plan: 'free', credits: 500 });
  client = new Atelier({ baseUrl: sandbox.url, apiKey: sandbox.environment.ATELIER_API_KEY ?? '' });
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-batch-'));
  const colours = { 'persons/ann.png': '#c83c3c', 'persons/bob.png': '#3c64c8', 'garments/hat.png': '#3cc864' };
  for (const [name, background] of Object.entries(colours)) {
    await fs.mkdir(path.dirname(inside(name)), { recursive: true });
    await sharp({ create: { width: 48, height: 64, channels: 3, background } })
      .png()
      .toFile(inside(name));
  }
});
afterAll(async () => {
  await sandbox.stop();
  await fs.rm(folder, { recursive: true });
});

const inside = (name: string) => path.join(folder, name);
const run = (...words: string[]) => atelier(['batch', ...words], sandbox.environment);

/** Runs a batch and reads what it prints: a line for each row, and one for the whole. */
async function batch(...words: string[]) {
  const { code, out, err } = await run(...words, '--json');
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { code, err, rows: lines.slice(0, -1), summary: lines.at(-1)?.summary };
}

async function table(name: string, ...lines: string[]): Promise<string> {
  await fs.writeFile(inside(name), `${lines.join('\n')}\n`);
  return inside(name);
}

test('every person is dressed in every garment, and a sheet shows it', async () => {
  const words = ['try-on', '--persons', inside('persons'), '--garments', inside('garments'), '--out', inside('pairs')];
  const dry = await run(...words, '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: expect.stringContaining('2 rows, 2 credits all in all; the workspace play has') });
  expect(dry.out).toMatch(/^ann-hat {2}person=.*ann\.png garment=.*hat\.png$/m);
  expect(await batch(...words)).toMatchObject({
    code: 0,
    rows: [{ state: 'done' }, { state: 'done' }],
    summary: { done: 2, failed: 0, left: 0, credits: 2, stopped: null },
  });
  expect(await sharp(inside('pairs/ann-hat.png')).metadata()).toMatchObject({ format: 'png' });
  // Two columns and three lines of 192 × 256 with captions and space between.
  expect(await sharp(inside('pairs/contact-sheet.webp')).metadata()).toMatchObject({ width: 420, height: 894 });
});

test('rows that fail say why and cost nothing; the others go on, and --retry sends them alone', async () => {
  const file = await table(
    'orders.csv',
    'person;garment;prompt;name',
    'persons/ann.png;garments/hat.png;;first',
    'persons/nobody.png;garments/hat.png;;missing',
    'persons/ann.png;garments/hat.png;sandbox:fail=input_rejected;rejected',
    'persons/ann.png;garments/hat.png;;last',
  );
  const words = ['try-on', file, '--out', inside('orders')];
  expect(await run(...words, '--dry-run')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^missing {2}cannot be used: .*nobody\.png does not exist$/m),
  });
  const first = await batch(...words);
  expect(first).toMatchObject({ code: 1, summary: { done: 2, failed: 2, credits: 2 } });
  expect(first.rows).toContainEqual(
    expect.objectContaining({ row: 'missing', code: 'unusable_row', message: expect.stringContaining('does not exist') }),
  );
  expect(first.rows).toContainEqual(expect.objectContaining({ row: 'rejected', code: 'input_rejected' }));
  await fs.copyFile(inside('persons/bob.png'), inside('persons/nobody.png'));
  expect((await batch(...words)).summary).toMatchObject({ done: 2, failed: 2, kept: 4, credits: 0 });
  const { balance } = await client.account();
  expect((await batch(...words, '--retry')).summary).toMatchObject({ done: 3, failed: 1, kept: 2, credits: 1 });
  expect((await client.account()).balance).toBe(balance - 1);
  await fs.rm(inside('persons/nobody.png'));
});

test('killed again and again, wherever it is, it goes on and pays once for each row', async () => {
  const rows = 6;
  const lines = Array.from({ length: rows }, (_, index) => `persons/ann.png,garments/hat.png,look ${index},row-${index}`);
  const file = await table('killed.csv', 'person,garment,prompt,name', ...lines);
  const words = ['try-on', file, '--out', inside('killed'), '--concurrency', '2', '--set', 'seed=7'];
  const before = (await client.account()).balance;
  const states = async () => {
    const text = await fs.readFile(inside('killed/manifest.jsonl'), 'utf8').catch(() => '');
    return [...text.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
  };
  // Killed as soon as one more step of each kind is written down: before the request is sent, before its answer is, and so on.
  for (const state of ['sending', 'submitted', 'done', 'sending', 'submitted']) {
    const known = (await states()).filter((each) => each === state).length;
    const command = running(['batch', ...words], sandbox.environment);
    while ((await states()).filter((each) => each === state).length === known && command.process.exitCode === null)
      await sleep(5);
    command.process.kill('SIGKILL');
    await command.ended;
  }
  await fs.appendFile(inside('killed/manifest.jsonl'), '{"row":"torn');
  await fs.writeFile(inside('killed/row-0.png.1.part'), 'half of it');
  expect(await batch(...words)).toMatchObject({ code: 0, summary: { done: rows, failed: 0, left: 0 } });
  expect((await client.account()).balance).toBe(before - rows);
  const made = (await fs.readdir(inside('killed'))).filter((name) => name.endsWith('.png'));
  expect(made.sort()).toEqual(Array.from({ length: rows }, (_, index) => `row-${index}.png`));
  expect(await fs.readdir(inside('killed'))).not.toContain('row-0.png.1.part');
});

test('while other jobs of the workspace fill the plan, rows wait', async () => {
  for (let filled = 0; filled < 4; filled++) await client.generate({ prompt: 'sandbox:delay=4000' });
  const lines = Array.from({ length: 6 }, (_, index) => `by the sea ${index},free-${index}`);
  const file = await table('many.csv', 'prompt,name', ...lines);
  const { code, err, summary } = await batch('generate', file, '--out', inside('many'), '--concurrency', '6');
  expect({ code, summary }).toMatchObject({ code: 0, summary: { done: 6, failed: 0 } });
  expect(err).toContain('waiting: 403 plan_limit_exceeded');
});

test('a row of the same name as an earlier one never takes the place of its result', async () => {
  const first = await table('names.csv', 'prompt,name', 'red,look');
  const words = ['generate', first, '--out', inside('names')];
  expect((await batch(...words)).summary).toMatchObject({ done: 1, kept: 0 });
  const before = await fs.readFile(inside('names/look.png'));
  await table('names.csv', 'prompt,name', 'blue,look', 'red,look');
  const { rows, summary } = await batch(...words);
  expect(summary).toMatchObject({ done: 2, kept: 1, credits: 1.5 });
  expect(rows.map(({ files }) => files[0]).sort()).toEqual([expect.stringMatching(/^look-[0-9a-f]{8}\.png$/), 'look.png']);
  expect(await fs.readFile(inside('names/look.png'))).toEqual(before);
});

test('Ctrl-C ends it with 130; a second one on the same folder is refused, and the same command goes on', async () => {
  const file = await table('slow.csv', 'prompt,name', 'sandbox:delay=2500,slow');
  const words = ['generate', file, '--out', inside('slow')];
  const command = running(['batch', ...words], sandbox.environment);
  while (!(await fs.readFile(inside('slow/manifest.jsonl'), 'utf8').catch(() => '')).includes('submitted')) await sleep(20);
  expect(await run(...words)).toMatchObject({ code: 2, err: expect.stringContaining('works on this batch already') });
  command.process.kill('SIGINT');
  expect(await command.ended).toMatchObject({ code: 130, err: expect.stringContaining('The same command takes up from here') });
  const { balance } = await client.account();
  expect((await batch(...words)).summary).toMatchObject({ done: 1 });
  expect((await client.account()).balance).toBe(balance);
});

test.each([
  ['no table', ['try-on', '--out', 'x'], 'either a table is needed, or --persons and --garments'],
  ['no folder for results', ['try-on', 'orders.csv'], '--out FOLDER is needed'],
  ['an unknown operation', ['tryon', 'orders.csv', '--out', 'x'], 'did you mean "try-on"?'],
  ['a folder of something else', ['try-on', 'orders.csv', '--out', 'persons'], 'holds files of something else'],
  ['the folder of another operation', ['generate', 'many.csv', '--out', 'orders'], 'holds a batch of virtual_try_on'],
  ['a column that is none', ['generate', 'many.csv', '--out', 'x', '--set', 'size=1'], 'the columns are product, model'],
])('%s ends with 2, before anything is sent', async (_case, words, message) => {
  const given = words.map((word) => (/^(orders|many|persons)/.test(word) ? inside(word) : word));
  expect(await run(...given)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
