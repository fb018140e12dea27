import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedEngine } from '../src/engines/adapters/embedded/embedded.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

/** Pixels of the photo: no side is a multiple of eight, and it is larger than the engine's largest paint. */
const [WIDTH, HEIGHT] = [1085, 1450];

/** The part that the mask marks, in pixels of the photo. */
const MARKED = { left: 500, top: 700, width: 96, height: 96 };

let folder: string;
let service: TestService;
let real: TestWorkspace;
let sandbox: TestWorkspace;
/** Serves pictures by name, as a server of a user does. */
let pages: http.Server;
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-inpaint-'));
  const engine = embeddedEngine({
    log: pino({ level: 'silent' }),
    temporaryFolder: folder,
    threads: 1,
  });
  pages = http.createServer((request, response) => response.end(files.get(request.url ?? '')));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  service = await startTestService({ parts: { engine }, environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8' } });
  real = await service.workspace({ sandbox: false });
  sandbox = await service.workspace();
});
afterAll(async () => {
  await service.stop();
  pages.close();
  await fs.rm(folder, { recursive: true, force: true });
});

async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const sample = new URL('../../engine/samples/person-woman.webp', import.meta.url);
  return new Uint8Array(
    await sharp(await fs.readFile(sample))
      .resize(WIDTH, HEIGHT, { fit: 'fill' })
      .png()
      .toBuffer(),
  );
}

/** A black mask, with a white part where one is given. */
async function mask(
  [width, height] = [WIDTH, HEIGHT] as const,
  marked?: typeof MARKED,
): Promise<Uint8Array<ArrayBuffer>> {
  const black = sharp({ create: { width, height, channels: 3, background: '#000000' } });
  const white = marked && {
    create: { width: marked.width, height: marked.height, channels: 3, background: '#ffffff' } as const,
  };
  const drawn = white ? black.composite([{ input: white, left: marked.left, top: marked.top }]) : black;
  return new Uint8Array(await drawn.png().toBuffer());
}

/** Address of a mask on the user's server. */
function served(name: string, bytes: Uint8Array): string {
  files.set(`/${name}`, bytes);
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}/${name}`;
}

async function pixelsAt(url: string) {
  const bytes = await (await fetch(url)).arrayBuffer();
  return sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

const balanceOf = async (workspace: TestWorkspace) => (await workspace.get('/v1/account')).body.balance;

test('the embedded engine removes a part of a photo, whose size and other pixels stay', async () => {
  const image = await real.image(await photo());
  const mask_image_id = await real.image(await mask([WIDTH, HEIGHT], MARKED));
  const { body } = await real.post(`/v1/images/${image}/inpaint`, { mask_image_id, mask_expansion_percent: 2 });
  const job = await real.final(body.jobs[0].id);
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', task: 'inpaint.embedded' });
  const before = await pixelsAt((await real.get(`/images/${image}`)).body.path);
  const after = await pixelsAt(job.result.url);
  expect(after.info).toMatchObject({ width: WIDTH, height: HEIGHT });
  const reach = 0.02 * HEIGHT;
  const changed = { inside: 0, outside: 0 };
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const [x, y, at] = [pixel % WIDTH, Math.floor(pixel / WIDTH), pixel * 3];
    if (before.data.compare(after.data, at, at + 3, at, at + 3) === 0) continue;
    const [right, bottom] = [MARKED.left + MARKED.width - 1, MARKED.top + MARKED.height - 1];
    const distance = Math.hypot(Math.max(MARKED.left - x, 0, x - right), Math.max(MARKED.top - y, 0, y - bottom));
    changed[distance > reach ? 'outside' : 'inside'] += 1;
  }
  expect(changed.outside).toBe(0);
  expect(changed.inside).toBeGreaterThan(0);
});

test.each(['sandbox', 'real'] as const)(
  'a mask that selects nothing is refused before the charge (%s workspace)',
  async (kind) => {
    const workspace = kind === 'real' ? real : sandbox;
    const image = await workspace.image();
    const black = await mask([48, 64]);
    const funds = await balanceOf(workspace);
    for (const named of [
      { mask_image_id: await workspace.image(black) },
      { mask: `data:image/png;base64,${Buffer.from(black).toString('base64')}` },
    ]) {
      const [field] = Object.keys(named);
      expect(await workspace.post(`/v1/images/${image}/inpaint`, named)).toMatchObject({
        status: 422,
        body: { code: 'invalid_source', message: expect.stringMatching(`^/${field}: the mask selects nothing`) },
      });
    }
    expect(await balanceOf(workspace)).toBe(funds);
  },
);

test.each([
  ['selects nothing', 'black', () => mask([48, 64]), /^\/mask_url: the mask selects nothing/],
  [
    'has another ratio than its image',
    'wide',
    () => mask([96, 48], { left: 8, top: 8, width: 8, height: 8 }),
    /^\/mask_url: the mask has 96 × 48 pixels; allowed: the ratio of the image, 48 × 64/,
  ],
] as const)('a mask by address that %s ends the job, which is refunded', async (_what, name, bytes, message) => {
  const mask_url = served(`${name}.png`, await bytes());
  for (const workspace of [real, sandbox]) {
    const funds = await balanceOf(workspace);
    const { body } = await workspace.post(`/v1/images/${await workspace.image()}/inpaint`, { mask_url });
    expect(await workspace.final(body.jobs[0].id)).toMatchObject({
      status: 'failed',
      error: { code: 'input_rejected', message: expect.stringMatching(message) },
      credits_used: 0,
    });
    expect(await balanceOf(workspace)).toBe(funds);
  }
});

test.each([
  [2, 600, 800],
  [4, 2_400, 3_200],
])('a sandbox upscale by %i has the size of a real one', async (upscale_factor, width, height) => {
  const source = {
    create: { width: width / upscale_factor, height: height / upscale_factor, channels: 3, background: '#888' },
  } as const;
  const image = await sandbox.image(new Uint8Array(await sharp(source).png().toBuffer()));
  const { body } = await sandbox.post(`/v1/images/${image}/upscale`, { upscale_factor });
  const { result } = await sandbox.final(body.jobs[0].id);
  const { info } = await pixelsAt(result.url);
  expect(info).toMatchObject({ width, height });
});
