import { createHash } from 'node:crypto';

/** SHA-256 of a JSON value: the same for texts that differ in the order of their keys or in white space. */
export function jsonDigest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest();
}

/** Replacer of `JSON.stringify`: objects with their keys in order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
