import type { OpenApiDocument } from '@atelier/contract';
import fc from 'fast-check';
import { fieldsOf, listOf, resolve, type Schema } from './operations.ts';
import { type Kind, placeholder } from './placeholders.ts';

/** Longest text and list that is made where a schema allows more: beyond it nothing new happens. */
const LENGTH_MAX = 24;

/** Makes values a schema allows. `urls`: addresses that a value of format `uri` may be. */
export interface ValueMaker {
  value(schema: Schema, name: string): fc.Arbitrary<unknown>;
  /** The document's example, with other IDs and addresses in place of its own. */
  likeExample(example: unknown): fc.Arbitrary<unknown>;
}

/** Reads schemas of one document. */
export function valueMaker(document: OpenApiDocument, urls: readonly string[]): ValueMaker {
  const value: ValueMaker['value'] = (unresolved, name) => {
    const schema = resolve(document, unresolved);
    if ('const' in schema) return fc.constant(schema.const);
    const choices = listOf(schema.enum);
    if (choices.length > 0) return fc.constantFrom(...choices);
    // Rules beside the fields of an object say which of them go together; chance finds that.
    if (schema.type === 'object') return objectOf(schema);
    const variants = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
    if (variants.length > 0) return fc.oneof(...variants.map((variant) => value(fieldsOf(variant), name)));
    const parts = listOf(schema.allOf);
    if (parts.length > 0)
      return fc.tuple(...parts.map((part) => value(fieldsOf(part), name))).map((made) => Object.assign({}, ...made));
    switch (schema.type) {
      case 'array':
        return fc.array(value(fieldsOf(schema.items), name), {
          minLength: numberOr(schema.minItems, 0),
          maxLength: Math.min(numberOr(schema.maxItems, 3), 4),
        });
      case 'string':
        return textOf(schema, name, urls);
      case 'integer':
        return fc.integer({
          min: Math.max(numberOr(schema.minimum, -10), -1e9),
          max: Math.min(numberOr(schema.maximum, 1e6), 1e9),
        });
      case 'number':
        return fc.double({ min: numberOr(schema.minimum, -10), max: numberOr(schema.maximum, 1e5), noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };

  function objectOf(schema: Schema): fc.Arbitrary<unknown> {
    const required = new Set(listOf(schema.required));
    // Many fields exclude one another, so a valid request has few of them at once.
    const withShare = (present: number) => {
      const fields = Object.entries(fieldsOf(schema.properties)).map(([name, field]) => {
        const made = value(fieldsOf(field), name);
        const absent = { weight: 1, arbitrary: fc.constant(undefined) };
        const chance = name === 'prompt' || name.startsWith('person') ? 1 : present;
        return [
          name,
          required.has(name) ? made : fc.oneof({ ...absent, weight: 4 }, { weight: 4 * chance, arbitrary: made }),
        ] as const;
      });
      return fc.record(Object.fromEntries(fields)).map((made) => JSON.parse(JSON.stringify(made)));
    };
    return fc.oneof(withShare(1), withShare(0.25));
  }

  return {
    value,
    likeExample: (example) => fc.nat(500).map((n) => relabeled(example, '', n, urls)),
  };
}

function relabeled(node: unknown, name: string, n: number, urls: readonly string[]): unknown {
  if (typeof node === 'string' && /^[0-9a-f-]{36}$/.test(node)) return placeholder(kindNamed(name), n);
  if (typeof node === 'string' && /^https?:/.test(node)) return urls[n % urls.length];
  if (Array.isArray(node)) return node.map((item, index) => relabeled(item, name, n + index, urls));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, item]) => [key, relabeled(item, key, n + key.length, urls)]),
  );
}

function textOf(schema: Schema, name: string, urls: readonly string[]): fc.Arbitrary<unknown> {
  const kind = kindNamed(name);
  switch (schema.format) {
    case 'uuid':
      return fc.oneof(
        { weight: 9, arbitrary: fc.nat(500).map((n) => placeholder(kind, n)) },
        { weight: 1, arbitrary: fc.uuid() },
      );
    case 'uri':
      return fc.constantFrom(...urls);
    case 'date-time':
      return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  }
  if (name === 'cursor') return fc.nat(500).map((n) => placeholder('cursors', n));
  if (name === 'token') return fc.nat(500).map((n) => placeholder('media', n));
  if (typeof schema.pattern === 'string' && typeof schema.maxLength !== 'number')
    return fc.stringMatching(new RegExp(schema.pattern), { size: 'xsmall' });
  const minLength = numberOr(schema.minLength, 0);
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(numberOr(schema.maxLength, LENGTH_MAX), LENGTH_MAX)),
    unit: 'binary',
  });
}

/** The kind of an ID under this name, by the names of the interface. */
export function kindNamed(name: string): Kind {
  if (/avatar/.test(name)) return 'avatars';
  if (/asset|product|scene/.test(name)) return 'assets';
  if (/collection/.test(name)) return 'collections';
  if (/format/.test(name)) return 'formats';
  if (/link/.test(name)) return 'links';
  if (/look/.test(name)) return 'looks';
  if (/item/.test(name)) return 'items';
  if (/shoot/.test(name)) return 'shoots';
  if (/deliver/.test(name)) return 'deliveries';
  if (/key_id/.test(name)) return 'adminkeys';
  if (/key/.test(name)) return 'keys';
  if (/webhook/.test(name)) return 'webhooks';
  if (/workspace/.test(name)) return 'workspaces';
  return /job/.test(name) ? 'jobs' : 'images';
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
