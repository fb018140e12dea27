import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallMask, startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

/** Storage is limited for each workspace: one that fills its own takes none of another's. */

/** Limits of the plans here, in bytes: `pro` holds little, `free` may upload little a day. */
const HELD_MAX = 100_000;
const DAY_MAX = 70_000;

/** Side of the pictures here, in pixels: noise, so that a stored one has some 30,000 bytes. */
const SIDE = 100;

const DAY_MS = 86_400_000;

let service: TestService;
let folder: string;
let picture: Uint8Array<ArrayBuffer>;
let laterMs = 0;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-storage-'));
  const file = path.join(folder, 'atelier.config.json');
  const plans = { pro: { storage_bytes: HELD_MAX }, free: { upload_bytes_per_day: DAY_MAX, storage_bytes: null } };
  await fs.writeFile(file, JSON.stringify({ plans }));
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  picture = new Uint8Array(
    await sharp(randomBytes(SIDE * SIDE * 3), { raw })
      .png()
      .toBuffer(),
  );
  service = await startTestService({
    parts: { clock: { now: () => new Date(Date.now() + laterMs) } },
    environment: { ATELIER_CONFIG: file },
  });
});
afterAll(async () => {
  await service.stop();
  await fs.rm(folder, { recursive: true });
});

async function upload({ key }: TestWorkspace) {
  const form = new FormData();
  form.set('file', new Blob([picture]), 'noise.png');
  return service.call(key, 'POST', '/images', form);
}

async function account(workspace: TestWorkspace) {
  return (await workspace.get('/v1/account')).body;
}

const heldBy = async (workspace: TestWorkspace): Promise<number> => (await account(workspace)).storage.held_bytes;

/** The records of the tables: bytes of all media of a workspace, and the number of files to remove. */
async function recorded({ id }: TestWorkspace): Promise<{ held: number; announced: number }> {
  const client = await service.database.connect();
  try {
    const { rows } = await client.query(
      `select coalesce(sum(size_bytes), 0)::int as held, (select count(*)::int from media_removals) as announced
       from media where workspace_id = $1`,
      [id],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

test('uploads at the same moment cannot pass what a workspace may hold, and another workspace is not touched', async () => {
  const hostile = await service.workspace({ name: 'hostile', plan: 'pro' });
  const neighbour = await service.workspace({ name: 'neighbour', plan: 'pro' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(hostile)));
  const refused = answers.filter(({ status }) => status === 403);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403]);
  for (const { body } of refused) {
    expect(body).toMatchObject({
      code: 'plan_limit_exceeded',
      cta: true,
      next_action: 'upgrade_plan',
      current_plan: 'pro',
    });
    expect(body.message).toMatch(
      /^The workspace holds [\d.]+ KiB of the 97\.7 KiB that the plan pro allows; this image of [\d.]+ KiB is too much\. Delete images/,
    );
  }
  const held = await heldBy(hostile);
  expect(held).toBeGreaterThan(HELD_MAX / 2);
  expect(held).toBeLessThanOrEqual(HELD_MAX);
  expect(await recorded(hostile)).toEqual({ held, announced: 0 });

  expect((await upload(neighbour)).status).toBe(201);
  expect(await account(neighbour)).toMatchObject({
    limits: { storage_bytes: HELD_MAX },
    storage: { held_bytes: held / 3 },
  });
});

test('results of accepted jobs are kept over the limit; new work is refused until images are deleted, also after a restart', async () => {
  const workspace = await service.workspace({ plan: 'pro' });
  const source = (await upload(workspace)).body.id;
  const small = await workspace.image();
  const edit = { prompt: 'make it red' };
  const { body } = await workspace.post(`/v1/images/${source}/edit`, { ...edit, num_images: 8 });
  const jobs = await Promise.all(body.jobs.map(({ id }: { id: string }) => workspace.final(id)));
  expect(jobs.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'completed'));
  const held = await heldBy(workspace);
  expect(held).toBeGreaterThan(HELD_MAX);
  await service.restart();
  expect(await heldBy(workspace)).toBe(held);
  expect(await recorded(workspace)).toMatchObject({ held });

  const { balance } = await account(workspace);
  const mask = `data:image/png;base64,${Buffer.from(await smallMask()).toString('base64')}`;
  for (const [target, request] of [
    [`/v1/images/${source}/edit`, edit],
    [`/v1/images/${small}/inpaint`, { mask }],
    [`/images/${source}/edit`, edit],
  ] as const) {
    const refused = await workspace.post(target, request);
    expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit_exceeded', next_action: 'upgrade_plan' } });
    expect(refused.body.message).toMatch(/^The workspace holds [\d.]+ MiB\b.*\b97\.7 KiB\b.*Delete images/);
  }
  expect(await recorded(workspace)).toEqual({ held, announced: 0 });
  expect((await account(workspace)).balance).toBe(balance);

  for (const { id } of jobs) expect((await workspace.delete(`/images/${id}`)).status).toBe(204);
  expect(await heldBy(workspace)).toBeLessThan(HELD_MAX);
  const again = await workspace.post(`/v1/images/${source}/edit`, edit);
  expect(again.status).toBe(202);
  await workspace.final(again.body.jobs[0].id);
});

test('uploads of a day are counted whether they are kept or not, and the next day begins at zero', async () => {
  const workspace = await service.workspace({ plan: 'free' });
  for (const _ of [1, 2]) {
    const { body } = await upload(workspace);
    await workspace.delete(`/images/${body.id}`);
  }
  expect(await account(workspace)).toMatchObject({
    limits: { storage_bytes: null, upload_bytes_per_day: DAY_MAX },
    storage: { held_bytes: 0 },
  });
  const refused = await upload(workspace);
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit_exceeded' } });
  expect(refused.body.message).toMatch(/uploaded [\d.]+ KiB today \(UTC\), and the plan free allows 68\.4 KiB a day/);
  laterMs = DAY_MS;
  expect((await account(workspace)).storage.uploaded_bytes_today).toBe(0);
  expect((await upload(workspace)).status).toBe(201);
});
