import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyring } from '../src/accounts/keyring.ts';
import { ALL_RIGHTS, createKey, revokeKey } from '../src/accounts/keys.ts';
import { createWorkspace } from '../src/accounts/workspaces.ts';
import { type Database, openDatabase } from '../src/database/connection.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

let database: TestDatabase;
let db: Database;
/** Subscriptions that nobody has ended. */
const listeners = new Set<() => void>();
const changes = {
  subscribe(_id: string, listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ connectionString: database.url }, pino({ level: 'silent' }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => listeners.clear());

async function freshKey() {
  const wanted = { name: 'keys', plan: 'pro', sandbox: true, model_access: [], grant: 0 } as const;
  const workspace = await createWorkspace(db, wanted, new Date());
  return { workspace, ...(await createKey(db, workspace, { name: 'a key', ...ALL_RIGHTS }, new Date())) };
}

test('requests that come at once share one look-up and leave one subscription, also when it is made again', async () => {
  const { key, workspace } = await freshKey();
  let now = Date.now();
  const ring = keyring(db, { now: () => new Date(now) }, changes);
  for (let minutes = 0; minutes < 3; minutes++, now += 60_000) {
    const found = await Promise.all(Array.from({ length: 20 }, () => ring.find(key)));
    expect(new Set(found.map((each) => each?.id))).toEqual(new Set([workspace.id]));
    expect(listeners.size).toBe(1);
  }
});

test('a revoked key is refused once the notice has come, and leaves no subscription', async () => {
  const { key, keyId } = await freshKey();
  const ring = keyring(db, { now: () => new Date() }, changes);
  expect(await ring.find(key)).not.toBeNull();
  await revokeKey(db, keyId, new Date());
  for (const listener of listeners) listener();
  expect(await ring.find(key)).toBeNull();
  expect(listeners.size).toBe(0);
});

test('a notice that overtakes the answer to a look-up is heeded: the next request looks again', async () => {
  const { key, keyId } = await freshKey();
  const eager = {
    subscribe(id: string, listener: () => void) {
      // As if the key was revoked while the second look was on its way back.
      queueMicrotask(listener);
      return changes.subscribe(id, listener);
    },
  };
  const ring = keyring(db, { now: () => new Date() }, eager);
  await ring.find(key);
  await revokeKey(db, keyId, new Date());
  expect(await ring.find(key)).toBeNull();
  expect(listeners.size).toBe(0);
});
