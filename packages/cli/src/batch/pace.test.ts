import { ApiError, ConnectionError } from '@atelier/client';
import { expect, test } from 'vitest';
import { pace } from './pace.ts';

const TOO_MANY = new ApiError(429, 'rate_limited', 'too many', null);
const AWAY = new ConnectionError('away');
const QUICK = { pauseMs: 80, pauseMsMax: 80, patienceMs: 10_000 };

test('a refusal that passes holds back every call of the batch, and the call is made again', async () => {
  const reasons: string[] = [];
  const { keep } = pace(new AbortController().signal, (reason) => reasons.push(reason), QUICK);
  const made: { readonly name: string; readonly at: number }[] = [];
  const note = (name: string) => made.push({ name, at: Date.now() });
  const refused = Promise.withResolvers<void>();
  const first = keep(async () => {
    note('first');
    if (made.length > 1) return;
    // The other call comes once the refusal is known.
    queueMicrotask(refused.resolve);
    throw TOO_MANY;
  });
  await refused.promise;
  await Promise.all([first, keep(async () => note('second'))]);
  expect(made.map(({ name }) => name).sort()).toEqual(['first', 'first', 'second']);
  const begun = made[0]?.at ?? 0;
  for (const { at } of made.slice(1)) expect(at - begun).toBeGreaterThanOrEqual(55);
  expect(reasons).toEqual([TOO_MANY.message]);
});

test('a refusal that stays is thrown at once, one the caller names as passing is not', async () => {
  const { keep } = pace(new AbortController().signal, () => {}, { ...QUICK, pauseMs: 1 });
  const full = new ApiError(403, 'plan_limit_exceeded', 'full', null);
  await expect(keep(() => Promise.reject(full))).rejects.toBe(full);
  let calls = 0;
  const call = async () => {
    calls += 1;
    if (calls === 1) throw full;
    return calls;
  };
  expect(await keep(call, ({ code }) => code === 'plan_limit_exceeded')).toBe(2);
});

test('a refusal that the caller names as passing is waited for however long it takes', async () => {
  const { keep } = pace(new AbortController().signal, () => {}, { pauseMs: 1, pauseMsMax: 1, patienceMs: -1 });
  let calls = 0;
  const call = async () => {
    calls += 1;
    if (calls < 4) throw new ApiError(409, 'idempotency_in_progress', 'busy', null);
    return calls;
  };
  expect(await keep(call, ({ code }) => code === 'idempotency_in_progress')).toBe(4);
});

test('a service that stays away is given up on', async () => {
  const { keep } = pace(new AbortController().signal, () => {}, { pauseMs: 1, pauseMsMax: 1, patienceMs: 20 });
  await expect(keep(() => Promise.reject(AWAY))).rejects.toBe(AWAY);
});

test('Ctrl-C ends the waiting', async () => {
  const abort = new AbortController();
  const { keep } = pace(abort.signal, () => abort.abort(new Error('enough')), { ...QUICK, pauseMs: 600_000 });
  await expect(keep(() => Promise.reject(AWAY))).rejects.toThrow();
});
