import fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';
import { storableText } from './storable-text.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Any UTF-16 text, with NUL, control characters, half surrogate pairs and noncharacters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(0, 7, 10, 0x7f, 0x85, 0xd800, 0xdfff, 0xfffe, 0xffff),
      fc.nat(0xffff),
      fc.integer({ min: 32, max: 126 }),
    ),
  )
  .map((units) => String.fromCharCode(...units));

test('the database keeps storable text as it is, as text and in JSON', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (given) => {
      const text = storableText(given, 40);
      const { rows } = await client.query('select $1::text as text, $2::jsonb as json', [text, JSON.stringify([text])]);
      expect(rows).toEqual([{ text, json: [text] }]);
      expect(text.length).toBeLessThanOrEqual(40);
      expect(text).not.toMatch(/\p{Cc}/u);
      expect(storableText(text, 40)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('plain words stay as they are', () => {
  expect(storableText('Größe 4 × 5: „ja“ 👗')).toBe('Größe 4 × 5: „ja“ 👗');
});
