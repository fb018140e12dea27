import { expect, test } from 'vitest';
import { outputAt } from './outputs.ts';

test('an address is fetched later', () => {
  const url = 'https://cdn.example.com/output.png?signature=a,b';
  expect(outputAt(url)).toEqual({ kind: 'remote', url });
});

test('an address that holds the output is the output', () => {
  expect(outputAt('data:image/png;base64,AQID')).toEqual({ kind: 'delivered', bytes: Buffer.from([1, 2, 3]) });
});
