import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type Studio, studio } from './studio.ts';

const log = pino({ level: 'silent' });
const PAGE = '<base href="/" /><p>';
const made: { studios: Studio[]; folders: string[] } = { studios: [], folders: [] };
afterEach(async () => {
  for (const each of made.studios.splice(0)) await each.stop();
  for (const folder of made.folders.splice(0)) await fs.rm(folder, { recursive: true });
});

function studioOf(build: (signal: AbortSignal) => Promise<string>): Studio {
  const page = studio({ log, publicUrl: 'https://shop.example/a&b' }, build);
  made.studios.push(page);
  return page;
}

async function buildOf(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-build-'));
  made.folders.push(folder);
  await fs.mkdir(path.join(folder, 'studio/files'), { recursive: true });
  for (const [name, text] of Object.entries({ 'index.html': PAGE, ...files }))
    await fs.writeFile(path.join(folder, name), text);
  return folder;
}

test('the start does not wait for the build; visitors of the page wait, all for one build', async () => {
  const folder = await buildOf({
    'studio/files/a.js': '1',
    'studio/files/a.js.br': 'b',
    'studio/files/notes.txt': 'no part of it',
  });
  const built = Promise.withResolvers<string>();
  let builds = 0;
  const page = studioOf(() => {
    builds += 1;
    return built.promise;
  });
  await page.start();
  const asked = [page.files(), page.files()];
  built.resolve(folder);
  const [files] = await Promise.all(asked);
  expect(builds).toBe(1);
  expect([...(files?.files.keys() ?? [])]).toEqual(['a.js']);
  expect(files?.files.get('a.js')?.encoded.br?.toString()).toBe('b');
});

test('a build that failed is told, and tried again when the page is asked for again', async () => {
  const folder = await buildOf();
  let failures = 1;
  const page = studioOf(async () => {
    if (failures-- > 0) throw new Error('Vite is missing');
    return folder;
  });
  await expect(page.files()).rejects.toThrow('Vite is missing');
  expect((await page.files()).page.bytes.toString()).toBe('<base href="/a&amp;b/" /><p>');
});

test('a page without the base that the service sets is no build', async () => {
  const folder = await buildOf({ 'index.html': '<p>' });
  await expect(studioOf(async () => folder).files()).rejects.toThrow('does not say <base href="/" /> once');
});

test('stopping ends a build that is under way', async () => {
  const page = studioOf(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  );
  await page.start();
  await page.stop();
});
