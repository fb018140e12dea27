import { expect, test } from 'vitest';
import { secretsOf } from './secrets.ts';

const secrets = secretsOf(
  { FROM_ENVIRONMENT: 'abc+def/123456' },
  { FROM_ENVIRONMENT: 'other', FROM_FILE: 'file-key-7890' },
);

test('the environment goes before the file, and what neither has is null', () => {
  expect(secrets.get('FROM_ENVIRONMENT')).toBe('abc+def/123456');
  expect(secrets.get('FROM_FILE')).toBe('file-key-7890');
  expect(secrets.get('NOWHERE')).toBeNull();
});

test.each([
  ['key abc+def/123456 is wrong', 'key [redacted] is wrong'],
  ['?key=abc%2Bdef%2F123456&x=1', '?key=[redacted]&x=1'],
  ['status 401: you sent file-key-7', 'status 401: you sent [redacted]'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln is old', 'Bearer [redacted] is old'],
  ['token ya29.a0AfH6-x.y, refused', 'token [redacted], refused'],
  ['nothing to hide: file', 'nothing to hide: file'],
])('%s → %s', (text, clean) => {
  secrets.get('FROM_ENVIRONMENT');
  secrets.get('FROM_FILE');
  expect(secrets.redact(text)).toBe(clean);
});

test('a key of several lines is found in JSON as well', () => {
  const key = '{"private_key": "-----BEGIN\nabc\n"}';
  const { get, redact } = secretsOf({ ACCOUNT: key }, {});
  get('ACCOUNT');
  expect(redact(JSON.stringify({ sent: `it was ${key}` }))).toBe('{"sent":"it was [redacted]"}');
});
