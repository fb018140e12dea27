import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '../fault.ts';
import { parseStrictJson } from './json.ts';

const refused = (text: string) => {
  try {
    parseStrictJson(text);
    return null;
  } catch (error) {
    return error instanceof Fault ? error.code : error;
  }
};

test('what JSON.parse reads is read the same, as long as no key stands twice', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a key that stands twice in one object is refused at any depth, escaped or not', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"b":1,"c":[],"b":null}}]',
    '{"":1,"":1}',
    '{"a":{"a":1},"a":1}',
  ]) {
    expect(refused(text), text).toBe('invalid_json');
  }
});

test('the same key in two objects, or a text that looks like keys, is fine', () => {
  for (const text of ['{"a":{"a":1}}', '[{"a":1},{"a":2}]', '{"a":"\\"a\\":1,\\"a\\":2","b":"{\\\\\\""}'])
    expect(refused(text), text).toBeNull();
});

test('deep nesting is refused, however deep', () => {
  for (const depth of [65, 1_000, 100_000]) {
    expect(refused('['.repeat(depth) + ']'.repeat(depth)), `${depth} arrays`).toBe('invalid_json');
    expect(refused(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`), `${depth} objects`).toBe('invalid_json');
  }
  expect(refused('['.repeat(64) + ']'.repeat(64))).toBeNull();
});

test('a text that is not JSON is refused', () => {
  for (const text of ['', '{', '{"a":1} x', '{"a":1,}', "{'a':1}", 'NaN', '{"a":NaN}', '{"a":1}{"b":2}', '\u0000'])
    expect(refused(text), text).toBe('invalid_json');
});
