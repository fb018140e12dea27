import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { fieldsOf, type ObjectSchema, optionsOf } from './contract-options.ts';

const SCHEMA: ObjectSchema = {
  properties: {
    aspect_ratio: { type: 'string', description: 'Width to height.' },
    asset_ids: { type: 'array', items: { type: 'string' } },
    num_images: { type: 'integer', minimum: 1, maximum: 8, default: 1 },
    plan: { anyOf: [{ type: 'string', enum: ['free', 'pro'] }, { type: 'null' }] },
    notes: { type: 'object' },
    loud: { type: 'boolean' },
    secret_id: { type: 'string' },
  },
  required: ['aspect_ratio'],
};

const read = (given: Readonly<Record<string, readonly string[]>>) =>
  fieldsOf(SCHEMA, (option) => given[option] ?? [], ['secret_id']);

test('fields become options: dashes for underscores, a list in the singular, and what is known of values', () => {
  const options = optionsOf(SCHEMA, ['secret_id']);
  expect(Object.keys(options)).toEqual(['aspect-ratio', 'asset-id', 'num-images', 'plan', 'notes', 'loud']);
  expect(options['aspect-ratio']?.summary).toBe('Width to height. Needed.');
  expect(options['asset-id']).toMatchObject({ multiple: true, value: 'ID' });
  expect(options['num-images']).toMatchObject({ value: 'NUMBER', summary: 'Allowed: 1 to 8. (1)' });
  expect(options.plan).toMatchObject({ values: ['free', 'pro'] });
  expect(options.loud).toMatchObject({ type: 'boolean' });
});

test('options become fields of the types that the schema says', () => {
  const given = {
    'aspect-ratio': ['3:4'],
    'asset-id': ['a', 'b'],
    'num-images': ['2'],
    notes: ['{"a":1}'],
    loud: ['true'],
  };
  expect(read(given)).toEqual({
    aspect_ratio: '3:4',
    asset_ids: ['a', 'b'],
    num_images: 2,
    notes: { a: 1 },
    loud: true,
  });
});

test.each([
  ['a missing field', {}, '--aspect-ratio is needed'],
  [
    'a number that is none',
    { 'aspect-ratio': ['1'], 'num-images': ['two'] },
    '--num-images is "two"; allowed: a whole number',
  ],
  ['half an image', { 'aspect-ratio': ['1'], 'num-images': ['1.5'] }, 'allowed: a whole number'],
  ['another value', { 'aspect-ratio': ['1'], plan: ['fre'] }, 'allowed: free, pro. Did you mean free?'],
  ['broken JSON', { 'aspect-ratio': ['1'], notes: ['{'] }, '--notes is {; allowed: JSON'],
])('%s is refused by the name of the option', (_case, given, message) => {
  expect(() => read(given)).toThrow(UsageError);
  expect(() => read(given)).toThrow(message);
});
