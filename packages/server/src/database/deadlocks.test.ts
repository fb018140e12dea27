import { expect, test } from 'vitest';
import { throughDeadlocks } from './connection.ts';

/** Work that ends with an error of PostgreSQL so often, and then succeeds. */
function failing(times: number, code: string) {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error('ended by PostgreSQL'), { code });
    return 'done';
  };
  return { work, tries: () => tries };
}

test('work that a deadlock ended is done again, but not for ever', async () => {
  const twice = failing(2, '40P01');
  expect([await throughDeadlocks(twice.work), twice.tries()]).toEqual(['done', 3]);
  const always = failing(100, '40P01');
  await expect(throughDeadlocks(always.work)).rejects.toThrow('ended by PostgreSQL');
  expect(always.tries()).toBe(5);
});

test('any other error is passed on at once', async () => {
  const other = failing(1, '23503');
  await expect(throughDeadlocks(other.work)).rejects.toThrow('ended by PostgreSQL');
  expect(other.tries()).toBe(1);
});
