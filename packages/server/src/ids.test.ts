import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { isUuid, newId } from './ids.ts';

test('IDs are UUIDs of version 7 and variant 10', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('IDs of one process rise, also when the clock stands still or goes back', () => {
  const clock = vi.spyOn(Date, 'now');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 41 }), { minLength: 2, maxLength: 50 }), (moments) => {
      const ids = moments.map((moment) => {
        clock.mockReturnValue(moment);
        return newId();
      });
      expect(ids).toEqual(ids.toSorted());
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
  clock.mockRestore();
});

test('isUuid takes every ID and nothing else', () => {
  expect(isUuid(newId())).toBe(true);
  for (const text of ['', 'x', `${newId()}0`, newId().replaceAll('-', ''), `{${newId()}}`])
    expect(isUuid(text)).toBe(false);
});
