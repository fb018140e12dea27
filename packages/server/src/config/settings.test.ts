import { expect, test } from 'vitest';
import { describeSettings, loadSettings, SettingsError } from './settings.ts';

const problemsOf = async (environment: Record<string, string>, given = {}) => {
  try {
    await loadSettings(environment, given);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
};

test('nothing set gives the defaults', async () => {
  const settings = await loadSettings({});
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    role: 'all',
    databaseUrl: null,
    adminKey: null,
    mediaUrlTtlSeconds: 0,
  });
  expect(settings.data).toMatch(/^\/.*\/data$/);
});

test('an option of the command line wins over its variable', async () => {
  expect((await loadSettings({ ATELIER_PORT: '9000' }, { port: '0' })).port).toBe(0);
});

test('what the client commands read does not stop a service', async () => {
  expect(await problemsOf({ ATELIER_URL: 'http://127.0.0.1:8787', ATELIER_API_KEY: 'key' })).toEqual([]);
});

test('every bad value and every unknown variable is named at once, with what is allowed', async () => {
  const problems = await problemsOf({
    ATELIER_PORT: '99999',
    ATELIER_LOG_LEVEL: 'loud',
    ATELIER_COLOUR: 'red',
    ATELIER_ALLOW_PRIVATE_URLS: '10.0.0.1',
  });
  expect(problems).toHaveLength(4);
  expect(problems.join('\n')).toMatch(/ATELIER_COLOUR/);
  expect(problems.join('\n')).toMatch(/ATELIER_PORT is "99999"; allowed: a whole number from 0 to 65535/);
  expect(problems.join('\n')).toMatch(/ATELIER_LOG_LEVEL is "loud"; allowed: trace/);
});

test('a public address may have a path of its own, and nothing that the service could not follow', async () => {
  expect((await loadSettings({ ATELIER_PUBLIC_URL: 'https://shop.example/atelier/' })).publicUrl).toBe(
    'https://shop.example/atelier',
  );
  for (const [given, why] of [
    ['https://shop.example/studio', 'its path begins with /studio'],
    ['https://shop.example/v1/atelier', 'its path begins with /v1'],
    ['https://shop.example/?a=1', 'without a user, a query and a fragment'],
    ['https://me:pass@shop.example', 'without a user, a query and a fragment'],
    ['shop.example/atelier', 'an address that begins with http:// or https://'],
  ] as const)
    expect((await problemsOf({ ATELIER_PUBLIC_URL: given })).join()).toContain(why);
});

test('the password of an address that cannot be used is not shown', async () => {
  const said = (await problemsOf({ ATELIER_PUBLIC_URL: 'ftp://me:s3cret@shop.example' })).join();
  expect(said).toContain('ATELIER_PUBLIC_URL is "ftp://…@shop.example"');
});

test('a role of its own needs a database that can be shared', async () => {
  expect((await problemsOf({}, { role: 'api' })).join()).toMatch(/DATABASE_URL/);
  expect(await problemsOf({ DATABASE_URL: 'postgres://a@b/c' }, { role: 'api' })).toEqual([]);
});

test('every setting is listed with its default, and the defaults load', async () => {
  const listed = Object.fromEntries(describeSettings().map(({ variable, default: fallback }) => [variable, fallback]));
  expect(Object.keys(listed)).toContain('ATELIER_ALLOW_PRIVATE_URLS');
  const { secrets: _listed, ...values } = await loadSettings(listed);
  const { secrets: _defaults, ...defaults } = await loadSettings({});
  expect(values).toEqual(defaults);
});
