import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

/** The service tells the true kind of a misplaced ID to its own workspace, and to no other. */

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
});
afterAll(() => service.stop());

function expectNotFound({ status, body, text }: Answer, message: RegExp): void {
  expect([status, body.code], text).toEqual([404, 'not_found']);
  expect(body.message).toMatch(message);
}

test('the ID of a job leads to that of its result, in a path and in a body', async () => {
  const { id } = (await workspace.post('/v1/images/generate', { prompt: 'a coat' })).body.jobs[0];
  const { result } = await workspace.final(id);
  const says = new RegExp(`here is no image ${id}\\. That is the ID of a job: use its result\\.id, ${result.id}\\.$`);
  expectNotFound(await workspace.post(`/v1/images/${id}/upscale`, {}), says);
  const input = { person_image_id: id, outfit_image_ids: [await workspace.image()] };
  const answer = await workspace.post('/v1/jobs', { operation: 'virtual_try_on', input });
  expectNotFound(answer, says);
  expect(answer.body.message).toMatch(/^\/input\/person_image_id: there is no image/);
  expect((await workspace.post(`/v1/images/${result.id}/upscale`, {})).status).toBe(202);
});

test('the ID of a job that has not completed is told with its status', async () => {
  const { id } = (await workspace.post('/v1/images/generate', { prompt: 'sandbox:delay=60000' })).body.jobs[0];
  const says = /That is the ID of a job: use its result\.id once it has completed; it is (pending|generating)\.$/;
  expectNotFound(await workspace.post(`/v1/images/${id}/upscale`, {}), says);
});

test('the ID of a version leads to that of its result', async () => {
  const parent = (await workspace.post(`/images/${await workspace.image()}/edit`, { prompt: 'blue' })).body;
  const [version] = parent.versions;
  const { result } = await workspace.final(version.source_image_id);
  const answer = await workspace.post(`/v1/images/${version.id}/upscale`, {});
  expectNotFound(answer, new RegExp(`That is the ID of a version: use its result\\.id, ${result.id}\\.$`));
});

/** IDs of each kind that the workspace has. */
async function ownIds() {
  const image = await workspace.image();
  const parent = (await workspace.post(`/images/${image}/edit`, { prompt: 'blue' })).body;
  const asset = (await workspace.post('/assets', { type: 'outfit', alias: 'Shirt' })).body.id;
  const [{ id: version, source_image_id: job }] = parent.versions;
  const { result } = await workspace.final(job);
  return { image, asset, version, job, result: result.id };
}

test('each kind of ID in the place of another is named, with the place where it belongs', async () => {
  const { image, asset, version, job, result } = await ownIds();
  const isImage = `That is the ID of an image, which is at /images/${image}.`;
  const isAsset = `That is the ID of an asset, which is at /assets/${asset}.`;
  const isJob = `That is the ID of a job, which is at /v1/jobs/${job}.`;
  const isVersion = `That is the ID of a version: use its result.id, ${result}.`;
  const isOldVersion = `That is the ID of a version of the image ${image}: use its source_image_id.`;
  const products = (id: string) => ({ person_image_id: image, outfit_asset_ids: [id] });
  const asked: readonly (readonly [Promise<Answer>, string])[] = [
    [workspace.get(`/v1/jobs/${image}`), isImage],
    [workspace.get(`/v1/jobs/${version}`), isVersion],
    [workspace.get(`/v1/jobs/${asset}`), isAsset],
    [workspace.get(`/v1/jobs/${asset}/events`), isAsset],
    [workspace.post(`/v1/jobs/${image}/cancel`, {}), isImage],
    [workspace.get(`/assets/${image}`), isImage],
    [workspace.get(`/assets/${job}`), isJob],
    [workspace.get(`/assets/${version}/images`), isOldVersion],
    [workspace.get(`/images/${version}`), isOldVersion],
    [workspace.get(`/images/${asset}`), isAsset],
    [workspace.delete(`/images/${asset}`), isAsset],
    [workspace.post(`/images/${version}/edit`, { prompt: 'red' }), isOldVersion],
    [workspace.post(`/v1/images/${asset}/edit`, { prompt: 'red' }), isAsset],
    [workspace.post('/v1/images/virtual-try-on', products(image)), isImage],
    [workspace.post('/v1/images/virtual-try-on', products(job)), isJob],
    [workspace.get(`/v1/webhooks/${image}/deliveries`), isImage],
  ];
  for (const [answer, says] of asked) {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.message).toContain(says);
  }
});

test('no kind of ID of another workspace is told from one of nobody', async () => {
  const ids = await ownIds();
  const other = await service.workspace();
  for (const id of Object.values(ids))
    for (const path of [`/v1/jobs/${id}`, `/images/${id}`, `/assets/${id}`]) {
      const { status, body } = await other.get(path);
      expect([status, body.message]).toEqual([
        404,
        expect.stringMatching(
          /^There is no (job|image|asset) [0-9a-f-]+\. [^.]*(?:the ID of a job's result|lists the \w+ of the workspace)\.$/,
        ),
      ]);
    }
});

test('another workspace learns nothing of such an ID', async () => {
  const { id } = (await workspace.post('/v1/images/generate', { prompt: 'a coat' })).body.jobs[0];
  const other = await service.workspace();
  expectNotFound(
    await other.post(`/v1/images/${id}/upscale`, {}),
    new RegExp(`^/id: there is no image ${id}\\. Upload it with POST /images, or use the ID of a job's result\\.$`),
  );
});

test('IDs are the same in upper case', async () => {
  const [person, garment] = [await workspace.image(), await workspace.image()];
  const { status, body } = await workspace.post('/v1/images/virtual-try-on', {
    person_image_id: person.toUpperCase(),
    outfit_image_ids: [garment.toUpperCase()],
  });
  expect(status).toBe(202);
  const done = await workspace.final(body.jobs[0].id.toUpperCase());
  expect((await workspace.post(`/v1/images/${done.result.id.toUpperCase()}/upscale`, {})).status).toBe(202);
  expect((await workspace.get(`/images/${person.toUpperCase()}`)).status).toBe(200);
  expect((await workspace.post('/images/batch', { ids: [person.toUpperCase()] })).body).toHaveLength(1);
});
