import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

const HOUR_MS = 3_600_000;

/** Fetches the values of the list, one after the other. */
function fetcher(...values: (string | null)[]) {
  let fetches = 0;
  return {
    fetches: () => fetches,
    fetch: async () => {
      fetches += 1;
      return values.shift() ?? null;
    },
  };
}

test('a value is fetched once, however many ask at the same time and after', async () => {
  const { fetch, fetches } = fetcher('secret');
  const get = remembered(fetch, HOUR_MS);
  expect(await Promise.all([get(), get(), get()])).toEqual(['secret', 'secret', 'secret']);
  expect(await get()).toBe('secret');
  expect(fetches()).toBe(1);
});

test('a fetch that failed is not repeated at once', async () => {
  const { fetch, fetches } = fetcher(null, 'secret');
  const get = remembered(fetch, HOUR_MS);
  expect(await get()).toBeNull();
  expect(await get()).toBeNull();
  expect(fetches()).toBe(1);
});

test('a value that is too old serves on while fetches fail', async () => {
  const { fetch, fetches } = fetcher('old', null);
  const get = remembered(fetch, 0);
  expect(await get()).toBe('old');
  expect(await get()).toBe('old');
  expect(fetches()).toBe(2);
});
