import type { JobEvent } from '@atelier/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const GENERATE = '/v1/images/generate';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** One event as it came. */
interface Came {
  readonly id: string;
  readonly event: string;
  readonly data: JobEvent;
}

/** Opens the stream of a workspace; `next` resolves with the next event. */
async function follow({ key }: TestWorkspace, lastEventId?: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${service.url}/v1/events`, {
    headers: { authorization: `Bearer ${key}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(): Promise<Came> {
      while (!text.includes('\n\n')) text += (await reader.read()).value ?? '';
      const [part = ''] = text.split('\n\n', 1);
      text = text.slice(part.length + 2);
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
    },
  };
}

async function submit(workspace: TestWorkspace, prompt: string): Promise<string> {
  const { body, text } = await workspace.post(GENERATE, { prompt });
  if (!body.jobs) throw new Error(text);
  return body.jobs[0].id;
}

test('the ends of all jobs of a workspace come as the messages of a webhook, and those of no other', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()];
  await workspace.final(await submit(workspace, 'before the stream'));
  const stream = await follow(await service.withKey(workspace, { scopes: ['read'] }));
  await other.final(await submit(other, 'a linen suit'));
  const prompts = ['a linen suit', 'sandbox:fail=generation_failed', 'sandbox:block'];
  for (const [prompt, event] of [
    [prompts[0], 'job.completed'],
    [prompts[1], 'job.failed'],
    [prompts[2], 'job.policy_blocked'],
  ] as const) {
    const id = await submit(workspace, prompt ?? '');
    const came = await stream.next();
    expect(came).toMatchObject({ event, data: { type: event, data: { id } } });
    const { result, ...job } = await workspace.final(id);
    expect(came.data.data).toMatchObject(job);
    expect(came.data.data.result?.id).toBe(result?.id);
  }
});

test('a client that connects again gets what ended since its last event', async () => {
  const workspace = await service.workspace();
  const stream = await follow(workspace);
  const first = await submit(workspace, 'a linen suit');
  const { id: lastId, data } = await stream.next();
  expect(data.data.id).toBe(first);
  const meanwhile = [await submit(workspace, 'two'), await submit(workspace, 'three')];
  for (const id of meanwhile) await workspace.final(id);
  const again = await follow(workspace, lastId);
  const came = new Set<string>();
  while (!meanwhile.every((id) => came.has(id))) came.add((await again.next()).data.data.id);
  expect([...came].filter((id) => id !== first).sort()).toEqual(meanwhile.sort());
});

test('events come from every process of the service', async () => {
  const workspace = await service.workspace();
  const beside = await service.beside();
  onTestFinished(() => beside.stop());
  const stream = await follow(workspace);
  const answer = await fetch(`${beside.url}${GENERATE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a linen suit' }),
  });
  const { jobs } = (await answer.json()) as { jobs: { id: string }[] };
  expect((await stream.next()).data.data.id).toBe(jobs[0]?.id);
});
