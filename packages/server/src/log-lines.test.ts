import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainLine } from './log-lines.ts';

test('a line says the same, in characters that can be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = plainLine(JSON.stringify({ text }));
      expect(JSON.parse(line)).toEqual({ text });
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
    }),
  );
});

test('no part of the service can log a key', () => {
  const key = `atl_test_${'a1B2'.repeat(12)}`;
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const line = JSON.stringify({
    headers: { authorization: `Bearer ${key}` },
    admin: 'bearer  admin-key-0123',
    key,
    secret,
    kept: 'Bearer',
  });
  expect(JSON.parse(plainLine(line))).toEqual({
    headers: { authorization: '[redacted]' },
    admin: '[redacted]',
    key: '[redacted]',
    secret: '[redacted]',
    kept: 'Bearer',
  });
});
