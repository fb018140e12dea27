import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Atelier } from '@atelier/client';
import type { Job } from '@atelier/contract';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultShelf } from '../src/mcp/results.ts';
import { toolServer } from '../src/mcp/server.ts';
import { atelier, PROGRAM } from './atelier.ts';
import { frontOf } from './front.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

let sandbox: CommandWorkspace;
let folder: string;
let picture: string;
let client: Client;
let service: Atelier;

beforeAll(async () => {
  sandbox = await createWorkspace();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-mcp-'));
  picture = path.join(folder, 'picture.png');
  // White, so that it is a mask too.
  await sharp({ create: { width: 48, height: 64, channels: 3, background: '#ffffff' } })
    .png()
    .toFile(picture);
  client = await connected('--cancel-on-interrupt');
  service = new Atelier({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
});
afterAll(async () => {
  await client.close();
  await fs.rm(folder, { recursive: true });
});

/** The official client, connected to the real command. */
async function connected(...options: string[]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', '--out', path.join(folder, 'results'), ...options],
    env: { PATH: process.env.PATH ?? '', ...sandbox.environment },
  });
  const made = new Client({ name: 'test', version: '1' });
  await made.connect(transport);
  return made;
}

/** The same client, connected to the tools in this process, where pauses between two tries are short. */
async function connectedHere(url: string): Promise<Client> {
  const connection = { baseUrl: url, apiKey: sandbox.apiKey };
  const results = resultShelf(path.join(folder, 'results'), 0);
  const room = { client: new Atelier(connection), connection, results, cancelsJobs: false };
  const [near, far] = InMemoryTransport.createLinkedPair();
  await toolServer(room, '1').connect(far);
  const made = new Client({ name: 'test', version: '1' });
  await made.connect(near);
  return made;
}

/** Calls a tool; its answer is checked against the tool's output schema by the client itself. */
async function call(name: string, input: Record<string, unknown>, onprogress?: (progress: Progress) => void) {
  const result = await client.callTool({ name, arguments: input }, undefined, onprogress ? { onprogress } : {});
  return result as CallToolResult;
}

const jobsOf = ({ structuredContent }: CallToolResult) =>
  (structuredContent?.jobs ?? []) as (Job & { readonly file: string | null })[];
const textOf = ({ content }: CallToolResult) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

test('the tools take pictures by one name each, and the fields of the contract', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['try_on', 'generate', 'edit', 'inpaint', 'upscale', 'animate', 'text_to_video'],
    ...['list_models', 'price', 'list_jobs', 'get_job', 'cancel_job', 'list_assets', 'upload'],
  ]);
  const tryOn = tools[0];
  expect(Object.keys(tryOn?.inputSchema.properties ?? {})).toEqual(
    expect.arrayContaining(['person', 'garments', 'outfit_asset_ids', 'model', 'prompt', 'seed', 'wait_seconds']),
  );
  expect(tryOn?.inputSchema.properties).not.toHaveProperty('person_image_url');
  expect(tryOn?.inputSchema.required).toEqual(['person']);
  expect(tryOn?.description).toContain('v6 1/2');
  expect(client.getInstructions()).toContain('never submit again');
});

test('a try-on of files gives a picture to see, the file it lies in, and a job as data, with progress on the way', async () => {
  const seen: Progress[] = [];
  const result = await call(
    'try_on',
    { person: picture, garments: [picture], prompt: 'sandbox:delay=300' },
    (progress) => seen.push(progress),
  );
  const [job] = jobsOf(result);
  expect(job).toMatchObject({ status: 'completed', task: 'virtual_try_on.sandbox' });
  const [text, image, link] = result.content;
  expect(text).toMatchObject({ type: 'text', text: expect.stringContaining(job?.file ?? 'no file') });
  if (image?.type !== 'image' || link?.type !== 'resource_link') throw new Error(JSON.stringify(result.content));
  expect(await sharp(Buffer.from(image.data, 'base64')).metadata()).toMatchObject({ format: 'jpeg' });
  expect(fileURLToPath(link.uri)).toBe(job?.file);
  expect(await sharp(job?.file ?? '').metadata()).toMatchObject({ format: 'png', width: job?.result?.width });
  const { contents } = await client.readResource({ uri: link.uri });
  expect(contents).toMatchObject([{ mimeType: 'image/png', blob: expect.any(String) }]);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.at(-1)).toMatchObject({ progress: 1, total: 1 });
});

test('results go from tool to tool by their IDs, and films are linked', async () => {
  const made = await call('generate', { prompt: 'by the sea', num_images: 2 });
  expect(made.content.filter(({ type }) => type === 'image')).toHaveLength(2);
  const id = jobsOf(made)[0]?.result?.id;
  for (const [name, input] of Object.entries({
    edit: { image: id, prompt: 'navy' },
    inpaint: { image: id, mask: `data:image/png;base64,${(await fs.readFile(picture)).toString('base64')}` },
    upscale: { image: id, upscale_factor: 2 },
  }))
    expect(jobsOf(await call(name, input)), name).toMatchObject([{ status: 'completed', file: expect.any(String) }]);
  const film = await call('animate', { image: id });
  expect(film.content).toContainEqual(expect.objectContaining({ type: 'resource_link', mimeType: 'video/mp4' }));
  expect(film.content.map(({ type }) => type)).toEqual(['text', 'resource_link']);
  expect(jobsOf(await call('text_to_video', { prompt: 'a pier' }))).toMatchObject([{ status: 'completed' }]);
});

test('what a whole call lacks is said without the pointers of the interface', async () => {
  expect(textOf(await call('generate', { prompt: '' }))).toContain(': The request needs at least one reference');
});

test('an uploaded picture is used by its ID', async () => {
  const { structuredContent } = await call('upload', { picture });
  expect(jobsOf(await call('upscale', { image: structuredContent?.id }))).toMatchObject([{ status: 'completed' }]);
});

test('what takes too long goes on, and is waited for or canceled by its ID', async () => {
  const slow = await call('generate', { prompt: 'sandbox:delay=60000', wait_seconds: 0 });
  expect(slow.isError).toBeFalsy();
  expect(textOf(slow)).toMatch(/Call get_job with this ID to wait on; do not submit it again/);
  const id = jobsOf(slow)[0]?.id ?? '';
  const waiting = call('get_job', { job_id: id });
  await service.cancel(id);
  expect(jobsOf(await waiting)).toMatchObject([{ id, status: 'failed' }]);
  const other = await call('generate', { prompt: 'sandbox:delay=60000', wait_seconds: 0 });
  const canceled = await call('cancel_job', { job_id: jobsOf(other)[0]?.id });
  expect(jobsOf(canceled)).toMatchObject([{ error: { code: 'canceled' } }]);
  expect(canceled.isError).toBeUndefined();
});

test('a call that the client cancels cancels its job, where the server was started so', async () => {
  const abort = new AbortController();
  const submitted = Promise.withResolvers<void>();
  const calling = client.callTool({ name: 'generate', arguments: { prompt: 'sandbox:delay=60000' } }, undefined, {
    signal: abort.signal,
    onprogress: () => submitted.resolve(),
  });
  await submitted.promise;
  abort.abort('enough');
  await expect(calling).rejects.toThrow('enough');
  const newest = async () => (await service.jobs({ limit: 1 })).jobs[0];
  await expect.poll(newest).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
});

test('where submitted jobs cannot be looked at, their IDs are told', async () => {
  const front = await frontOf(sandbox.url);
  const behind = await connectedHere(front.url);
  front.refuse((request) => (/^GET .v1.jobs/.test(request) ? { status: 401, code: 'unauthorized' } : null));
  const generate = { name: 'generate', arguments: { prompt: 'by the sea', num_images: 2 } };
  const lost = (await behind.callTool(generate)) as CallToolResult;
  const { jobs } = await service.jobs({ limit: 2 });
  expect(lost.isError).toBe(true);
  for (const { id } of jobs) expect(textOf(lost)).toContain(id);
  expect(textOf(lost)).toContain('do not submit again');
  front.refuse((request) => (request.startsWith('POST /v1/jobs') ? 'gone' : null));
  expect(textOf((await behind.callTool(generate)) as CallToolResult)).toContain(
    'call list_jobs before you submit again',
  );
  // Taken perhaps, and refused when it is sent again.
  const posts = () => front.seen.filter((request) => request === 'POST /v1/jobs').length;
  for (const refusal of [
    { status: 503, code: 'unavailable' },
    { status: 409, code: 'idempotency_in_progress' },
  ]) {
    const before = posts();
    front.refuse((request) =>
      !request.startsWith('POST /v1/jobs') ? null : posts() === before + 1 ? 'gone' : refusal,
    );
    const open = textOf((await behind.callTool(generate)) as CallToolResult);
    expect(open).toContain('call list_jobs before you submit again');
    expect(open).not.toContain('call again');
  }
  front.refuse((request) =>
    request.startsWith('POST /v1/jobs') ? { status: 409, code: 'idempotency_uncertain' } : null,
  );
  expect(textOf((await behind.callTool(generate)) as CallToolResult)).toContain(
    'The service may have accepted the request',
  );
  await behind.close();
  await front.close();
});

test('models, prices, jobs and assets are told', async () => {
  expect((await call('list_models', {})).structuredContent).toHaveProperty('models');
  expect((await call('price', { operation: 'animate', duration_seconds: 10 })).structuredContent).toMatchObject({
    credits: 10,
    model: 'video-3',
  });
  expect((await call('list_jobs', { limit: 2 })).structuredContent?.jobs).toHaveLength(2);
  expect((await call('list_assets', { public_only: true })).structuredContent).toMatchObject({ total_count: 4 });
});

test.each([
  ['a file that is not there', 'upscale', { image: '/nowhere.png' }, '/nowhere.png does not exist'],
  ['a missing picture', 'try_on', { garments: ['a.png'] }, /^person is needed/],
  ['no garment', 'try_on', { person: 'P' }, /^at least one of garments, outfit_asset_ids is needed/],
  ['a price of a model that does not do it', 'price', { operation: 'upscale', model: 'v6' }, 'allowed: upscale-1'],
  ['an unknown field', 'generate', { prompt: 'x', colour: 'red' }, 'colour'],
  [
    'an option the model has not',
    'generate',
    { prompt: 'x', aspect_ratio: '7:1' },
    'list_models says what each model takes',
  ],
  ['a gated model', 'try_on', { person: 'P', garments: ['P'], model: 'v5' }, 'Choose another model'],
  ['an unknown ID', 'get_job', { job_id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50' }, 'list_jobs and list_assets show'],
  ['a job that fails', 'generate', { prompt: 'sandbox:fail=provider_unavailable' }, 'Try again in a few minutes'],
])('%s is an error that says what to do', async (_case, name, input, message) => {
  const given = JSON.parse(JSON.stringify(input).replaceAll('"P"', JSON.stringify(picture)));
  const result = await call(name, given);
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(message);
});

test('without a key it ends with 2 and says where one is looked for', async () => {
  const { code, err } = await atelier(['mcp', '--data', folder]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('ATELIER_API_KEY is not set') });
});
