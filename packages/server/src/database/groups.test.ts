import { expect, test } from 'vitest';
import { inGroups } from './groups.ts';

/** Answers each question with itself, one group at each call of `answer`. */
function collecting(options: Parameters<typeof inGroups<string, string>>[1]) {
  const groups: (readonly string[])[] = [];
  const open: (() => void)[] = [];
  const ask = inGroups<string, string>(async (questions) => {
    groups.push(questions);
    await new Promise<void>((resolve) => open.push(resolve));
    return questions.map((question) => `${question}!`);
  }, options);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async () => {
    open.shift()?.();
    await turn();
    await turn();
  };
  return { ask, groups, answer, turn };
}

test('questions asked together share a group, those asked meanwhile the next', async () => {
  const { ask, groups, answer, turn } = collecting({ sizeMax: 10, concurrency: 1 });
  const first = [ask('a'), ask('b')];
  await turn();
  const second = [ask('c'), ask('d')];
  await turn();
  expect(groups).toEqual([['a', 'b']]);
  await answer();
  expect(await Promise.all(first)).toEqual(['a!', 'b!']);
  expect(groups).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  await answer();
  expect(await Promise.all(second)).toEqual(['c!', 'd!']);
});

test('a group is no larger than allowed, and no more of them than allowed are under way', async () => {
  const { ask, groups, answer, turn } = collecting({ sizeMax: 2, concurrency: 2 });
  const all = ['a', 'b', 'c', 'd', 'e'].map(ask);
  await turn();
  expect(groups).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  await answer();
  await answer();
  await answer();
  expect(await Promise.all(all)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
});

test('of questions with one key each waits for the answer to the one before, in their order', async () => {
  const { ask, groups, answer, turn } = collecting({
    sizeMax: 10,
    concurrency: 1,
    keyOf: (question) => question.charAt(0),
  });
  const all = ['a1', 'a2', 'b1', 'a3', 'b2'].map(ask);
  await turn();
  for (let each = 0; each < 3; each++) await answer();
  await Promise.all(all);
  expect(groups).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']]);
});

test('a key whose answer takes its time holds up no other', async () => {
  const slow = Promise.withResolvers<string>();
  const groups: (readonly string[])[] = [];
  const ask = inGroups<string, string>(
    async (questions) => {
      groups.push(questions);
      return questions.map((question) => (question === 'a1' ? slow.promise : question));
    },
    { sizeMax: 10, concurrency: 1, keyOf: (question) => question.charAt(0) },
  );
  const first = ask('a1');
  const second = ask('a2');
  expect(await ask('b1')).toBe('b1');
  expect(await ask('b2')).toBe('b2');
  slow.resolve('at last');
  expect(await Promise.all([first, second])).toEqual(['at last', 'a2']);
  expect(groups).toEqual([['a1', 'b1'], ['b2'], ['a2']]);
});

test('where a group cannot be answered its questions are refused, and the next are answered', async () => {
  let calls = 0;
  const ask = inGroups<string, string>(
    async (questions) => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return questions;
    },
    { sizeMax: 10, concurrency: 1 },
  );
  expect(await Promise.allSettled([ask('a'), ask('b')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await ask('c')).toBe('c');
});
