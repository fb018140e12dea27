import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reader, reader } from './session.ts';
import { ROOT, snippetsOf } from './snippets.ts';

const GUIDE = fs
  .readdirSync(`${ROOT}docs/guide`)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => `docs/guide/${name}`);
const SAMPLES = path.join(ROOT, 'packages/engine/samples');

/** A page is many programs one after the other: seconds each on a machine that others use as well. */
const PAGE_TIMEOUT_MS = 300_000;

// One reader for all pages: a service for each would be more than small machines bear.
let visitor: Reader;
beforeAll(async () => {
  visitor = await reader();
  // The files that readers of the README have.
  await sharp(path.join(SAMPLES, 'person-woman.webp')).jpeg().toFile(path.join(visitor.folder, 'person.jpg'));
  await sharp(path.join(SAMPLES, 'garment-tshirt.webp')).png().toFile(path.join(visitor.folder, 'shirt.png'));
});
afterAll(() => visitor.leave());

async function followAll(page: string): Promise<void> {
  const snippets = snippetsOf(page).filter(({ language }) => language !== '');
  expect(snippets.filter(({ notes }) => !notes.includes('not-run')).length).toBeGreaterThan(2);
  for (const snippet of snippets) await visitor.follow(snippet);
}

test.each([...GUIDE, 'README.md', 'docs/migration.md', 'docs/errors.md'])(
  'every block of %s does what the page says, typed in order after those of the pages before',
  followAll,
  PAGE_TIMEOUT_MS,
);
