import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reader, reader } from './session.ts';
import { ROOT, snippetsOf } from './snippets.ts';

const SAMPLES = path.join(ROOT, 'packages/engine/samples');

let visitor: Reader;
beforeAll(async () => {
  visitor = await reader();
  await sharp(path.join(SAMPLES, 'person-woman.webp')).jpeg().toFile(path.join(visitor.folder, 'person.jpg'));
  await sharp(path.join(SAMPLES, 'garment-shirt.webp')).png().toFile(path.join(visitor.folder, 'shirt.png'));
});
afterAll(() => visitor.leave());

test('every block of README.md does what the page says', async () => {
  const snippets = snippetsOf('README.md').filter(({ language }) => language !== '');
  expect(snippets.filter(({ notes }) => !notes.includes('not-run')).map(({ language }) => language)).toEqual([
    'sh',
    'sh',
    'text',
  ]);
  for (const snippet of snippets) await visitor.follow(snippet);
});
