import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { PROCESS_ADMIN_KEY, type ServiceProcess, serviceProcess } from './support/process.ts';
import { smallPicture } from './support/service.ts';
import { type ReceivedSpan, type TraceReceiver, traceReceiver } from './support/trace-receiver.ts';

/** The service as an operator runs it with the standard variables of OpenTelemetry, and the spans at a receiver. */

const CALLERS_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN = 'b7ad6b7169203331';
const SUBMISSION = 'POST /v1/images/virtual-try-on';
const WORDS = 'sandbox:delay=300';

let database: TestDatabase;
let receiver: TraceReceiver;
let service: ServiceProcess;
let key: string;
let workspaceId: string;

/** A sandbox job of the caller's trace, one of no trace that is refused, and a poll of each until it has ended. */
beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), traceReceiver()]);
  service = await serviceProcess({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-receiver-key=secret',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  await service.start();
  const workspace = { name: 'traces', plan: 'enterprise', credits: 100, sandbox: true };
  const made = await service.call(PROCESS_ADMIN_KEY, 'POST', '/admin/workspaces', workspace);
  [key, workspaceId] = [made.api_key, made.workspace.id];
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  const { id } = await service.call(key, 'POST', '/images', form);
  const tryOn = async (prompt: string, headers: Record<string, string>) => {
    const response = await fetch(`${service.url()}/v1/images/virtual-try-on`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ person_image_id: id, outfit_image_ids: [id], prompt }),
    });
    const { jobs } = (await response.json()) as { jobs: { id: string }[] };
    await service.call(key, 'GET', `/v1/jobs/${jobs[0]?.id}?wait=30`);
  };
  await tryOn(WORDS, { traceparent: `00-${CALLERS_TRACE}-${CALLERS_SPAN}-01` });
  await tryOn('a naked woman', {});
  await fetch(`${service.url()}/healthz`);
  // The service sends its remaining spans when it stops.
  await service.remove();
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

const traceOf = (traceId: string | undefined) => receiver.spans.filter((span) => span.traceId === traceId);
const named = (spans: readonly ReceivedSpan[], name: string) => spans.find((span) => span.name === name);

test('one trace leads from the caller through the request and the queue to the engine', () => {
  const trace = traceOf(CALLERS_TRACE);
  const [request, wait, work, call] = [SUBMISSION, 'wait in queue', 'work on job', 'engine call'].map((name) =>
    named(trace, name),
  );
  expect(trace).toHaveLength(4);
  expect(request).toMatchObject({ parentSpanId: CALLERS_SPAN, kind: 2, status: 0 });
  expect(wait).toMatchObject({ parentSpanId: request?.spanId, kind: 1 });
  expect(work).toMatchObject({ parentSpanId: request?.spanId, kind: 5, status: 0 });
  expect(call).toMatchObject({ parentSpanId: work?.spanId, kind: 3, status: 0 });
});

test('spans tell what they were about by the same IDs as the log, and nothing of what a person wrote', () => {
  const trace = traceOf(CALLERS_TRACE);
  const request = named(trace, SUBMISSION)?.facts;
  expect(request).toMatchObject({ 'http.route': '/v1/images/virtual-try-on', 'http.response.status_code': 202 });
  const ids = {
    'atelier.request': request?.['atelier.request'],
    'atelier.workspace': workspaceId,
    'atelier.job': expect.any(String),
  };
  expect(named(trace, 'wait in queue')?.facts).toMatchObject(ids);
  expect(named(trace, 'work on job')?.facts).toMatchObject({
    ...ids,
    'atelier.status': 'completed',
    'atelier.operation': 'virtual_try_on',
  });
  expect(named(trace, 'engine call')?.facts).toMatchObject({ 'atelier.engine': 'sandbox', 'atelier.outcome': 'made' });
  expect(JSON.stringify(receiver.spans)).not.toContain(WORDS);
  expect(JSON.stringify(receiver.spans)).not.toContain(key);
});

test('the work begins where the wait ends, and the engine is called within it', () => {
  const trace = traceOf(CALLERS_TRACE);
  const of = (name: string) => named(trace, name) ?? expect.fail(`no span ${name}`);
  const [wait, work, call] = [of('wait in queue'), of('work on job'), of('engine call')];
  expect(wait.startMs).toBeLessThanOrEqual(wait.endMs);
  expect(wait.endMs).toBeLessThanOrEqual(work.endMs);
  expect(call.startMs).toBeGreaterThanOrEqual(work.startMs);
  expect(call.endMs).toBeLessThanOrEqual(work.endMs);
  // The engine took its 300 ms.
  expect(call.endMs - call.startMs).toBeGreaterThanOrEqual(290);
});

test('a request that names no trace begins one, and a job that no engine saw has no call', () => {
  const request = receiver.spans.find(({ name, traceId }) => name === SUBMISSION && traceId !== CALLERS_TRACE);
  const trace = traceOf(request?.traceId);
  expect(request?.parentSpanId ?? '').toBe('');
  expect(trace.map(({ name }) => name).sort()).toEqual([SUBMISSION, 'wait in queue', 'work on job']);
  expect(named(trace, 'work on job')?.facts).toMatchObject({ 'atelier.status': 'policy_blocked' });
});

test('what machines ask every few seconds is not traced', () => {
  expect(receiver.spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
});

test('the receiver gets the headers and the names that the variables say', () => {
  expect(receiver.headers.every((headers) => headers['x-receiver-key'] === 'secret')).toBe(true);
  expect(receiver.spans[0]?.resource).toMatchObject({
    'service.name': 'atelier',
    'deployment.environment.name': 'test',
  });
});
