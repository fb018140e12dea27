import { beforeAll, expect, test } from 'vitest';
import { atelier } from './atelier.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

let workspace: CommandWorkspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});

/** Runs a command with an API key alone, as somebody who does not run the service has it. */
async function call(words: readonly string[], apiKey = workspace.apiKey) {
  return atelier([...words, '--data', '/nowhere'], { ATELIER_URL: workspace.url, ATELIER_API_KEY: apiKey });
}

async function created(words: readonly string[]): Promise<{ key_id: string; api_key: string }> {
  const { code, out, err } = await call(['keys', 'create', ...words, '--json']);
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

test('a key with the scope manage makes, changes, lists and revokes others', async () => {
  const words = ['--name', 'shop', '--scopes', 'read,submit', '--expires', '2099-01-31', '--credits-per-month', '2.5'];
  const { key_id, api_key } = await created(words);
  expect((await call(['account'], api_key)).out).toContain(
    'key        "shop" may read, submit, until 2099-01-31T00:00:00.000Z\nkey limits 0 of 2.5 credits this month (UTC)\n',
  );
  const refused = await call(['keys', 'list'], api_key);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('needs the scope manage') });
  expect(
    (await call(['keys', 'change', key_id, '--expires', 'none', '--credits-per-month', '4', '--scopes', 'read'])).out,
  ).toBe(`key ${key_id}, "shop": read\n`);
  expect((await call(['keys', 'revoke', key_id])).out).toBe(`key ${key_id} is revoked\n`);
  const { keys } = JSON.parse((await call(['keys', 'list', '--json'])).out);
  expect(keys[0]).toMatchObject({
    key_id,
    scopes: ['read'],
    expires_at: null,
    credits_per_month: 4,
    revoked_at: expect.any(String),
  });
});

test('the last managing key is revoked only with --leave-none', async () => {
  const lonely = await createWorkspace();
  const { key } = JSON.parse((await call(['account', '--json'], lonely.apiKey)).out);
  const refused = await call(['keys', 'revoke', key.id], lonely.apiKey);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('the last key of the workspace') });
  expect((await call(['keys', 'revoke', key.id, '--leave-none'], lonely.apiKey)).code).toBe(0);
});

test('a scope, a time or a number that cannot be is refused', async () => {
  for (const [words, says] of [
    [['--scopes', 'read,admin'], '--scopes is "admin"; allowed: read, submit, manage'],
    [['--expires', 'tomorrow'], '--expires is "tomorrow"; allowed: a day such as'],
    [['--credits-per-month', 'many'], '--credits-per-month is "many"; allowed: a number'],
  ] as const)
    expect(await call(['keys', 'create', ...words])).toMatchObject({ code: 2, err: expect.stringContaining(says) });
});

test('usage is told in words, as JSON and as CSV', async () => {
  const { api_key } = await created(['--name', 'till']);
  await call(['generate', '--prompt', 'a linen suit', '--detach'], api_key);
  expect((await call(['usage', '--by', 'key'])).out).toMatch(/^key .*\ntill +1 .*\n1 job from .*: [\d.]+ credits?\n$/);
  const { groups } = JSON.parse((await call(['usage', '--by', 'operation', '--json'])).out);
  expect(groups).toMatchObject([{ id: 'generate', jobs: 1 }]);
  expect((await call(['usage', '--by', 'model', '--csv', '--from', '2026-01-01'])).out).toMatch(
    /^id,name,sku,jobs,.*\r\nnano-banana-2,nano-banana-2,,1,/,
  );
});
