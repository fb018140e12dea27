import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeGate } from './decode-gate.ts';

/** Asks the gate for several decodes at once; each runs until it is ended by hand. */
function crowd(gate: ReturnType<typeof decodeGate>, costs: readonly number[]) {
  const running = new Set<number>();
  const ends = costs.map(() => Promise.withResolvers<void>());
  const all = costs.map((cost, index) =>
    gate.run(cost, async () => {
      running.add(index);
      await ends[index]?.promise;
      running.delete(index);
    }),
  );
  const end = async (index: number) => {
    ends[index]?.resolve();
    await all[index];
  };
  return { running, end };
}

const settle = () => new Promise(setImmediate);

test('two cheap decodes run at once, a third waits for its turn', async () => {
  const { running, end } = crowd(decodeGate({ decodesMax: 2, heldBytesMax: 100 }), [10, 10, 10]);
  await settle();
  expect([...running]).toEqual([0, 1]);
  await end(0);
  await settle();
  expect([...running]).toEqual([1, 2]);
});

test('one that does not fit beside another waits, and none overtakes it', async () => {
  const { running, end } = crowd(decodeGate({ decodesMax: 2, heldBytesMax: 100 }), [60, 60, 10]);
  await settle();
  expect([...running]).toEqual([0]);
  await end(0);
  await settle();
  expect([...running]).toEqual([1, 2]);
});

test('one that is over the limit by itself runs, alone', async () => {
  const { running, end } = crowd(decodeGate({ decodesMax: 2, heldBytesMax: 100 }), [10, 500, 10]);
  await settle();
  expect([...running]).toEqual([0]);
  await end(0);
  await settle();
  expect([...running]).toEqual([1]);
  await end(1);
  await settle();
  expect([...running]).toEqual([2]);
});

test('a decode that fails makes room, and its error is passed on', async () => {
  const gate = decodeGate({ decodesMax: 1, heldBytesMax: 100 });
  const failing = gate.run(10, () => Promise.reject(new Error('broken')));
  const next = gate.run(10, () => Promise.resolve('fine'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});

test('whatever is asked for, all are served and neither limit is broken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (costs, decodesMax) => {
        const gate = decodeGate({ decodesMax, heldBytesMax: 100 });
        const running = new Map<number, number>();
        const served = await Promise.all(
          costs.map((cost, index) =>
            gate.run(cost, async () => {
              running.set(index, cost);
              const heldBytes = running.values().reduce((sum, each) => sum + each, 0);
              expect(running.size).toBeLessThanOrEqual(decodesMax);
              expect(running.size === 1 || heldBytes <= 100).toBe(true);
              await settle();
              running.delete(index);
              return index;
            }),
          ),
        );
        expect(served).toEqual([...costs.keys()]);
      },
    ),
  );
});
