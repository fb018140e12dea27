import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';
const CLIENTS = 1_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a thousand waiting clients cost one listener, and all learn of the end', async () => {
  const workspace = await service.workspace();
  const { body } = await workspace.post(TRY_ON, {
    person_image_id: await workspace.image(),
    outfit_image_ids: [await workspace.image()],
    prompt: 'sandbox:delay=60000',
  });
  const job = `/v1/jobs/${body.jobs[0].id}`;
  const waiting = Array.from({ length: CLIENTS }, () => workspace.get(`${job}?wait=60`));
  const database = await service.database.connect();
  const { rows } = await database.query(
    `select 1 from pg_stat_activity where application_name = 'atelier changes' and datname = current_database()`,
  );
  expect(rows).toHaveLength(1);

  await workspace.post(`${job}/cancel`);
  const ended = await Promise.all(waiting);
  expect(new Set(ended.map((answer) => answer.body.error?.code))).toEqual(new Set(['canceled']));
  await database.end();
});

test('those who wait for a job whose workspace is deleted are told at once that it is gone, and their streams end', async () => {
  const workspace = await service.workspace();
  const { body } = await workspace.post('/v1/images/generate', { prompt: 'sandbox:delay=60000' });
  const job = `/v1/jobs/${body.jobs[0].id}`;
  const waiting = workspace.get(`${job}?wait=60`);
  const stream = await fetch(`${service.url}${job}/events`, { headers: { authorization: `Bearer ${workspace.key}` } });
  expect((await service.admin('DELETE', `/admin/workspaces/${workspace.id}`)).status).toBe(204);
  const { status, body: answer } = await waiting;
  expect(['not_found', 'unauthorized']).toContain(answer.code);
  expect(status).toBe(answer.code === 'not_found' ? 404 : 401);
  expect(await stream.text()).toMatch(/^event: job\nid: \S+\ndata: \{/);
});

test('a client that connects again after the final event is told to stay away, and one that missed it gets it', async () => {
  const workspace = await service.workspace();
  const { body } = await workspace.post('/v1/images/generate', { prompt: 'a coat' });
  const events = `${service.url}/v1/jobs/${body.jobs[0].id}/events`;
  const connect = (lastEventId?: string) =>
    fetch(events, {
      headers: { authorization: `Bearer ${workspace.key}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    });
  const idsOf = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? '');
  await workspace.final(body.jobs[0].id);
  const [last = ''] = idsOf(await (await connect()).text());
  const after = await connect(last);
  expect([after.status, await after.text()]).toEqual([204, '']);
  const byQuery = await fetch(`${events}?lastEventId=${last}`, {
    headers: { authorization: `Bearer ${workspace.key}` },
  });
  expect([byQuery.status, await byQuery.text()]).toEqual([204, '']);
  const missed = await connect('pending-0');
  expect([missed.status, idsOf(await missed.text())]).toEqual([200, [last]]);
});

test('a service that stops answers those who wait, and ends their streams, at once', async () => {
  const stopped = await startTestService();
  const workspace = await stopped.workspace();
  const { body } = await workspace.post(TRY_ON, {
    person_image_id: await workspace.image(),
    outfit_image_ids: [await workspace.image()],
    prompt: 'sandbox:delay=60000',
  });
  const job = `/v1/jobs/${body.jobs[0].id}`;
  const waiting = workspace.get(`${job}?wait=60`);
  const stream = await fetch(`${stopped.url}${job}/events`, { headers: { authorization: `Bearer ${workspace.key}` } });
  const stopping = stopped.stop();
  expect((await waiting).body.status).toMatch(/pending|generating/);
  expect(await stream.text()).toMatch(/^event: job\nid: \S+\ndata: \{/);
  await stopping;
});

test('a listener that was cut off connects again, and those who wait learn what they missed', async () => {
  const workspace = await service.workspace();
  const { body } = await workspace.post(TRY_ON, {
    person_image_id: await workspace.image(),
    outfit_image_ids: [await workspace.image()],
    prompt: 'sandbox:delay=300',
  });
  const job = `/v1/jobs/${body.jobs[0].id}`;
  const waiting = workspace.get(`${job}?wait=30`);
  const database = await service.database.connect();
  const cut = () =>
    database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atelier changes' and datname = current_database()`,
    );
  do await cut();
  while ((await workspace.get(job)).body.status !== 'completed');
  expect((await waiting).body.status).toBe('completed');
  await database.end();
});
