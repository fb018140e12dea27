import { afterEach, expect, test, vi } from 'vitest';
import { Atelier } from './client.ts';
import { requestOptions } from './options.ts';

afterEach(() => void vi.unstubAllEnvs());

test('key and address come from the environment', () => {
  vi.stubEnv('ATELIER_API_KEY', 'atl_key\n');
  vi.stubEnv('ATELIER_URL', 'https://shop.example/atelier');
  expect(requestOptions()).toEqual({ baseUrl: 'https://shop.example/atelier', apiKey: 'atl_key' });
});

test('options win over the environment, and without an address the service is on this machine', () => {
  vi.stubEnv('ATELIER_API_KEY', 'atl_key');
  vi.stubEnv('ATELIER_URL', '');
  expect(requestOptions({ apiKey: 'atl_other' })).toEqual({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'atl_other' });
});

test.each([
  ['no key', {}, 'There is no API key. Pass `apiKey`, or set ATELIER_API_KEY.'],
  ['an empty key', { apiKey: ' ' }, 'There is no API key. Pass `apiKey`, or set ATELIER_API_KEY.'],
  ['a key with other characters', { apiKey: 'atl_…' }, 'The API key has characters that no key has. Copy it again.'],
  [
    'an address without a scheme',
    { apiKey: 'k', baseUrl: 'shop.example' },
    '`baseUrl` is "shop.example". Give an http or https address such as http://127.0.0.1:8787.',
  ],
  ['no time at all', { apiKey: 'k', timeoutMs: 0 }, '`timeoutMs` is 0. Give a number of milliseconds above 0.'],
])('a client made with %s is refused with a sentence', (_, options, message) => {
  vi.stubEnv('ATELIER_API_KEY', '');
  vi.stubEnv('ATELIER_URL', '');
  expect(() => new Atelier(options)).toThrow(new TypeError(message));
});

test('an address from the environment is named by its variable', () => {
  vi.stubEnv('ATELIER_URL', 'ftp://shop.example');
  expect(() => new Atelier({ apiKey: 'k' })).toThrow(/^ATELIER_URL is "ftp:\/\/shop.example"/);
});

test('an option that does not exist is named, with those that do', () => {
  expect(() => Reflect.construct(Atelier, [{ api_key: 'k' }])).toThrow(
    new TypeError('Unknown option `api_key`. The client takes baseUrl, apiKey, fetch, timeoutMs.'),
  );
});

test.each([
  ['null', null, 'The client takes an object with baseUrl, apiKey, fetch, timeoutMs. It was given null.'],
  ['a bare key', 'atl_k', 'The client takes an object with baseUrl, apiKey, fetch, timeoutMs. It was given a string.'],
  ['a key that is a number', { apiKey: 5 }, '`apiKey` is a number. Give the key as a string.'],
])('a client made with %s in plain JavaScript is refused with a sentence', (_, given, message) => {
  expect(() => Reflect.construct(Atelier, [given])).toThrow(new TypeError(message));
});
