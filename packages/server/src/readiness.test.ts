import { expect, test } from 'vitest';
import { idleEngine } from '../test/support/engines.ts';
import { readiness } from './readiness.ts';

test('an engine that could not load is asked again until it can', async () => {
  let asked = 0;
  const loaded = Promise.withResolvers<void>();
  const ready = async () => {
    asked += 1;
    if (asked < 3) throw new Error('no space left on device');
    loaded.resolve();
  };
  const watched = readiness({ ...idleEngine(), ready }, async () => {});
  await watched.start();
  await watched.engineSettled();
  await loaded.promise;
  expect(asked).toBe(3);
});
