import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallMask, smallPicture, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
});
afterAll(() => service.stop());

const balanceOf = async ({ get }: TestWorkspace) => (await get('/v1/account')).body.balance;

/** An edit of an image that has ended; the version as the parent shows it. */
async function editedVersion(own: TestWorkspace, imageId: string, body: Record<string, unknown> = {}) {
  const { status, body: parent } = await own.post(`/images/${imageId}/edit`, { prompt: 'blue', ...body });
  expect([status, parent.id, parent.status]).toEqual([202, imageId, 'completed']);
  const version = parent.versions[0];
  await own.final(version.source_image_id);
  return (await own.get(`/images/${imageId}`)).body.versions.find(({ id }: { id: string }) => id === version.id);
}

test('null stands for a field left out, and unknown fields are ignored', async () => {
  const body = {
    person_image_id: await workspace.image(),
    outfit_image_id: await workspace.image(),
    outfit_asset_id: null,
    seed: null,
    aspect_ratio: null,
    storefront: { session: 1 },
  };
  const { status, body: records } = await workspace.post('/images/virtual-try-on', body);
  expect([status, records.length, records[0].status, records[0].credits_used]).toEqual([202, 1, 'pending', 50]);
});

test('an upload takes the first file in the field file, and ignores the other parts', async () => {
  const form = new FormData();
  const parts = [
    ['image', 70],
    ['file', 80],
    ['file', 90],
  ] as const;
  for (const [field, width] of parts) {
    const picture = sharp({ create: { width, height: 64, channels: 3, background: 'red' } }).png();
    form.append(field, new Blob([new Uint8Array(await picture.toBuffer())]), `${width}.png`);
  }
  form.append('source', 'shop');
  const { status, body } = await service.call(workspace.key, 'POST', '/images', form);
  expect([status, body.width_px]).toEqual([201, 80]);
});

test('a refusal names the field as it was sent', async () => {
  const film = (await workspace.post('/text-to-video', { prompt: 'a walk' })).body;
  await workspace.final(film.id);
  const image = await workspace.image();
  const refusals = [
    [{ person_image_id: image, outfit_image_id: film.id }, 422, 'invalid_source', /\/outfit_image_id: .* is a video/],
    [{ person_image_id: image, outfit_image_id: image, version_id: randomUUID() }, 404, 'not_found', /version/],
    [
      { person_image_url: 'https://example.com/a.jpg', outfit_image_id: image, create_version: true },
      400,
      'invalid_request',
      /\/create_version/,
    ],
    [{ person_image_id: image }, 400, 'invalid_request', /garment source .*outfit_image_url.*none was given/],
  ] as const;
  for (const [body, status, code, message] of refusals) {
    const answer = await workspace.post('/images/virtual-try-on', body);
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
    expect(answer.body.message).toMatch(message);
    expect(Object.keys(answer.body).sort()).toEqual(
      ['error', 'code', 'message', 'cta', 'next_action', 'current_plan', 'user_message', 'extra_context'].sort(),
    );
  }
});

test('a job that is not finished, or made nothing, is no source, and its state is named', async () => {
  const [slow] = (await workspace.post('/images/generate', { prompt: 'x sandbox:delay=60000' })).body;
  const [lost] = (await workspace.post('/images/generate', { prompt: 'x sandbox:block' })).body;
  const [filtered] = (await workspace.post('/images/generate', { prompt: 'x sandbox:nsfw' })).body;
  await workspace.final(lost.id);
  await workspace.final(filtered.id);
  for (const [id, state] of [
    [slow.id, /pending|generating/],
    [lost.id, /policy_blocked/],
    [filtered.id, /nsfw_filtered/],
  ]) {
    const { status, body } = await workspace.post(`/images/${id}/edit`, { prompt: 'x' });
    expect([status, body.code]).toEqual([422, 'invalid_source']);
    expect(body.message).toMatch(state);
  }
  await workspace.post(`/v1/jobs/${slow.id}/cancel`);
});

test('versions form chains: of the original, of a version, and of the job that made one', async () => {
  const image = await workspace.image();
  const first = await editedVersion(workspace, image);
  const second = await editedVersion(workspace, image, { version_id: first.id });
  const third = await editedVersion(workspace, first.source_image_id);
  const parent = (await workspace.get(`/images/${image}`)).body;
  expect(parent.versions.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  const child = (await workspace.get(`/images/${first.source_image_id}`)).body;
  expect(child.versions.map(({ id, image_id: of }: { id: string; image_id: string }) => [id, of])).toEqual([
    [third.id, first.source_image_id],
  ]);
  expect(first.path).toMatch(/^http/);
  const foreign = await workspace.post(`/images/${image}/edit`, { prompt: 'x', version_id: third.id });
  expect([foreign.status, foreign.body.code]).toEqual([422, 'invalid_source']);
});

test('the version worked on is the one that was named, without one the original', async () => {
  const image = await workspace.image();
  const up = (await workspace.post(`/images/${image}/upscale`, { upscale_factor: 4 })).body.versions[0];
  expect((await workspace.final(up.source_image_id)).result).toMatchObject({ width: 192, height: 256 });
  for (const [body, width] of [
    [{ upscale_factor: 2, version_id: up.id }, 384],
    [{ upscale_factor: 2 }, 96],
  ] as const) {
    const answer = await workspace.post(`/images/${image}/upscale`, body);
    expect(answer.status).toBe(200);
    const made = await workspace.final(answer.body.versions[0].source_image_id);
    expect(made.result.width).toBe(width);
  }
});

test('words for the aspect ratio and the model of a generation are understood', async () => {
  const { status, body } = await workspace.post('/images/generate', {
    prompt: 'x',
    aspect_ratio: 'landscape',
    model_version: 'nano-banana',
    model: 'nano-banana-pro',
    outfit_image_id: await workspace.image(),
  });
  expect([status, body[0].credits_used]).toEqual([202, 100]);
  const { result } = await workspace.final(body[0].id);
  expect(result.width / result.height).toBeCloseTo(4 / 3, 1);
});

test('a client of this kind of interface finds its way: upload, try on, pick the version from the parent, inpaint, film', async () => {
  const upload = async (type: string) => {
    const form = new FormData();
    form.set('type', type);
    form.set(
      'file',
      new Blob([await (type === 'inpaint-mask' ? smallMask() : smallPicture())], { type: 'image/png' }),
      `${type}.png`,
    );
    const { status, body } = await service.call(workspace.key, 'POST', '/images', form);
    expect(status).toBe(201);
    return body.id as string;
  };
  const [person, outfit, base, mask, reference] = await Promise.all(
    ['virtual-try-on-person', 'virtual-try-on-outfit', 'inpaint-base', 'inpaint-mask', 'inpaint-reference'].map(upload),
  );
  const [tried] = (
    await workspace.post('/images/virtual-try-on', {
      person_image_id: person,
      outfit_image_id: outfit,
      style: 'studio',
      resolution: 'standard',
      num_images: 1,
    })
  ).body;
  await workspace.final(tried.id);
  const done = (await workspace.get(`/images/${tried.id}`)).body;
  expect(done).toMatchObject({
    id: tried.id,
    status: 'completed',
    task: 'virtual_try_on.sandbox',
    credits_used: 50,
  });
  expect([done.path, done.finish_timestamp].every((value) => typeof value === 'string')).toBe(true);

  const painted = (
    await workspace.post(`/images/${base}/inpaint`, {
      mask_image_id: mask,
      reference_image_id: reference,
      prompt: 'a belt',
      denoise: 0.99,
      mask_expansion_percent: 3,
      num_images: 1,
      seed: 7,
    })
  ).body.versions[0];
  const pollParent = async () =>
    (await workspace.get(`/images/${base}`)).body.versions.find(({ id }: { id: string }) => id === painted.id);
  await expect.poll(async () => (await pollParent()).status, { timeout: 10_000 }).toBe('completed');
  expect(await pollParent()).toMatchObject({ version_type: 'inpainted', path: expect.stringMatching(/^http/) });

  const film = (await workspace.post(`/images/${tried.id}/video`, { prompt: 'she turns' })).body;
  await workspace.final(film.id);
  const { path, video_path: videoPath } = (await workspace.get(`/images/${film.id}`)).body;
  expect([videoPath, (await fetch(path)).headers.get('content-type')]).toEqual([path, 'video/mp4']);
});

test('deleting an unfinished image cancels it, refunds it and hides its record; v1 still shows the job', async () => {
  const own = await service.workspace({ credits: 10 });
  const [slow] = (await own.post('/images/generate', { prompt: 'x sandbox:delay=60000' })).body;
  expect((await own.delete(`/images/${slow.id}`)).status).toBe(204);
  expect(await balanceOf(own)).toBe(10);
  expect((await own.get(`/images/${slow.id}`)).status).toBe(404);
  expect((await own.delete(`/images/${slow.id}`)).status).toBe(404);
  expect((await own.get(`/v1/jobs/${slow.id}`)).body).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
});

test('deleting a result by either of its IDs takes its bytes and its versions list along, and keeps what was made from it', async () => {
  const image = await workspace.image();
  const version = await editedVersion(workspace, image);
  const job = (await workspace.get(`/v1/jobs/${version.source_image_id}`)).body;
  const later = await editedVersion(workspace, version.source_image_id);
  expect((await workspace.delete(`/images/${job.result.id}`)).status).toBe(204);
  for (const id of [job.result.id, version.source_image_id])
    expect((await workspace.get(`/images/${id}`)).status).toBe(404);
  expect((await fetch(job.result.url)).status).toBe(404);
  expect((await workspace.get(`/images/${image}`)).body.versions).toEqual([]);
  expect((await workspace.get(`/v1/jobs/${job.id}`)).body).toMatchObject({
    status: 'completed',
    result: null,
    credits_used: 1.5,
  });
  expect((await fetch(later.path)).status).toBe(200);
});

test('of ten deletions of one image at once exactly one finds it', async () => {
  const image = await workspace.image();
  const answers = await Promise.all(Array.from({ length: 10 }, () => workspace.delete(`/images/${image}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
});

test('words for the outfit, the model and the set stand for a prompt', async () => {
  const made = await workspace.post('/images/generate', {
    outfit_text: 'a linen suit',
    model_text: 'an old sailor',
    set_text: 'a harbour',
  });
  expect(made.status).toBe(202);
  expect((await workspace.post('/images/generate', { set_text: 'a harbour' })).status).toBe(202);
  expect((await workspace.post('/images/generate', {})).body.message).toMatch(
    /needs at least one reference .* or a prompt/,
  );
});
