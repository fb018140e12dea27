import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Atelier } from '@atelier/client';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServingAtelier, serving } from './atelier.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readme = path.join(root, 'packages/client/README.md');
const samples = path.join(root, 'packages/engine/samples');

/** What a user of the packed client writes; it needs nothing that only some runtimes have. */
const PROGRAM = `
import { ApiError, Atelier } from '@atelier/client';
const atelier = new Atelier();
const picture = await atelier.upload('picture.webp');
const input = { person_image_id: picture.id, outfit_image_ids: [picture.id] };
const [done] = await atelier.run({ operation: 'virtual_try_on', input }, { deadlineMs: 30_000 });
const statuses = [];
for await (const { status } of atelier.events(done.id)) statuses.push(status);
await atelier.download(done, 'dressed.png');
const kinds = [];
for await (const { kind } of atelier.allLedgerEntries()) kinds.push(kind);
const refused = await atelier.tryOn(input).catch((error) => error instanceof ApiError && error.status);
console.log(statuses.join(), kinds.join(), refused);
`;

/**
 * How each runtime runs a program with rights to files and network; Node without its own TypeScript, which 20 has not.
 */
const ARGUMENTS = { node: [], deno: ['run', '--allow-all'], bun: ['run'] };

interface Runtime {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** This Node, and each further version of it, Deno and Bun that the PATH has. */
function runtimes(): Runtime[] {
  const own = { name: `node ${process.version}`, command: process.execPath, args: ['--no-experimental-strip-types'] };
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = Object.entries(ARGUMENTS).flatMap(([program, args]) =>
    folders.flatMap((directory): Runtime[] => {
      const command = path.join(directory, program);
      const [version = ''] = spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.split('\n') ?? [];
      const isOld = program === 'node' && Number.parseInt(version.slice(1), 10) < 20;
      return version === '' || isOld ? [] : [{ name: `${program} ${version}`, command, args }];
    }),
  );
  return [...new Map([...found, own].map((runtime) => [runtime.name, runtime])).values()];
}

let folder: string;
let service: ServingAtelier;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-readme-'));
  service = await serving(path.join(folder, 'data'));
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await fs.rm(folder, { recursive: true });
});

test("the examples of the client's README run as they stand, against a real service", async () => {
  const text = await fs.readFile(readme, 'utf8');
  const program = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  // Beside the packages, so that the import of the client resolves as it does for a user.
  const file = fileURLToPath(new URL(`../../cli/.readme-${process.pid}.ts`, import.meta.url));
  await fs.writeFile(file, program);
  await sharp(path.join(samples, 'person-woman.webp')).jpeg().toFile(path.join(folder, 'person.jpg'));
  await sharp(path.join(samples, 'garment-shirt.webp')).png().toFile(path.join(folder, 'shirt.png'));
  const key = (await fs.readFile(path.join(folder, 'data', 'api-key'), 'utf8')).trim();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, ATELIER_URL: service.announcement.url, ATELIER_API_KEY: key },
    });
    expect(stdout).toMatch(
      /completed 1\ncompleted\nevent completed\ntrue\nLinen shirt LS-204\n(charge -[\d.]+\n)+grant 1000\n/,
    );
    expect(stdout).toMatch(/400 invalid_request [0-9a-f-]{36}\n$/);
    expect((await sharp(path.join(folder, 'dressed.png')).metadata()).format).toBe('png');
  } finally {
    await fs.rm(file);
  }
});

test('every operation but the films, which take longer, is served with nothing else installed', async () => {
  const apiKey = (await fs.readFile(path.join(folder, 'data', 'api-key'), 'utf8')).trim();
  const atelier = new Atelier({ baseUrl: service.announcement.url, apiKey });
  const person = await atelier.upload(path.join(samples, 'person-woman.webp'));
  const shirt = await atelier.upload(path.join(samples, 'garment-shirt.webp'));
  const small = await atelier.upload(
    await sharp({ create: { width: 96, height: 128, channels: 3, background: '#88a' } })
      .png()
      .toBuffer()
      .then((bytes) => new Blob([new Uint8Array(bytes)])),
  );
  const square = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><rect width="300" height="400"/><rect x="10" y="150" width="40" height="40" fill="#fff"/></svg>',
    ),
  )
    .png()
    .toBuffer();
  const submitted = [
    await atelier.edit(person.id, { prompt: 'make the shirt navy' }),
    await atelier.inpaint(person.id, { mask: `data:image/png;base64,${square.toString('base64')}` }),
    await atelier.upscale(small.id),
    await atelier.generate({ outfit_image_ids: [shirt.id], preset_class: 'flat_lay' }),
  ];
  const ended = await Promise.all(submitted.map(([job]) => atelier.waitFor(job, { deadlineMs: 60_000 })));
  expect(ended.map(({ status, task, error }) => error?.message ?? `${task} ${status}`)).toEqual([
    'edit.embedded completed',
    'inpaint.embedded completed',
    'upscale.embedded completed',
    'generate.embedded completed',
  ]);
});

describe('the packed client', () => {
  let shop: string;
  beforeAll(async () => {
    shop = path.join(folder, 'shop');
    await promisify(execFile)(process.execPath, [path.join(root, 'scripts/pack-client.ts'), path.join(folder, 'npm')]);
    // What `npm install` of the two tarballs makes, without asking a registry.
    const modules = path.join(shop, 'node_modules');
    await fs.mkdir(path.join(modules, '@atelier'), { recursive: true });
    for (const name of ['client', 'contract'])
      await fs.cp(path.join(folder, 'npm', name), path.join(modules, '@atelier', name), { recursive: true });
    await fs.symlink(path.join(root, 'node_modules/typebox'), path.join(modules, 'typebox'));
    const dependencies = { '@atelier/client': '0.1.0', '@atelier/contract': '0.1.0' };
    await fs.writeFile(path.join(shop, 'package.json'), JSON.stringify({ dependencies }));
    await fs.writeFile(path.join(shop, 'dress.mjs'), PROGRAM);
    await fs.copyFile(path.join(samples, 'garment-shirt.webp'), path.join(shop, 'picture.webp'));
  });

  test.each(runtimes())('dresses a person under $name', async ({ command, args }) => {
    const adminKey = (await fs.readFile(path.join(folder, 'data', 'admin-key'), 'utf8')).trim();
    const created = await fetch(`${service.announcement.url}/admin/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'shop', sandbox: true, credits: 1 }),
    });
    const { api_key: key }: { api_key: string } = JSON.parse(await created.text());
    const { stdout } = await promisify(execFile)(command, [...args, 'dress.mjs'], {
      cwd: shop,
      env: { ...process.env, ATELIER_URL: service.announcement.url, ATELIER_API_KEY: key },
    });
    expect(stdout).toBe('completed charge,grant 402\n');
    expect((await sharp(path.join(shop, 'dressed.png')).metadata()).format).toBe('png');
  });
});
