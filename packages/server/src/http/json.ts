import { createHash } from 'node:crypto';
import { JSON_DEPTH_MAX } from '@atelier/contract';
import { visit } from 'jsonc-parser';
import { Fault } from '../fault.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a JSON document in UTF-8, without a byte order mark (RFC 8259 §8.1). Throws `invalid_json` for other
 * bytes, which would decode to other words than the caller meant.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new Fault('invalid_json', 'The body is not UTF-8; JSON must be UTF-8.', { cause });
  }
}

/**
 * Reads a JSON document strictly. Throws `invalid_json` for trailing text, duplicate keys at any depth (also escaped
 * ones) and extreme nesting: two parsers could read such a document differently.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'it nests too deeply';
    throw new Fault('invalid_json', `The body is not valid JSON: ${reason}`, { cause });
  }
  refuseDuplicatesAndDepth(text);
  return value;
}

/** Walks a document that is known to be valid JSON. */
function refuseDuplicatesAndDepth(text: string): void {
  /** Keys seen in each open object; an open array has none. */
  const open: Set<string>[] = [];
  const begin = () => {
    if (open.push(new Set()) > JSON_DEPTH_MAX)
      throw new Fault('invalid_json', `The body nests deeper than ${JSON_DEPTH_MAX} levels, which is the limit.`);
  };
  const end = () => void open.pop();
  visit(text, {
    ...{ onObjectBegin: begin, onArrayBegin: begin, onObjectEnd: end, onArrayEnd: end },
    onObjectProperty(key, start, length) {
      const quoted = text.slice(start, start + length);
      if (open.at(-1)?.has(key))
        throw new Fault('invalid_json', `The body has the key ${quoted} twice in one object. Send each key once.`);
      open.at(-1)?.add(key);
    },
  });
}

/** SHA-256 of a JSON value: the same for texts that differ in the order of their keys or in white space. */
export function jsonDigest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest();
}

/** Replacer of `JSON.stringify`: objects with their keys in order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
