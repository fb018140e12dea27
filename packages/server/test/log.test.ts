import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel, scriptedEngine } from './support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

/**
 * The log can be searched by request, job and workspace: each line that is about one of them carries its ID, under one
 * name.
 */

const EDIT = { prompt: 'make the coat red' };

const lines: string[] = [];
let service: TestService;
let workspace: TestWorkspace;
let image: string;

beforeAll(async () => {
  const engine = scriptedEngine(async ({ order }, { signal }, run) => {
    if (order.prompt === 'break') throw new Error('this as well');
    if (order.prompt === 'wait')
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (run === 1) throw new Error('nobody foresaw this');
    return run === 2 ? { kind: 'failed', code: 'generation_failed', message: 'The engine gave up.' } : onePixel();
  });
  service = await startTestService({
    parts: { engine, logTo: { write: (line) => void lines.push(line) } },
    environment: { ATELIER_LOG_LEVEL: 'debug' },
  });
  workspace = await service.workspace({ sandbox: false });
  image = await workspace.image();
});
afterAll(() => service.stop());

const linesOf = (message: string) => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

test('what happens to a job is told with the request it came by, its own ID and its workspace', async () => {
  const submitted = await workspace.post(`/v1/images/${image}/edit`, EDIT);
  const job = submitted.body.jobs[0].id;
  const ids = { request: submitted.headers.get('x-request-id'), job, workspace: workspace.id };
  expect((await workspace.final(job)).error.code).toBe('generation_failed');
  expect(linesOf('an attempt broke; the job is tried again')).toEqual([
    expect.objectContaining({
      ...ids,
      level: 50,
      attempt: 1,
      err: expect.objectContaining({ message: 'nobody foresaw this' }),
    }),
  ]);
  expect(linesOf('The engine gave up.')).toEqual([expect.objectContaining({ ...ids, code: 'generation_failed' })]);
});

test('a job of the unversioned interface is told in the same way', async () => {
  const submitted = await workspace.post(`/images/${image}/edit`, { prompt: 'a naked woman' });
  expect(submitted.status).toBe(202);
  const request = submitted.headers.get('x-request-id');
  await expect
    .poll(() => lines.map((line) => JSON.parse(line)).find((line) => line.code === 'policy_blocked'), {
      timeout: 20_000,
    })
    .toMatchObject({ request, workspace: workspace.id, job: expect.any(String) });
});

test('a job that is canceled, and one that breaks its engine each time, are told once', async () => {
  const canceled = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'wait' });
  const job = canceled.body.jobs[0].id;
  const cancel = await workspace.post(`/v1/jobs/${job}/cancel`);
  const ids = { request: cancel.headers.get('x-request-id'), job, workspace: workspace.id };
  expect(linesOf('a job was canceled')).toEqual([expect.objectContaining(ids)]);

  const broken = (await workspace.post(`/v1/images/${image}/edit`, { prompt: 'break' })).body.jobs[0].id;
  expect((await workspace.final(broken)).error.code).toBe('generation_failed');
  expect(linesOf('The engine broke on this job 3 times.')).toEqual([
    expect.objectContaining({ job: broken, workspace: workspace.id, code: 'generation_failed' }),
  ]);
});

test('a refused request is told with its ID and its workspace, without one where no key was known', async () => {
  const known = await workspace.get('/v1/jobs/00000000-0000-7000-8000-000000000000');
  const unknown = await service.call('no-key', 'GET', '/v1/account');
  const refused = linesOf('a request was refused');
  const of = (answer: typeof known) => refused.find(({ request }) => request === answer.headers.get('x-request-id'));
  expect(of(known)).toMatchObject({ code: 'not_found', workspace: workspace.id });
  expect(of(unknown)).toMatchObject({ code: 'unauthorized' });
  expect(of(unknown)).not.toHaveProperty('workspace');
});

test('no line names an ID in another way', () => {
  const names = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))));
  expect(
    [...names]
      .filter((name) => /^(req|requests?_?id|jobs?_?id|jobs|workspaces?_?id|engine_?name)$|id$/i.test(name))
      .sort(),
  ).toEqual(['pid']);
});
