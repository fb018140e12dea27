import { expect, test } from 'vitest';
import { madeAt } from './outcomes.ts';

test('an address is fetched later', () => {
  const url = 'https://cdn.example.com/output.png?signature=a,b';
  expect(madeAt(url)).toMatchObject({ kind: 'made', output: { kind: 'remote', url } });
});

test('an address that holds the output is the output', () => {
  expect(madeAt('data:image/png;base64,AQID')).toMatchObject({
    output: { kind: 'delivered', bytes: Buffer.from([1, 2, 3]) },
  });
});
