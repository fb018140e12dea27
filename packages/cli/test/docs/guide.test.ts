import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reader, reader } from './session.ts';
import { ROOT, snippetsOf } from './snippets.ts';

const PAGES = fs
  .readdirSync(`${ROOT}docs/guide`)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => `docs/guide/${name}`);

let visitor: Reader;
beforeAll(async () => {
  visitor = await reader();
});
afterAll(() => visitor.leave());

test.each(PAGES)('every block of %s does what the page says, typed in order after those of the pages before', async (page) => {
  const snippets = snippetsOf(page);
  expect(snippets.length).toBeGreaterThan(0);
  for (const snippet of snippets) await visitor.follow(snippet);
});
