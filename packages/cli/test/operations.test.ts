import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atelier, running } from './atelier.ts';
import { frontOf } from './front.ts';
import { type CommandWorkspace, createWorkspace, piped } from './workspace.ts';

let sandbox: CommandWorkspace;
let folder: string;
let picture: string;

beforeAll(async () => {
  sandbox = await createWorkspace();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-cli-operations-'));
  picture = path.join(folder, 'picture.png');
  // White, so that it is a mask too.
  await sharp({ create: { width: 48, height: 64, channels: 3, background: '#ffffff' } })
    .png()
    .toFile(picture);
});
afterAll(() => fs.rm(folder, { recursive: true }));

const run = (...words: string[]) => atelier(words, sandbox.environment);

async function answer(...words: string[]) {
  const { code, out, err } = await run(...words, '--json');
  if (code !== 0) throw new Error(`atelier ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** Files of a new folder below the test's own. */
const inside = (name: string) => path.join(folder, name);

test('each operation that makes pictures takes files and writes what was made', async () => {
  const calls = {
    generate: ['--product', picture, '--prompt', 'by the sea'],
    edit: [picture, '--prompt', 'navy', '--reference', picture],
    inpaint: [picture, '--mask', picture],
    upscale: [picture, '--upscale-factor', '4'],
  };
  for (const [operation, words] of Object.entries(calls)) {
    const out = inside(`${operation}.png`);
    expect(await run(operation, ...words, '--out', out), operation).toMatchObject({ code: 0, out: `${out}\n` });
    expect(await sharp(out).metadata(), operation).toMatchObject({ format: 'png' });
  }
});

test('films are written too, and take results of jobs by their IDs', async () => {
  const { jobs } = await answer('generate', '--prompt', 'by the sea', '--out', inside('still.png'));
  const film = inside('film.mp4');
  expect(await run('animate', jobs[0].result.id, '--prompt', 'closer', '--out', film)).toMatchObject({ code: 0 });
  expect((await fs.readFile(film)).subarray(4, 8).toString()).toBe('ftyp');
  const other = inside('words.mp4');
  expect(await run('text-to-video', '--prompt', 'a pier', '--quiet', '--out', other)).toMatchObject({
    code: 0,
    err: '',
  });
});

test('several results go into a folder, or are numbered, and never over what is there', async () => {
  const several = ['generate', '--prompt', 'by the sea', '--num-images', '2'];
  const intoFolder = await run(...several, '--out', `${inside('several')}/`);
  expect(intoFolder.out.trim().split('\n')).toHaveLength(2);
  const file = inside('two.png');
  expect((await run(...several, '--out', file)).out).toBe(`${inside('two-1.png')}\n${inside('two-2.png')}\n`);
  const before = await fs.stat(inside('two-1.png'));
  expect(await run(...several, '--out', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${inside('two-1.png')} exists already; give --force to overwrite it`),
  });
  expect((await fs.stat(inside('two-1.png'))).mtimeMs).toBe(before.mtimeMs);
  expect((await run(...several, '--out', file, '--force')).code).toBe(0);
});

test('a picture may be an address, which this machine fetches where the service does not', async () => {
  const bytes = await fs.readFile(picture);
  const server = http.createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shirt.png`;
  try {
    expect(await run('upscale', url, '--out', inside('fetched.png'))).toMatchObject({ code: 0 });
  } finally {
    server.close();
  }
});

test('a picture may come on standard input, and the result go to standard output', async () => {
  const { code, bytes } = await piped(
    ['edit', '-', '--prompt', 'navy', '--out', '-'],
    await fs.readFile(picture),
    sandbox,
  );
  expect(code).toBe(0);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png' });
});

test('what the service refuses is said with the names of the options, and ends with 1', async () => {
  const { code, err } = await run('edit', picture, '--prompt', 'navy', '--aspect-ratio', '7:1');
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('422 unsupported_option: --aspect-ratio is "7:1"'),
  });
});

test('what a whole request lacks is said in the words of the command line', async () => {
  const { err } = await run('generate', '--prompt', '');
  expect(err).toContain('400 invalid_request: The request needs at least one reference (--asset-id, ');
});

test('a job without a result ends with 1 and its reason', async () => {
  const { code, out, err } = await run('generate', '--prompt', 'sandbox:fail=generation_failed');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('generation_failed: The engine could not finish the job. The sandbox was asked to fail');
});

test('a detached job is watched later, line by line, and its result kept', async () => {
  const { out } = await run('generate', '--prompt', 'sandbox:delay=300', '--detach');
  const id = out.trim();
  const file = inside('watched.png');
  const watched = await run('jobs', 'watch', id, '--out', file, '--json');
  expect(watched.code).toBe(0);
  const states = watched.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(states.at(-1)).toMatchObject({ id, status: 'completed' });
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png' });
});

test('a job that takes too long ends with 3, goes on, and can be canceled', async () => {
  const { code, err } = await run('generate', '--prompt', 'sandbox:delay=60000', '--timeout', '1');
  const [, id = ''] = /atelier jobs cancel (\S+)`/.exec(err) ?? [];
  expect(code).toBe(3);
  expect((await answer('jobs', 'show', id)).status).toBe('generating');
  expect((await run('jobs', 'cancel', id)).out).toBe(`${id} is canceled\n`);
  expect((await run('jobs', 'list', '--status', 'failed', '--operation', 'generate')).out).toContain(id);
});

test.each([
  ['goes on', [], 'generating'],
  ['is canceled where that was asked for', ['--cancel-on-interrupt'], 'failed'],
])('a job that Ctrl-C is pressed on %s', async (_case, options, status) => {
  const words = ['generate', '--prompt', 'sandbox:delay=60000', ...options];
  const command = running(words, sandbox.environment);
  const [, id = ''] = await command.saying(/job (\S+) for 1.5 credits\n(?:.*\n)*generating/);
  command.process.kill('SIGINT');
  expect((await command.ended).code).toBe(130);
  expect((await answer('jobs', 'show', id)).status).toBe(status);
  await run('jobs', 'cancel', id);
});

test('models and the account are shown', async () => {
  expect((await run('models')).out).toMatch(/^v6 +virtual_try_on\* +sandbox +4 +fast +1 +2 +yes$/m);
  const { out } = await run('models', 'nano-banana-2');
  expect(out).toMatch(
    /^generate \(atelier generate\)\n {2}engine {4}sandbox\n {2}images {4}not needed: words alone are enough$/m,
  );
  expect(await run('models', 'nano')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"nano" is not a model; allowed: v6'),
  });
  const account = (await run('account')).out;
  expect(account).toMatch(/^credits {4}\d/m);
  expect(account).toMatch(/^storage {4}\S+ \w+ of \d+ [GT]iB held, \S+ \w+ of \d+ GiB uploaded today \(UTC\)$/m);
});

test('assets are made with their pictures, listed, changed, used and deleted', async () => {
  const made = await answer('assets', 'create', '--type', 'outfit', '--alias', 'Linen shirt', '--image', picture);
  expect(made).toMatchObject({ alias: 'Linen shirt', image_count: 1 });
  expect((await answer('assets', 'add', made.id, picture)).images).toHaveLength(1);
  expect((await answer('assets', 'show', made.id)).images).toHaveLength(2);
  expect((await run('assets', 'change', made.id, '--alias', 'White shirt')).out).toContain('White shirt');
  const worn = ['try-on', '--person', picture, '--outfit-asset-id', made.id, '--out', inside('worn.png')];
  expect((await run(...worn)).code).toBe(0);
  expect((await run('assets', 'list', '--type', 'outfit', '--search', 'white')).out).toContain(made.id);
  expect((await run('assets', 'delete', made.id)).out).toBe(`${made.id} is deleted\n`);
  expect((await run('assets', 'list', '--type', 'outfit')).out).toBe('There are no assets of type outfit.\n');
});

test('an error after the submission names the jobs, however quiet the command is', async () => {
  const front = await frontOf(sandbox.url);
  front.refuse((request) => (request.startsWith('GET /v1/jobs/') ? { status: 403, code: 'forbidden' } : null));
  const { code, err } = await run('generate', '--prompt', 'by the sea', '--quiet', '--url', front.url);
  await front.close();
  const { jobs } = await answer('jobs', 'list', '--limit', '1');
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`atelier jobs watch ${jobs[0].id} --out FILE`),
  });
});

test.each([
  ['', []],
  [', also one that nobody waits for', ['--detach']],
])('a submission that may have been taken is said to be%s, and one that was refused is not', async (_case, options) => {
  const front = await frontOf(sandbox.url);
  const posts = () => front.seen.filter((request) => request === 'POST /v1/jobs').length;
  const words = ['generate', '--prompt', 'by the sea', '--url', front.url, ...options];
  const refused = { status: 503, code: 'unavailable' } as const;
  front.refuse((request) => (!request.startsWith('POST /v1/jobs') ? null : posts() === 1 ? 'gone' : refused));
  const open = await run(...words);
  front.refuse((request) => (request.startsWith('POST /v1/jobs') ? refused : null));
  const nothing = await run(...words);
  await front.close();
  const warning =
    'the request may have been submitted and charged; look at `atelier jobs list` before you send it again';
  expect(open).toMatchObject({ code: 1, err: expect.stringContaining(warning) });
  expect(nothing).toMatchObject({ code: 1, err: expect.stringContaining('503 unavailable') });
  expect(nothing.err).not.toContain(warning);
});
