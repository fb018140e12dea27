import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalEngine } from '../src/engines/port.ts';
import { scriptedEngine } from './support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';
import { filesOfZip } from './support/zip.ts';

const [WIDTH, HEIGHT] = [120, 160];

/** The left upper quarter of every picture is its subject. */
const isSubject = (i: number) => i % WIDTH < WIDTH / 2 && Math.floor(i / WIDTH) < HEIGHT / 2;

const cutOut: LocalEngine['cutOut'] = async ({ width, height, rgb }) => {
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => (isSubject(i) ? 255 : 0));
  return { kind: 'made', output: { kind: 'pixels', width, height, rgb, alpha }, warnings: [] };
};

let service: TestService;
let workspace: TestWorkspace;
let collection: string;
let plain: string;
let cut: string;

beforeAll(async () => {
  const rgb = Buffer.alloc(WIDTH * HEIGHT * 3, Buffer.from([180, 40, 50]));
  const engine = scriptedEngine(async () => ({
    kind: 'made',
    output: { kind: 'pixels', width: WIDTH, height: HEIGHT, rgb: new Uint8Array(rgb) },
    warnings: [],
  }));
  service = await startTestService({ parts: { engine: { ...engine, cutOut } } });
  workspace = await service.workspace({ sandbox: false });
  const product = (await workspace.post('/assets', { type: 'outfit', alias: 'Tee, "red"', sku: '=TEE/1' })).body.id;
  const photo = await workspace.image();
  await workspace.post(`/images/${photo}/asset`, { asset_id: product });
  const make = async (more: object) => {
    const body = { outfit_asset_ids: [product], generate_mode: 'products', ...more };
    const { body: submission } = await workspace.post('/v1/images/generate', body);
    return (await workspace.final(submission.jobs[0].id)).result.id;
  };
  plain = await make({});
  cut = await make({ background: 'transparent' });
  await workspace.patch(`/v1/images/${cut}`, { review: 'approved' });
  collection = (await workspace.post('/v1/collections', { name: 'Autumn / 2026' })).body.id;
  await workspace.post(`/v1/collections/${collection}/images`, { add: [plain, cut] });
});
afterAll(() => service.stop());

async function exported(query: string, id = collection) {
  const answer = await fetch(`${service.url}/v1/collections/${id}/export?${query}`, {
    headers: { authorization: `Bearer ${workspace.key}` },
  });
  const files = filesOfZip(Buffer.from(await answer.arrayBuffer()));
  const csv = files.get('images.csv')?.toString() ?? '';
  return { answer, files, csv, pictures: [...files].filter(([name]) => name !== 'images.csv') };
}

test.each([
  ['shopify', 2048, 2048],
  ['amazon', 2000, 2000],
  ['zalando', 1801, 2600],
  ['instagram-portrait', 1080, 1350],
  ['instagram-square', 1080, 1080],
  ['instagram-story', 1080, 1920],
])(
  'the built-in format %s makes JPEGs of its size, which keep the note of their origin',
  async (name, width, height) => {
    const { answer, pictures } = await exported(`format=${name}`);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="Autumn _ 2026-${name}.zip"`);
    expect(pictures).toHaveLength(2);
    for (const [, bytes] of pictures) {
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height, hasAlpha: false });
      expect(metadata.xmp?.toString()).toContain('compositeWithTrainedAlgorithmicMedia');
    }
  },
);

test('a cut-out fills 85 % of an Amazon frame, on white', async () => {
  const { pictures } = await exported('format=amazon&review=approved');
  expect(pictures).toHaveLength(1);
  const [[, bytes] = ['', Buffer.alloc(0)]] = pictures;
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  expect(at(3, 3)).toEqual([255, 255, 255]);
  const rows = [...Array(info.height).keys()].filter((y) => (at(1000, y)[1] ?? 255) < 150);
  expect(rows.length / info.height).toBeCloseTo(0.85, 2);
  expect(rows[0]).toBeCloseTo(150, -1);
});

test('names are safe and unique, and the CSV names the facts of each file', async () => {
  const { pictures, csv } = await exported('format=shopify');
  const names = pictures.map(([name]) => name);
  expect(new Set(names).size).toBe(2);
  expect(csv.match(/TEE_1[\w-]*\.jpg/g)).toEqual(names);
  for (const name of names) expect(name).toMatch(/^[\w.-]+\.jpg$/);
  const [head, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe('file,sku,alias,look,view,image_id,review,width,height,left_out');
  expect(lines[0]).toContain(`,'=TEE/1,"Tee, ""red""",,,${cut},approved,2048,2048,`);
  expect(lines[1]).toContain(`${plain},,2048,2048,`);
});

test('an export goes on without an image that is broken or lost, and names it with the reason', async () => {
  const [broken, lost, good] = [await workspace.image(), await workspace.image(), await workspace.image()];
  const { body: own } = await workspace.post('/v1/collections', { name: 'Worn' });
  await workspace.post(`/v1/collections/${own.id}/images`, { add: [broken, lost, good] });
  const fileOf = async (id: string) => {
    const client = await service.database.connect();
    const { rows } = await client
      .query('select storage_key from media where id = $1', [id])
      .finally(() => client.end());
    const files = await fs.readdir(service.data, { recursive: true });
    return path.join(service.data, files.find((file) => file.endsWith(path.basename(rows[0]?.storage_key))) ?? '');
  };
  await fs.truncate(await fileOf(broken), 40);
  await fs.rm(await fileOf(lost));
  const { pictures, csv } = await exported('format=shopify', own.id);
  expect(pictures).toHaveLength(1);
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    `${pictures[0]?.[0]},,,,,${good},,2048,2048,`,
    `,,,,,${lost},,,,The media store has lost the image.`,
    `,,,,,${broken},,,,The image cannot be decoded.`,
  ]);
});

test('own formats are made, used, changed and deleted', async () => {
  const body = {
    name: 'lookbook',
    aspect_ratio: '4:5',
    file_format: 'webp',
    ground: 'transparent',
    file_name: '{id}',
  };
  const made = await workspace.post('/v1/export-formats', body);
  expect(made).toMatchObject({ status: 201, body: { ...body, fit: 'contain', quality: 90, width: null } });
  const { pictures } = await exported('format=lookbook');
  expect(pictures.map(([name]) => name)).toEqual([`${cut}.webp`, `${plain}.webp`]);
  const [subject, whole] = await Promise.all(pictures.map(([, bytes]) => sharp(bytes).metadata()));
  expect(subject).toMatchObject({ format: 'webp', hasAlpha: true, width: 64, height: 80 });
  expect(whole).toMatchObject({ width: 128, height: 160 });

  const changed = await workspace.patch(`/v1/export-formats/${made.body.id}`, { fit: 'cover', ground: '#101010' });
  expect(changed.body).toMatchObject({ fit: 'cover', ground: '#101010', name: 'lookbook' });
  const { body: all } = await workspace.get('/v1/export-formats');
  expect(all.formats.map(({ name }: { name: string }) => name)).toContain('lookbook');
  const other = await service.workspace();
  expect((await other.delete(`/v1/export-formats/${made.body.id}`)).status).toBe(404);
  expect((await workspace.delete(`/v1/export-formats/${made.body.id}`)).status).toBe(204);
  const gone = await workspace.get(`/v1/collections/${collection}/export?format=lookbook`);
  expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.each([
  [{ name: 'half', width: 100 }, '/height is missing; a size has both width and height.'],
  [{ name: 'both', width: 100, height: 100, aspect_ratio: '1:1' }, '/aspect_ratio stands beside width and height'],
  [{ name: 'glass', ground: 'transparent' }, '/ground is transparent, which a JPEG cannot be'],
  [{ name: 'odd', file_name: '{colour}' }, '/file_name holds {colour}; allowed: {sku}'],
  [{ name: 'shopify' }, '/name is "shopify", the name of another export format.'],
])('a format that contradicts itself is refused: %o', async (body, message) => {
  const refused = await workspace.post('/v1/export-formats', body);
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(refused.body.message).toContain(message);
});

test('a collection of another workspace is not there', async () => {
  const other = await service.workspace();
  expect((await other.get(`/v1/collections/${collection}/export?format=shopify`)).status).toBe(404);
});
