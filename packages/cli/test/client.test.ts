import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkspace } from './workspace.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A user's program with the packed client; it runs on every runtime. */
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
let shop: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-shop-'));
  shop = path.join(folder, 'shop');
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts/pack-client.ts'), path.join(folder, 'npm')]);
  // The files that `npm install` of the two tarballs makes, without a registry.
  const modules = path.join(shop, 'node_modules');
  await fs.mkdir(path.join(modules, '@atelier'), { recursive: true });
  for (const name of ['client', 'contract'])
    await fs.cp(path.join(folder, 'npm', name), path.join(modules, '@atelier', name), { recursive: true });
  await fs.symlink(path.join(root, 'node_modules/typebox'), path.join(modules, 'typebox'));
  const dependencies = { '@atelier/client': '0.1.0', '@atelier/contract': '0.1.0' };
  await fs.writeFile(path.join(shop, 'package.json'), JSON.stringify({ dependencies }));
  await fs.writeFile(path.join(shop, 'dress.mjs'), PROGRAM);
  await fs.copyFile(path.join(root, 'packages/engine/samples/garment-shirt.webp'), path.join(shop, 'picture.webp'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

test.each(runtimes())('the packed client dresses a person under $name', async ({ command, args }) => {
  const { environment } = await createWorkspace({ credits: 1 });
  const { stdout } = await promisify(execFile)(command, [...args, 'dress.mjs'], {
    cwd: shop,
    env: { ...process.env, ...environment },
  });
  expect(stdout).toBe('completed charge,grant 402\n');
  expect((await sharp(path.join(shop, 'dressed.png')).metadata()).format).toBe('png');
});
