import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineOutcome, LocalEngine, PictureToCutOut } from '../src/engines/port.ts';
import { scriptedEngine } from './support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const SIDE = 40;

/** A red disc on grey. */
function disc(): Extract<EngineOutcome, { kind: 'made' }> {
  const rgb = new Uint8Array(SIDE * SIDE * 3).fill(200);
  for (let i = 0; i < SIDE * SIDE; i++) if (isInDisc(i)) rgb.set([190, 20, 30], i * 3);
  return { kind: 'made', output: { kind: 'pixels', width: SIDE, height: SIDE, rgb }, warnings: [] };
}

const isInDisc = (i: number) => Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2) < SIDE / 4;

/** Cuts discs out, and nothing else. */
const cutOut: LocalEngine['cutOut'] = async ({ width, height, rgb }: PictureToCutOut) => {
  if (width !== SIDE) return { kind: 'input_rejected', message: 'Nothing stands out.' };
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => (isInDisc(i) ? 255 : 0));
  return { kind: 'made', output: { kind: 'pixels', width, height, rgb, alpha }, warnings: [] };
};

let service: TestService;
let workspace: TestWorkspace;
let image: string;

beforeAll(async () => {
  const engine = scriptedEngine(async ({ order, size }) => {
    if (order.prompt !== 'plain') return disc();
    const rgb = new Uint8Array(size.width * size.height * 3).fill(90);
    return { kind: 'made', output: { kind: 'pixels', ...size, rgb }, warnings: [] };
  });
  service = await startTestService({ parts: { engine: { ...engine, cutOut } } });
  workspace = await service.workspace({ sandbox: false });
  image = await workspace.image();
});
afterAll(() => service.stop());

async function edited(body: object) {
  const { body: submission } = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'warmer', ...body });
  const job = await workspace.final(submission.jobs[0].id);
  const answer = await fetch(job.result.url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { job, answer, bytes, metadata: await sharp(bytes).metadata() };
}

test.each([
  [undefined, 'png', 'png'],
  ['png', 'png', 'png'],
  ['jpeg', 'jpeg', 'jpg'],
  ['webp', 'webp', 'webp'],
])('output_format %s makes a file of that format, which says where it comes from', async (format, made, extension) => {
  const { answer, job, metadata } = await edited(format ? { output_format: format } : {});
  expect(metadata).toMatchObject({ format: made, hasAlpha: false, width: SIDE });
  expect(answer.headers.get('content-type')).toBe(`image/${made}`);
  expect(answer.headers.get('content-disposition')).toContain(`.${extension}"`);
  expect(metadata.xmp?.toString()).toContain(`urn:uuid:${job.id}`);
  expect(metadata.xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia');
});

test.each([undefined, 'webp'])('a transparent background leaves the subject alone (%s)', async (format) => {
  const { bytes, metadata, job } = await edited({
    background: 'transparent',
    ...(format && { output_format: format }),
  });
  expect(metadata).toMatchObject({ format: format ?? 'png', hasAlpha: true });
  expect(metadata.xmp?.toString()).toContain(`urn:uuid:${job.id}`);
  const alpha = await sharp(bytes).extractChannel('alpha').raw().toBuffer();
  expect([alpha[0], alpha[SIDE * (SIDE / 2) + SIDE / 2]]).toEqual([0, 255]);
  expect(job.warnings).toEqual([]);
});

test('an image without a subject keeps its background, and says so', async () => {
  const { metadata, job } = await edited({ prompt: 'plain', background: 'transparent' });
  expect(metadata.hasAlpha).toBe(false);
  expect(job.warnings).toEqual([{ code: 'no_transparency', message: 'The background is opaque. Nothing stands out.' }]);
});

test('what cannot be is refused before it costs, with the field and what is allowed', async () => {
  const asJpeg = { prompt: 'warmer', background: 'transparent', output_format: 'jpeg' };
  const refused = await workspace.post(`/v1/images/${image}/edit`, asJpeg);
  expect(refused).toMatchObject({ status: 422, body: { code: 'unsupported_option' } });
  expect(refused.body.message).toBe('/output_format is "jpeg"; allowed with a transparent background: png, webp.');
  const enlarged = await workspace.post('/v1/jobs', {
    operation: 'upscale',
    image_id: image,
    input: { background: 'transparent' },
  });
  expect(enlarged.body.message).toBe('/input/background is "transparent"; allowed for the operation upscale: opaque.');
  const unknown = await workspace.post(`/v1/images/${image}/edit`, { prompt: 'warmer', output_format: 'gif' });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('the unversioned interface ignores both fields', async () => {
  const { body } = await workspace.post(`/images/${image}/edit`, {
    prompt: 'warmer',
    output_format: 'gif',
    background: 'transparent',
  });
  const job = await workspace.final(body.versions[0].source_image_id);
  const bytes = Buffer.from(await (await fetch(job.result.url)).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: false });
});
