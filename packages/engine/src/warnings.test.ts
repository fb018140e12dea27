import { expect, test } from 'vitest';
import { promptPartlyIgnored } from './warnings.ts';

test('what nothing was made of is quoted, the first of it where it goes on and on', () => {
  expect(promptPartlyIgnored([])).toEqual([]);
  expect(promptPartlyIgnored(['she smiles'])[0]?.message).toMatch(/ignored: "she smiles"\. GET/);
  const [{ message } = { message: '' }] = promptPartlyIgnored(
    Array.from({ length: 300 }, (_, k) => `${k} `.repeat(60)),
  );
  expect(message.length).toBeLessThan(1_500);
  expect(message).toMatch(/…" and 290 more\. GET/);
});
