import os from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { checkMemory, memoryShortage } from './machine.ts';

const MEBIBYTE = 1024 * 1024;

afterEach(() => void vi.restoreAllMocks());

/** Has the control group of this process allow so much memory, in MiB. */
function allow(memory: number): void {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(memory * MEBIBYTE);
  vi.spyOn(process, 'availableMemory').mockReturnValue(memory * MEBIBYTE);
}

test('a container of 600 MiB is told at the start that this is too little', () => {
  allow(600);
  expect(memoryShortage()).toMatch(/has 600 MiB of memory, and the service needs 1024/);
  expect(checkMemory()).toMatchObject({ state: 'note', says: expect.stringContaining('600 MiB') });
});

test('a container of 400 MiB cannot run the embedded engine', () => {
  allow(400);
  expect(checkMemory()).toMatchObject({ state: 'wrong', mend: 'give it 1024 MiB or more' });
});

test.each([1_000, 1_024])('a container of %s MiB starts without a word on memory', (memory) => {
  allow(memory);
  expect(memoryShortage()).toBeNull();
});

test('where no control group limits the process, the memory of the machine counts', () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(0);
  expect(memoryShortage()).toBe(memoryShortage(Math.floor(os.totalmem() / MEBIBYTE)));
});
