import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { adminKeyOf } from '../accounts/first-start.ts';
import { adminKey } from './readers.ts';
import { describeSettings, loadSettings, SettingsError } from './settings.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-secrets-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const SECRET = 'hunter2hunter2';
/** Ways to get a secret wrong. Each holds {@link SECRET}. */
const MISTAKES = [
  SECRET,
  `${SECRET} `,
  `"${SECRET}"`,
  `{"FAL_KEY": "${SECRET}"}`,
  `{"FAL_KEY": "${SECRET}`,
  `postgres://atelier:${SECRET}/x@postgres/atelier`,
  `postgres://atelier:12/${SECRET}@postgres/atelier`,
  `postgres://atelier:${SECRET}#x@postgres/atelier`,
  `postgres://atelier:1?${SECRET}@postgres/atelier`,
  `postgres://atelier:${SECRET}%zz@postgres/atelier`,
  `mysql://atelier:${SECRET}@postgres/atelier`,
  `/nowhere/${SECRET}`,
  `${SECRET}\n${SECRET}`,
  `ключ-${SECRET}`,
];

const secretVariables = describeSettings()
  .filter(({ secret }) => secret)
  .map(({ variable }) => variable);

test('the settings that are secrets are known as such', () => {
  expect(secretVariables).toEqual([
    'ATELIER_SECRETS',
    'DATABASE_URL',
    'ATELIER_DATABASE_PASSWORD',
    'ATELIER_ADMIN_KEY',
    'ATELIER_C2PA_KEY',
  ]);
  const named = describeSettings().filter(({ variable }) => /KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL/.test(variable));
  expect(named.every(({ secret }) => secret)).toBe(true);
});

describe.each(secretVariables)('%s', (variable) => {
  test.each(MISTAKES)('is never repeated, whatever is wrong with it: %j', async (text) => {
    const problem = await loadSettings({ [variable]: text }).then(
      () => '',
      (error: unknown) => {
        if (error instanceof SettingsError) return error.message;
        throw error;
      },
    );
    if (problem !== '') expect(problem).toContain(variable);
    expect(problem).not.toContain(SECRET);
  });

  test('nor is it where another setting is wrong', async () => {
    const environment = { [variable]: 'x '.repeat(3) + SECRET, ATELIER_PORT: 'none' };
    await expect(loadSettings(environment)).rejects.not.toThrow(SECRET);
  });
});

test.each(MISTAKES.filter((text) => /^postgres:.*@postgres/.test(text)))(
  'a password that breaks its address is told so, with the way out: %s',
  async (text) => {
    await expect(loadSettings({ DATABASE_URL: text })).rejects.toThrow(
      /ATELIER_DATABASE_PASSWORD takes a password as it is/,
    );
  },
);

test.each([
  'postgres://atelier@postgres/atelier',
  'postgres://atelier:of-before@postgres:5433/atelier?sslmode=require',
  'postgresql:///atelier?host=/var/run/postgresql&user=atelier',
])('a password of its own reaches the database unchanged: %s', async (address) => {
  const password = `p/a#s@s%w:o?rd&='"$ +ü`;
  const { databaseUrl } = await loadSettings({ DATABASE_URL: address, ATELIER_DATABASE_PASSWORD: password });
  const client = new pg.Client({ connectionString: databaseUrl ?? '' });
  const plain = new pg.Client({ connectionString: address });
  expect(client.password).toBe(password);
  expect([client.host, client.port, client.user, client.database]).toEqual([
    plain.host,
    plain.port,
    plain.user,
    plain.database,
  ]);
});

test('a password without a database to use it for is a mistake', async () => {
  await expect(loadSettings({ ATELIER_DATABASE_PASSWORD: SECRET })).rejects.toThrow(/needs DATABASE_URL/);
});

test('secrets of the environment are taken out of every text, those of no engine too', async () => {
  const file = path.join(folder, 'secrets.json');
  fs.writeFileSync(file, JSON.stringify({ FAL_KEY: 'of-the-file-123' }));
  const environment = {
    DATABASE_URL: 'postgres://atelier:of%2Fthe%2Faddress@postgres/atelier',
    ATELIER_ADMIN_KEY: 'of-the-admin-123456',
    ATELIER_SECRETS: file,
    AWS_SECRET_ACCESS_KEY: 'of-the-store-123',
    AWS_SESSION_TOKEN: 'of-the-session-123',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector-123',
  };
  const { secrets } = await loadSettings(environment);
  const values = ['of/the/address', 'of%2Fthe%2Faddress', environment.ATELIER_ADMIN_KEY, 'of-the-file-123'];
  const others = [
    environment.AWS_SECRET_ACCESS_KEY,
    environment.AWS_SESSION_TOKEN,
    environment.OTEL_EXPORTER_OTLP_HEADERS,
  ];
  for (const value of [...values, ...others])
    expect(secrets.redact(`before ${value} after`)).toBe('before [redacted] after');
});

describe('the file of the admin key', () => {
  const held = (text: string) => {
    const data = fs.mkdtempSync(path.join(folder, 'data-'));
    fs.writeFileSync(path.join(data, 'admin-key'), text);
    return adminKeyOf(data, null, adminKey);
  };

  test.each(['', '\n', '   ', 'short', 'REPLACE-ME', 'AT-LEAST-16-RANDOM-CHARACTERS', `${SECRET} ${SECRET}`])(
    'is refused where it holds no key, and not repeated: %j',
    async (text) => {
      const refusal = await held(text).catch((error: Error) => error.message);
      expect(refusal).toMatch(/admin-key holds no admin key: /);
      if (text.trim() !== '') expect(refusal).not.toContain(text.trim());
    },
  );

  test('is taken where it holds one, and made where there is none', async () => {
    expect(await held(`${'k'.repeat(20)}\n`)).toBe('k'.repeat(20));
    const data = fs.mkdtempSync(path.join(folder, 'data-'));
    const made = await adminKeyOf(data, null, adminKey);
    expect(await adminKeyOf(data, null, adminKey)).toBe(made);
    expect(fs.statSync(path.join(data, 'admin-key')).mode & 0o777).toBe(0o600);
  });
});
