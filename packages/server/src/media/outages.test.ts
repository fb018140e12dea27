import { pino } from 'pino';
import { expect, test } from 'vitest';
import { isOutage, throughOutages } from './outages.ts';
import { StoreUnavailableError } from './store/port.ts';

const room = { log: pino({ level: 'silent' }) };
const away = new StoreUnavailableError({ cause: new Error('gone') });
const never = new AbortController().signal;

test('a step is done again until what was away is back', async () => {
  let tries = 0;
  const step = async () => {
    tries += 1;
    if (tries < 3) throw away;
    return 'done';
  };
  expect([await throughOutages(room, never, step), tries]).toEqual(['done', 3]);
});

test('an error of another kind is passed on at once', async () => {
  let tries = 0;
  const other = new Error('a fault of ours');
  const step = async () => {
    tries += 1;
    throw other;
  };
  await expect(throughOutages(room, never, step)).rejects.toBe(other);
  expect(tries).toBe(1);
});

test('an attempt that is cut short waits no longer', async () => {
  const abort = new AbortController();
  const reason = new Error('the service stops');
  const step = async () => {
    abort.abort(reason);
    throw away;
  };
  await expect(throughOutages(room, abort.signal, step)).rejects.toBe(reason);
});

test('store, database and disk count as outages, also by an error whose code was lost in a thread', () => {
  expect(isOutage(away)).toBe(true);
  expect(isOutage(Object.assign(new Error('starting up'), { code: '57P03' }))).toBe(true);
  expect(isOutage(new Error('ENOSPC: no space left on device, write'))).toBe(true);
  expect(isOutage(new Error('the engine broke'))).toBe(false);
});
