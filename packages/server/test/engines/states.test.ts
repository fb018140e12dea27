import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { admit, holdBack, listEngineStates, noteFailed, noteServed } from '../../src/engines/states.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Circuit and pace of an engine, on a real database and with times the test chooses. */

const NOON = Date.parse('2026-11-02T12:00:00Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000);
const LATEST = at(3600);

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ connectionString: database.url }, pino({ level: 'silent' }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  const client = await database.connect();
  await client.query('delete from engine_states').finally(() => client.end());
});

const enter = (seconds: number) => admit(db, 'far', null, at(seconds), LATEST);

async function failTimes(count: number, seconds: number): Promise<void> {
  for (let failure = 0; failure < count; failure++) {
    await enter(seconds);
    await noteFailed(db, 'far', 'it is on fire', at(seconds));
  }
}

test('ten who ask at once for an engine of 60 a minute begin a second apart', async () => {
  const admissions = await Promise.all(Array.from({ length: 10 }, () => admit(db, 'far', 60, at(0), LATEST)));
  const places = admissions.map((admission) => (admission.kind === 'admitted' ? admission.at.getTime() - NOON : null));
  expect(places.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 10 }, (_, index) => index * 1000));
});

test('a place beyond the last moment is not given, and not taken', async () => {
  expect(await admit(db, 'far', 6, at(0), at(15))).toMatchObject({ kind: 'admitted', at: at(0) });
  expect(await admit(db, 'far', 6, at(0), at(15))).toMatchObject({ kind: 'admitted', at: at(10) });
  expect(await admit(db, 'far', 6, at(0), at(15))).toMatchObject({ kind: 'closed' });
  expect(await admit(db, 'far', 6, at(0), at(25))).toMatchObject({ kind: 'admitted', at: at(20) });
});

test('an engine without a pace begins at once, however many ask', async () => {
  const admissions = await Promise.all(Array.from({ length: 5 }, () => enter(0)));
  expect(admissions).toEqual(Array.from({ length: 5 }, () => ({ kind: 'admitted', at: at(0) })));
});

test('Retry-After holds everybody back', async () => {
  await enter(0);
  await holdBack(db, 'far', at(40));
  expect(await enter(1)).toEqual({ kind: 'admitted', at: at(40) });
});

test('five failures in a row open the circuit, four do not', async () => {
  await failTimes(4, 0);
  expect((await enter(1)).kind).toBe('admitted');
  await failTimes(1, 1);
  expect(await enter(2)).toEqual({ kind: 'closed', until: at(16) });
  expect(await listEngineStates(db)).toMatchObject([{ engine: 'far', failures: 5, last_error: 'it is on fire' }]);
});

test('a success in between starts the count of failures again', async () => {
  await failTimes(4, 0);
  await noteServed(db, 'far', at(1));
  await failTimes(4, 2);
  expect((await enter(3)).kind).toBe('admitted');
});

test('after the wait one may try, the others wait for what it finds', async () => {
  await failTimes(5, 0);
  const tries = await Promise.all(Array.from({ length: 6 }, () => enter(20)));
  expect(tries.filter(({ kind }) => kind === 'admitted')).toHaveLength(1);
});

test('a try that fails doubles the wait, up to five minutes; one that succeeds closes the circuit', async () => {
  await failTimes(5, 0);
  const waits: number[] = [];
  let now = 0;
  for (let tries = 0; tries < 7; tries++) {
    const closed = await enter(now);
    if (closed.kind !== 'closed') throw new Error('the circuit was to be open');
    const opensAt = (closed.until.getTime() - NOON) / 1000;
    waits.push(opensAt - now);
    now = opensAt;
    await failTimes(1, now);
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 300, 300]);
  await noteServed(db, 'far', at(now));
  expect((await enter(now)).kind).toBe('admitted');
});
