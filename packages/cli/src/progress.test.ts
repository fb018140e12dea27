import type { Job } from '@atelier/contract';
import { expect, test } from 'vitest';
import { progressLine } from './progress.ts';

const job = (status: Job['status'], progress?: number): Job => ({
  id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
  status,
  task: null,
  created_at: '2026-01-01T00:00:00.000Z',
  result: null,
  error: null,
  credits_used: 0,
  ...(progress === undefined ? {} : { progress }),
});

function written(isTTY: boolean, ...jobs: Job[]): string {
  let text = '';
  const line = progressLine(1, {
    isTTY,
    write: (part: string | Uint8Array) => {
      text += part;
      return true;
    },
  });
  for (const each of jobs) line.show(each);
  line.end();
  return text;
}

test('into a file or pipe each change is a line of its own', () => {
  expect(written(false, job('pending'), job('pending'), job('generating', 0.5), job('completed'))).toBe(
    'pending 0 %\ngenerating 50 %\ncompleted 100 %\n',
  );
});

test('on a terminal one line is drawn over, and left standing at the end', () => {
  const text = written(true, job('pending'), job('generating', 0.5));
  expect(text.split('\r\u001b[2K').slice(1)).toEqual([
    `${'░'.repeat(24)} pending`,
    `${'█'.repeat(12)}${'░'.repeat(12)} generating\n`,
  ]);
});
