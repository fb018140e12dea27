import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaAddresses, newToken } from './addresses.ts';

const NOW = new Date('2026-11-20T12:00:00.500Z');
const NOW_SECONDS = Math.floor(NOW.getTime() / 1000);
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const lasting = mediaAddresses({ key: 'a secret', ttlSeconds: 0 });
const expiring = mediaAddresses({ key: 'a secret', ttlSeconds: 600 });

/** Takes a path apart as a server does. */
function parse(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, area, token = '', ...rest] = pathname.split('/');
  return { area, token, file_name: decodeURIComponent(rest.join('/')), query: searchParams };
}

test('a token holds 144 random bits in characters that need no escaping', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(new Set(tokens).size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^[0-9A-Za-z_-]{24}$/);
});

test('a lasting address is the token and the name, and stays valid', () => {
  const path = lasting.path({ token: 'abcdefghijklmnopqrstuvwx', file_name: 'blue coat.png' }, NOW);
  expect(path).toBe('/media/abcdefghijklmnopqrstuvwx/blue%20coat.png');
  expect(lasting.isValid('abcdefghijklmnopqrstuvwx', new URLSearchParams(), later(1e9))).toBe(true);
  expect(lasting.cacheSeconds(new URLSearchParams(), NOW)).toBe(31_536_000);
});

test('any file name comes back from the path as it went in, without leaving its segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (fileName) => {
      const path = lasting.path({ token: 'abcdefghijklmnopqrstuvwx', file_name: `x${fileName}` }, NOW);
      expect(parse(path)).toMatchObject({
        area: 'media',
        token: 'abcdefghijklmnopqrstuvwx',
        file_name: `x${fileName.toWellFormed()}`,
      });
    }),
  );
});

test('an expiring address is valid until its moment and never after', () => {
  const { token, query } = parse(expiring.path({ token: newToken(), file_name: 'a.png' }, NOW));
  expect(query.get('expires')).toBe(String(NOW_SECONDS + 600));
  expect(expiring.isValid(token, query, NOW)).toBe(true);
  expect(expiring.isValid(token, query, later(599))).toBe(true);
  expect(expiring.isValid(token, query, later(600))).toBe(false);
});

test('a cache may keep an expiring address no longer than it lives', () => {
  const { query } = parse(expiring.path({ token: newToken(), file_name: 'a.png' }, NOW));
  expect(expiring.cacheSeconds(query, NOW)).toBe(599);
  expect(expiring.cacheSeconds(query, later(1000))).toBe(0);
  expect(expiring.cacheSeconds(new URLSearchParams(), NOW)).toBe(0);
});

test('every poll gives a fresh expiry', () => {
  const media = { token: newToken(), file_name: 'a.png' };
  expect(expiring.path(media, NOW)).not.toBe(expiring.path(media, later(1)));
});

test('a signature serves its own token, moment and key only', () => {
  const { token, query } = parse(expiring.path({ token: newToken(), file_name: 'a.png' }, NOW));
  const changed = (changes: Record<string, string>) =>
    new URLSearchParams({ ...Object.fromEntries(query), ...changes });
  expect(expiring.isValid(newToken(), query, NOW), 'another token').toBe(false);
  expect(expiring.isValid(token, changed({ expires: String(NOW_SECONDS + 601) }), NOW), 'a later moment').toBe(false);
  expect(mediaAddresses({ key: 'another', ttlSeconds: 600 }).isValid(token, query, NOW), 'another key').toBe(false);
});

test.each([
  ['no query', ''],
  ['no signature', `expires=${NOW_SECONDS + 10}`],
  ['an empty signature', `expires=${NOW_SECONDS + 10}&signature=`],
  ['a short signature', `expires=${NOW_SECONDS + 10}&signature=abcd`],
  ['a signature of the right length', `expires=${NOW_SECONDS + 10}&signature=${'A'.repeat(43)}`],
  ['a moment that is no number', `expires=soon&signature=${'A'.repeat(43)}`],
  ['an endless moment', `expires=Infinity&signature=${'A'.repeat(43)}`],
  ['a huge moment', `expires=${'9'.repeat(400)}&signature=${'A'.repeat(43)}`],
])('an expiring address with %s is refused', (_, query) => {
  expect(expiring.isValid('abcdefghijklmnopqrstuvwx', new URLSearchParams(query), NOW)).toBe(false);
});
