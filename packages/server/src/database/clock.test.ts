import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/support/database.ts';
import { sharedClock } from './clock.ts';
import { openDatabase } from './connection.ts';

afterEach(() => {
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;

test('the shared clock tells the database’s time, however the clock of this machine is wrong or jumps', async () => {
  const own = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const db = openDatabase({ connectionString: own.url }, log);
  const realMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: realMs - HOUR_MS });
  const clock = sharedClock(db, log);
  await clock.start();
  for (const jumpMs of [-HOUR_MS, 0, HOUR_MS]) {
    vi.setSystemTime(realMs + jumpMs);
    expect(Math.abs(clock.now().getTime() - realMs)).toBeLessThan(HOUR_MS / 2);
  }
  await clock.stop();
  await db.destroy();
  await own.drop();
});

test('a clock that was not started tells no time rather than a wrong one', () => {
  const db = openDatabase({}, pino({ level: 'silent' }));
  expect(() => sharedClock(db, pino({ level: 'silent' })).now()).toThrow('before it was started');
});
