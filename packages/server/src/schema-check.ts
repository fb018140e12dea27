import { createRequire } from 'node:module';
import { webAddressProblem } from '@atelier/contract';
import type { Static, TSchema } from 'typebox';
import type { Validator } from 'typebox/schema';

/** A value that matches its schema, or one sentence about the first thing that does not. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Checks values against a schema. `root` stands before every pointer of a problem, such as `/input` in an envelope. */
export type SchemaCheck<T extends TSchema> = (value: unknown, root?: string) => Checked<Static<T>>;

interface Finding {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** Longest piece of a given value that a problem repeats. */
const QUOTE_LENGTH_MAX = 80;

/** End of the path of a schema that refuses unknown fields. The validator may stop before it names them all. */
const CLOSED = '/additionalProperties';

const require = createRequire(import.meta.url);

/** Loaded in the middle of a check, which cannot wait. An address must be one that a client can open. */
const compiler = (): typeof import('typebox/schema') => {
  const { Set: setFormat }: typeof import('typebox/format') = require('typebox/format');
  setFormat('uri', (text) => webAddressProblem(text) === null);
  return require('typebox/schema');
};

/**
 * The validator of a schema, compiled at its first use. The first of them loads the compiler. Both would take a tenth
 * of a start, and most validators wait for long.
 */
export function validatorOf<T extends TSchema>(schema: T): () => Validator<T, Static<T>> {
  let compiled: Validator<T, Static<T>> | null = null;
  return () => {
    compiled ??= compiler().Compile(schema);
    return compiled;
  };
}

/** Checks against a schema. Problems name the field by JSON pointer, the given value and the allowed ones. */
export function schemaCheck<T extends TSchema>(schema: T): SchemaCheck<T> {
  const validator = validatorOf(schema);
  return (value, root = '') =>
    validator().Check(value)
      ? { ok: true, value }
      : { ok: false, problem: describe(validator().Errors(value)[1], schema, value, root) };
}

function describe(findings: readonly Finding[], schema: TSchema, value: unknown, root: string): string {
  const unknownField = findings.find(({ keyword, schemaPath }) => keyword === 'boolean' && schemaPath.endsWith(CLOSED));
  if (unknownField) {
    const closed = at(schema, unknownField.schemaPath.slice(0, -CLOSED.length));
    return `${root}${unknownField.instancePath} is not a field here; ${fieldsOf(closed)}.`;
  }
  const missing = findings.find((finding) => finding.keyword === 'required');
  if (missing) {
    const [field = ''] = listOf(missing.params, 'requiredProperties');
    return `${root}${missing.instancePath}/${field} is required.`;
  }
  const finding = findings.find(({ keyword }) => keyword === 'enum') ?? findings[0];
  if (!finding) return 'The request does not match its schema.';
  const where = `${root}${finding.instancePath}` || 'The body';
  const given = at(value, finding.instancePath);
  const isAddress = at(schema, `${finding.schemaPath}/format`) === 'uri' && typeof given === 'string';
  const problem = isAddress ? webAddressProblem(given) : null;
  return problem ? `${where} ${problem}.` : `${where} ${rule(finding, schema)}; ${quote(given)} was given.`;
}

function fieldsOf(schema: unknown): string {
  const names = Object.keys(Object(at(schema, '/properties')));
  return names.length > 0 ? `allowed: ${names.join(', ')}` : 'none is allowed';
}

function rule({ keyword, params, message, schemaPath }: Finding, schema: TSchema): string {
  const title = at(schema, `${schemaPath}/title`);
  if (typeof title === 'string') return `must be ${title}`;
  const allowed = listOf(params, 'allowedValues');
  if (keyword === 'enum') return `must be one of ${allowed.join(', ')}`;
  if (keyword === 'format') return `must be a valid ${Reflect.get(params, 'format')}`;
  return message;
}

function listOf(params: object, key: string): string[] {
  const value: unknown = Reflect.get(params, key);
  return Array.isArray(value) ? value.map(String) : [];
}

/** The value a JSON pointer leads to; undefined where it leads nowhere. */
export function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
      value,
    );
}

/**
 * A given value as a message repeats it: as JSON, a number beyond all numbers as `Infinity`, cut short where it is
 * long.
 */
export function quote(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > QUOTE_LENGTH_MAX ? `${text.slice(0, QUOTE_LENGTH_MAX).toWellFormed()}…` : text;
}
