import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

/** What an ID is that was sent where v1 wants that of a picture is told to its own workspace. */

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

test('another workspace learns nothing of such an ID', async () => {
  const { id } = (await workspace.post('/v1/images/generate', { prompt: 'a coat' })).body.jobs[0];
  const other = await service.workspace();
  expectNotFound(await other.post(`/v1/images/${id}/upscale`, {}), new RegExp(`^/id: there is no image ${id}\\.$`));
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
