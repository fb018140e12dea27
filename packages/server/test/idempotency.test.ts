import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connection.ts';
import { sweepRecordedAnswers } from '../src/maintenance/sweeps.ts';
import { waitingForLock } from './support/database.ts';
import { smallMask, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';
const HOUR_MS = 3_600_000;

/** How far the service's clock is ahead. */
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ parts: { clock } });
});
afterAll(() => service.stop());

/** A workspace and a way to submit one and the same request with it. */
async function shop() {
  const workspace = await service.workspace();
  const photos = { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] };
  const submit = (key: string, further = {}) =>
    workspace.post(TRY_ON, { ...photos, ...further }, { 'idempotency-key': key });
  return { workspace, photos, submit };
}

const jobsOf = async (workspace: TestWorkspace) => (await workspace.get('/v1/jobs')).body.jobs;
const balanceOf = async (workspace: TestWorkspace) => (await workspace.get('/v1/account')).body.balance;

test('a replay has the bytes of the first answer, makes no job and costs nothing', async () => {
  const { workspace, submit } = await shop();
  const first = await submit('order-1');
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  const replay = await submit('order-1');
  expect([replay.status, replay.text]).toEqual([202, first.text]);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(await jobsOf(workspace)).toHaveLength(1);
  expect(await balanceOf(workspace)).toBe(999);
  for (const other of [{ seed: 1 }, { seed: 'one' }, { aspect_ratio: '7:5' }])
    expect((await submit('order-1', other)).body.code).toBe('idempotency_conflict');
});

test('a replay tells nothing of a record that was deleted, and makes no new work', async () => {
  const { workspace } = await shop();
  const submit = () =>
    workspace.post('/v1/images/generate', { prompt: 'a secret coat', num_images: 3 }, { 'idempotency-key': 'order-2' });
  const { body: first } = await submit();
  const ids: string[] = first.jobs.map(({ id }: { id: string }) => id);
  const results: string[] = [];
  for (const id of ids) results.push((await workspace.final(id)).result.id);
  await workspace.delete(`/v1/images/${results[0]}`);
  const { body: partly } = await submit();
  const [one, ...others] = first.jobs;
  expect(partly).toEqual({ ...first, jobs: [{ ...one, request: null }, ...others] });
  await workspace.post('/v1/images/delete', { ids: [results[1]] });
  await workspace.delete(`/images/${ids[2]}`);
  const replay = await submit();
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(replay.body.jobs.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(replay.text).not.toContain('secret');
  const client = await service.database.connect();
  const { rows } = await client.query(`select from idempotency_receipts where response like '%secret%'`);
  await client.end();
  expect(rows).toEqual([]);
  expect(await jobsOf(workspace)).toHaveLength(3);
});

test('a body with other white space and keys in another order is the same request; a list in another order is not', async () => {
  const { workspace, photos } = await shop();
  const [one, other] = [await workspace.image(), await workspace.image()];
  const submit = (text: string) =>
    workspace.post(TRY_ON, text, { 'idempotency-key': 'order', 'content-type': 'application/json' });
  const person = `"person_image_id":"${photos.person_image_id}"`;
  const first = await submit(`{${person},"outfit_image_ids":["${one}","${other}"],"seed":1}`);
  expect(first.status, first.text).toBe(202);
  const replay = await submit(`{ "seed": 1.0,\n"outfit_image_ids": [ "${one}", "${other}" ], ${person} }`);
  expect([replay.status, replay.text]).toEqual([202, first.text]);
  const turned = await submit(`{${person},"outfit_image_ids":["${other}","${one}"],"seed":1}`);
  expect([turned.status, turned.body.code]).toEqual([409, 'idempotency_conflict']);
});

test('refused work takes no key', async () => {
  const { submit } = await shop();
  expect((await submit('mended', { aspect_ratio: '7:5' })).status).toBe(422);
  expect((await submit('mended')).status).toBe(202);
});

test('a mask inside the request is kept with the work, and not again with its replay or its refusal', async () => {
  const { workspace, photos } = await shop();
  const mask = `data:image/png;base64,${Buffer.from(await smallMask()).toString('base64')}`;
  const inpaint = (key: string, further = {}) =>
    workspace.post(`/v1/images/${photos.person_image_id}/inpaint`, { mask, ...further }, { 'idempotency-key': key });
  const uploads = path.join(service.data, 'media', 'blobs', 'uploads');
  const stored = async () =>
    (await fs.readdir(uploads, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  const before = await stored();
  const first = await inpaint('mask');
  expect(first.status).toBe(202);
  expect(await stored()).toBe(before + 1);
  expect((await inpaint('mask')).text).toBe(first.text);
  expect((await inpaint('other', { reference_image_id: randomUUID() })).status).toBe(404);
  expect(await stored()).toBe(before + 1);
});

test('a key is of one workspace', async () => {
  const [one, other] = [await shop(), await shop()];
  expect((await one.submit('same')).status).toBe(202);
  expect((await other.submit('same')).headers.get('idempotency-replayed')).toBeNull();
});

test('twenty twins at once make one set of jobs', async () => {
  const { workspace, submit } = await shop();
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit('twins')));
  const accepted = answers.filter(({ status }) => status === 202);
  expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
  for (const { status, body } of answers)
    if (status !== 202) expect([status, body.code]).toEqual([409, 'idempotency_in_progress']);
  expect(await jobsOf(workspace)).toHaveLength(1);
});

test('a twin of a request that takes its time is told so at once, and does not wait', async () => {
  const { workspace, submit } = await shop();
  const elsewhere = await service.database.connect();
  await elsewhere.query('begin');
  await elsewhere.query('select id from workspaces where id = $1 for update', [workspace.id]);
  const first = submit('slow');
  await expect.poll(() => waitingForLock(elsewhere)).toBe(1);
  const twin = await submit('slow');
  expect([twin.status, twin.body.code, twin.headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
  await elsewhere.query('rollback');
  await elsewhere.end();
  expect((await first).status).toBe(202);
  expect((await submit('slow')).text).toBe((await first).text);
});

test('a replay works on another process, and after a restart', async () => {
  const { workspace, photos, submit } = await shop();
  const first = await submit('anywhere');
  await workspace.final(first.body.jobs[0].id);
  const other = await service.beside();
  const replay = await fetch(other.url + TRY_ON, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'anywhere',
    },
    body: JSON.stringify(photos),
  });
  expect(await replay.text()).toBe(first.text);
  await other.stop();
  await service.restart();
  expect((await submit('anywhere')).text).toBe(first.text);
  expect((await workspace.get(`/v1/jobs/${first.body.jobs[0].id}`)).body.status).toBe('completed');
});

test('a receipt holds for 24 hours; then the key is free, and the sweep takes the receipt', async () => {
  const { submit } = await shop();
  const first = await submit('day');
  aheadMs = 24 * HOUR_MS - 60_000;
  expect((await submit('day')).text).toBe(first.text);
  aheadMs = 24 * HOUR_MS + 60_000;
  const later = await submit('day');
  expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([202, null]);
  expect(later.body.jobs[0].id).not.toBe(first.body.jobs[0].id);
  expect((await submit('day')).text).toBe(later.text);

  const database = await service.database.connect();
  const receipts = async () => (await database.query('select key from idempotency_receipts')).rows;
  const db = openDatabase({ connectionString: service.database.url }, pino({ level: 'silent' }));
  await sweepRecordedAnswers(db, clock);
  expect(await receipts()).toEqual([{ key: 'day' }]);
  aheadMs = 49 * HOUR_MS;
  await sweepRecordedAnswers(db, clock);
  expect(await receipts()).toEqual([]);
  await Promise.all([database.end(), db.destroy()]);
});
