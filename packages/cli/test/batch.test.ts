import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Atelier } from '@atelier/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier, running, type Transcript } from './atelier.ts';
import { frontOf } from './front.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

let sandbox: CommandWorkspace;
let folder: string;
let client: Atelier;

beforeAll(async () => {
  sandbox = await createWorkspace();
  client = new Atelier({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-batch-'));
  const colours = { 'persons/ann.png': '#c83c3c', 'persons/bob.png': '#3c64c8', 'garments/hat.png': '#3cc864' };
  for (const [name, background] of Object.entries(colours)) {
    await fs.mkdir(path.dirname(inside(name)), { recursive: true });
    await sharp({ create: { width: 48, height: 64, channels: 3, background } })
      .png()
      .toFile(inside(name));
  }
});
afterAll(() => fs.rm(folder, { recursive: true }));

const inside = (name: string) => path.join(folder, name);
const run = (...words: string[]) => atelier(['batch', ...words], sandbox.environment);

/** Runs a batch and reads its output: a line for each row, and one for the whole. */
async function batch(...words: string[]) {
  return told(await run(...words, '--json'));
}

function told({ code, out, err }: Transcript) {
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

/** The jobs of the first row that is submitted, as soon as the manifest tells them. */
async function submittedIn(name: string): Promise<readonly string[]> {
  for (;;) {
    const text = await fs.readFile(inside(`${name}/manifest.jsonl`), 'utf8').catch(() => '');
    const line = text.split('\n').find((each) => each.includes('"state":"submitted"'));
    if (line) return JSON.parse(line).jobs;
    await sleep(20);
  }
}

test('every person is dressed in every garment, and a sheet shows it', async () => {
  const words = ['try-on', '--persons', inside('persons'), '--garments', inside('garments'), '--out', inside('pairs')];
  const dry = await run(...words, '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    err: expect.stringContaining('2 rows; 2 to send for 2 credits; the workspace play has'),
  });
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
    err: expect.stringContaining('4 rows (1 unusable); 3 to send for 3 credits; the workspace play has'),
  });
  const first = await batch(...words);
  expect(first).toMatchObject({ code: 1, summary: { done: 2, failed: 2, credits: 2 } });
  expect(first.rows).toContainEqual(
    expect.objectContaining({
      row: 'missing',
      code: 'unusable_row',
      message: expect.stringContaining('does not exist'),
    }),
  );
  expect(first.rows).toContainEqual(expect.objectContaining({ row: 'rejected', code: 'input_rejected' }));
  expect((await run(...words, '--dry-run')).err).toContain(
    '4 rows (3 sent in an earlier run, 1 failed before they were sent); 0 to send for 0 credits',
  );
  await fs.copyFile(inside('persons/bob.png'), inside('persons/nobody.png'));
  expect((await batch(...words)).summary).toMatchObject({ done: 2, failed: 2, kept: 4, credits: 0 });
  const { balance } = await client.account();
  expect((await batch(...words, '--retry')).summary).toMatchObject({ done: 3, failed: 1, kept: 2, credits: 1 });
  expect((await client.account()).balance).toBe(balance - 1);
  await fs.rm(inside('persons/nobody.png'));
});

test('a row that is mended is called as it was, and a dry run tells what is done', async () => {
  const file = await table('mended.csv', 'prompt,seed,name', 'by the lake,1,lake', 'by the wood,two,wood');
  const words = ['generate', file, '--out', inside('mended')];
  // Files that operating systems leave in folders do not count.
  await fs.mkdir(inside('mended'));
  await fs.writeFile(inside('mended/.DS_Store'), '');
  expect((await batch(...words)).summary).toMatchObject({ done: 1, failed: 1 });
  await table('mended.csv', 'prompt,seed,name', 'by the lake,1,lake', 'by the wood,2,wood');
  const dry = await run(...words, '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    err: expect.stringContaining('2 rows (1 sent in an earlier run); 1 to send for 1.5 credits'),
  });
  expect(dry.out).toMatch(/^lake {2}is done\nwood {2}prompt=by the wood/);
  // A sheet that cannot be drawn does not hide the results of the rows.
  await fs.rm(inside('mended/contact-sheet.webp'));
  await fs.mkdir(inside('mended/contact-sheet.webp'));
  const { code, err, rows, summary } = await batch(...words);
  expect({ code, summary }).toMatchObject({ code: 0, summary: { done: 2, kept: 1, contact_sheets: [] } });
  expect(rows.flatMap(({ files }) => files).sort()).toEqual(['lake.png', 'wood.png']);
  expect(err).toContain('the contact sheet could not be drawn: EISDIR');
});

test('killed again and again, wherever it is, it goes on and pays once for each row', async () => {
  const rows = 6;
  const lines = Array.from(
    { length: rows },
    (_, index) => `persons/ann.png,garments/hat.png,look ${index},row-${index}`,
  );
  const file = await table('killed.csv', 'person,garment,prompt,name', ...lines);
  const words = ['try-on', file, '--out', inside('killed'), '--concurrency', '2', '--set', 'seed=7'];
  const before = (await client.account()).balance;
  const states = async () => {
    const text = await fs.readFile(inside('killed/manifest.jsonl'), 'utf8').catch(() => '');
    return [...text.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
  };
  // Killed as soon as one more step of each kind is written down: before the request is sent, before its answer is, and
  // so on.
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
  // It allows four unfinished jobs.
  const free = await createWorkspace({ plan: 'free' });
  const owner = new Atelier({ baseUrl: free.url, apiKey: free.apiKey });
  const jobs = Array.from({ length: 4 }, () => owner.generate({ prompt: 'sandbox:delay=60000' }));
  const filling = (await Promise.all(jobs)).flat();
  const lines = Array.from({ length: 6 }, (_, index) => `by the sea ${index},free-${index}`);
  const file = await table('many.csv', 'prompt,name', ...lines);
  const front = await frontOf(free.url);
  const words = ['generate', file, '--out', inside('many'), '--concurrency', '6', '--json', '--url', front.url];
  const waiting = atelier(['batch', ...words], free.environment);
  // One of the six has been refused and asks again.
  await expect.poll(() => front.seen.filter((request) => request.startsWith('POST')).length).toBeGreaterThan(6);
  for (const { id } of filling) await owner.cancel(id);
  expect(told(await waiting)).toMatchObject({
    code: 0,
    err: expect.stringContaining('waiting: 403 plan_limit_exceeded'),
    summary: { done: 6, failed: 0 },
  });
  await front.close();
});

test('a row of the same name as an earlier one never takes the place of its result', async () => {
  const first = await table('names.csv', 'prompt,name', 'red,look');
  const words = ['generate', first, '--out', inside('names')];
  expect((await batch(...words)).summary).toMatchObject({ done: 1, kept: 0 });
  const before = await fs.readFile(inside('names/look.png'));
  await table('names.csv', 'prompt,name', 'blue,look', 'red,look');
  const { rows, summary } = await batch(...words);
  expect(summary).toMatchObject({ done: 2, kept: 1, credits: 1.5 });
  expect(rows.map(({ files }) => files[0]).sort()).toEqual([
    'look.png',
    expect.stringMatching(/^look~[0-9a-f]{8}\.png$/),
  ]);
  expect(await fs.readFile(inside('names/look.png'))).toEqual(before);
});

test('what is paid for and cannot be had is fetched later, by the same command or --retry, and paid for once', async () => {
  const front = await frontOf(sandbox.url);
  const file = await table('unsaved.csv', 'prompt,name', 'by the lake,blocked', 'by the wood,gone');
  const words = ['generate', file, '--out', inside('unsaved'), '--url', front.url];
  const { balance } = await client.account();
  front.refuse((request) => (request.includes('/media/') ? { status: 404, code: 'not_found' } : null));
  expect(await batch(...words)).toMatchObject({ code: 1, summary: { done: 0, failed: 0, unsaved: 2, credits: 3 } });
  front.refuse(() => null);
  await fs.mkdir(inside('unsaved/blocked.png'));
  const second = await batch(...words, '--retry');
  expect(second).toMatchObject({ code: 1, summary: { done: 1, failed: 0, unsaved: 1, credits: 0 } });
  expect(second.rows).toContainEqual(
    expect.objectContaining({ row: 'blocked', code: 'result_unavailable', message: expect.stringContaining('EISDIR') }),
  );
  expect(second.err).toContain(
    'charged but not saved: blocked; run the same command again to download them at no charge',
  );
  await fs.rmdir(inside('unsaved/blocked.png'));
  expect(await batch(...words)).toMatchObject({ code: 0, summary: { done: 2, unsaved: 0, kept: 2, credits: 0 } });
  await front.close();
  expect(front.seen.filter((request) => request === 'POST /v1/jobs')).toHaveLength(2);
  expect((await client.account()).balance).toBe(balance - 3);
});

test('a row that finds the storage of its workspace full fails at once, with what to do', async () => {
  const full = await createWorkspace({ plan: 'pro' });
  const file = await table('full.csv', 'prompt,name', 'by the lake,first', 'by the wood,second');
  const words = ['batch', 'generate', file, '--out', inside('full'), '--concurrency', '1', '--json'];
  const { rows, summary } = told(await atelier(words, full.environment));
  expect(rows).toMatchObject([
    { row: 'first', state: 'done' },
    { row: 'second', state: 'failed', code: 'plan_limit_exceeded', message: expect.stringContaining('Delete images') },
  ]);
  expect(summary).toMatchObject({ done: 1, failed: 1 });
});

test('a row that was being sent too long ago is not announced as one to send, and not sent', async () => {
  const front = await frontOf(sandbox.url);
  const file = await table('stale.csv', 'prompt,name', 'by the lake,stale');
  const words = ['generate', file, '--out', inside('stale'), '--url', front.url];
  front.refuse((request) => (request === 'POST /v1/jobs' ? { status: 401, code: 'unauthorized' } : null));
  expect((await batch(...words)).summary).toMatchObject({ left: 1 });
  const manifest = inside('stale/manifest.jsonl');
  const lines = (await fs.readFile(manifest, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const aged = lines.map((line) => (line.state === 'sending' ? { ...line, at: '2020-01-01T00:00:00.000Z' } : line));
  await fs.writeFile(manifest, aged.map((line) => `${JSON.stringify(line)}\n`).join(''));
  front.refuse(() => null);
  const dry = await run(...words, '--dry-run');
  expect(dry.err).toContain('1 row (1 sent in an earlier run); 0 to send for 0 credits');
  expect(dry.out).toMatch(/^stale {2}was sent too long ago/);
  expect((await batch(...words)).rows).toMatchObject([{ state: 'failed', code: 'outcome_unknown' }]);
  await front.close();
  expect(front.seen.filter((request) => request === 'POST /v1/jobs')).toHaveLength(1);
});

test('the credits of a job that could not be read are reported once it can be', async () => {
  const front = await frontOf(sandbox.url);
  const file = await table('unseen.csv', 'prompt,name', 'by the lake,unseen');
  const words = ['generate', file, '--out', inside('unseen'), '--url', front.url];
  front.refuse((request) => (request.startsWith('GET /v1/jobs/') ? { status: 404, code: 'not_found' } : null));
  expect((await batch(...words)).summary).toMatchObject({ unsaved: 1, credits: 0 });
  front.refuse(() => null);
  expect((await batch(...words)).summary).toMatchObject({ done: 1, kept: 0, credits: 1.5 });
  expect((await batch(...words)).summary).toMatchObject({ done: 1, kept: 1, credits: 0 });
  await front.close();
});

test('a row with one failed output reports the cost of the other, and keeps its file when it is sent again', async () => {
  const file = await table('partly.csv', 'num-images,name', '2,pair');
  const words = ['generate', file, '--out', inside('partly')];
  const front = await frontOf(sandbox.url);
  front.refuse((request) => (request.startsWith('GET /v1/jobs/') ? { status: 404, code: 'not_found' } : null));
  expect((await batch(...words, '--set', 'prompt=by the lake', '--url', front.url)).summary).toMatchObject({
    unsaved: 1,
  });
  await front.close();
  // Both outputs of the row are made at once. A canceled job takes the place of the second.
  const [, second = ''] = await submittedIn('partly');
  const [canceled] = await client.generate({ prompt: 'sandbox:delay=60000' });
  await client.cancel(canceled?.id ?? '');
  const manifest = await fs.readFile(inside('partly/manifest.jsonl'), 'utf8');
  await fs.writeFile(inside('partly/manifest.jsonl'), manifest.replaceAll(second, canceled?.id ?? ''));
  const { code, rows, summary, err } = await batch(...words, '--set', 'prompt=by the lake');
  expect({ code, rows, summary }).toMatchObject({
    code: 1,
    rows: [
      {
        state: 'failed',
        code: 'canceled',
        credits: 1.5,
        files: ['pair~1.png'],
        message: expect.stringContaining('1 of 2 outputs were made and charged (1.5 credits)'),
      },
    ],
    summary: { failed: 1, credits: 1.5 },
  });
  expect(err).toContain('made and charged in part: pair; --retry makes and charges all their outputs again');
  expect(err).not.toContain('cost nothing');
  const made = await fs.stat(inside('partly/pair~1.png'));
  expect((await batch(...words, '--set', 'prompt=by the sea', '--retry')).rows).toMatchObject([
    { state: 'done', files: ['pair~2~1.png', 'pair~2~2.png'] },
  ]);
  expect((await fs.stat(inside('partly/pair~1.png'))).mtimeMs).toBe(made.mtimeMs);
});

test('outputs of one row never take the place of another row’s', async () => {
  const file = await table(
    'numbers.csv',
    'prompt,num-images,name',
    'red,2,look',
    'blue,1,look-1',
    'green,1,contact-sheet',
  );
  const { rows, summary } = await batch('generate', file, '--out', inside('numbers'));
  expect(rows.flatMap(({ files }) => files).sort()).toEqual([
    'contact-sheet-2.png',
    'look-1.png',
    'look~1.png',
    'look~2.png',
  ]);
  expect(summary.contact_sheets).toEqual([inside('numbers/contact-sheet.webp')]);
});

test('a request that the service is still busy with is waited for, and a service that is away is told of', async () => {
  const front = await frontOf(sandbox.url);
  const file = await table('busy.csv', 'prompt,name', 'by the lake,busy');
  const { balance } = await client.account();
  const isPost = (request: string) => request.startsWith('POST /v1/jobs');
  const isLook = (request: string) => request.startsWith('GET /v1/jobs/');
  const count = (isMeant: (request: string) => boolean) => front.seen.filter(isMeant).length;
  front.refuse((request) => {
    // More often than the client asks by itself.
    if (isPost(request) && count(isPost) <= 5) return { status: 409, code: 'idempotency_in_progress' };
    return isLook(request) && count(isLook) <= 5 ? 'gone' : null;
  });
  const { code, err, summary } = await batch('generate', file, '--out', inside('busy'), '--url', front.url);
  await front.close();
  expect({ code, summary }).toMatchObject({ code: 0, summary: { done: 1, failed: 0, credits: 1.5 } });
  expect(err).toContain('waiting: 409 idempotency_in_progress');
  expect(err).toMatch(/waiting: GET \/v1\/jobs\/\S+ the service at \S+ could not be reached/);
  expect((await client.account()).balance).toBe(balance - 1.5);
});

test('Ctrl-C ends it with 130; a second one on the same folder is refused, and the same command goes on', async () => {
  const front = await frontOf(sandbox.url);
  front.refuse((request) => (request.startsWith('GET /v1/jobs/') ? { status: 503, code: 'unavailable' } : null));
  const file = await table('slow.csv', 'prompt,name', 'by the lake,slow');
  const words = ['generate', file, '--out', inside('slow'), '--url', front.url];
  const command = running(['batch', ...words], sandbox.environment);
  await submittedIn('slow');
  expect(await run(...words)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is already working on this batch'),
  });
  command.process.kill('SIGINT');
  expect(await command.ended).toMatchObject({
    code: 130,
    err: expect.stringContaining('Run the same command again to continue'),
  });
  front.refuse(() => null);
  const { balance } = await client.account();
  expect((await batch(...words)).summary).toMatchObject({ done: 1 });
  expect((await client.account()).balance).toBe(balance);
  await front.close();
});

test.each([
  ['no table', ['try-on', '--out', 'x'], 'give either a table, or --persons and --garments'],
  ['no folder for results', ['try-on', 'orders.csv'], '--out FOLDER is needed'],
  ['an unknown operation', ['tryon', 'orders.csv', '--out', 'x'], 'did you mean "try-on"?'],
  ['a folder of something else', ['try-on', 'orders.csv', '--out', 'persons'], 'holds other files'],
  ['the folder of another operation', ['generate', 'many.csv', '--out', 'orders'], 'holds a batch of virtual_try_on'],
  ['a column that is none', ['generate', 'many.csv', '--out', 'x', '--set', 'size=1'], 'columns are product, model'],
])('%s ends with 2, before anything is sent', async (_case, words, message) => {
  const given = words.map((word) => (/^(orders|many|persons)/.test(word) ? inside(word) : word));
  expect(await run(...given)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
