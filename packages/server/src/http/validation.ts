import { CHARACTERISTICS_BYTES_MAX, type Violation } from '@atelier/contract';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Fault } from '../fault.ts';
import { at, quote, schemaCheck } from '../schema-check.ts';

/** Checks a value against a schema and returns it with its type, or throws `invalid_request` naming the field. */
export type Check<T extends TSchema> = (value: unknown, root?: string) => Static<T>;

/**
 * Compiles a schema once. `root` is the prefix of every pointer in a message, such as `/input` in an envelope. Returns
 * UUIDs in lower case, as they are stored. Refuses texts that the database cannot store.
 */
export function checker<T extends TSchema>(schema: T): Check<T> {
  const check = schemaCheck(schema);
  return (value, root = '') => {
    const checked = check(value, root);
    if (!checked.ok) throw new Fault('invalid_request', checked.problem);
    refuseBrokenText(checked.value, root);
    // Only letters of UUIDs change, which the schema takes in either case.
    return withLowerCaseIds(schema, checked.value) as Static<T>;
  };
}

/** Lets Fastify check a part of a request, and replace it by the checked value. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = httpPart === 'querystring' ? queryChecker(schema) : checker(schema);
  return (value: unknown) => {
    try {
      return { value: check(value) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
};

/** The same for a query string: texts that are whole numbers, `true` or `false` become so where the schema says so. */
function queryChecker<T extends TSchema>(schema: T): Check<T> {
  const check = checker(schema);
  const properties: unknown = Reflect.get(schema, 'properties');
  const typeOf = (name: string): unknown => at(properties, `/${name}/type`);
  return (value, root) => {
    const entries = Object.entries(value ?? {}).map(([name, text]) => [name, fromText(text, typeOf(name))]);
    return check(Object.fromEntries(entries), root);
  };
}

function fromText(text: unknown, type: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/**
 * Throws `invalid_request` for a text, or the name of a field, with a NUL or half a surrogate pair: it is not Unicode
 * text.
 */
function refuseBrokenText(value: unknown, pointer: string): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Fault(
      'invalid_request',
      `${pointer || 'The body'} holds U+0000 or half of a surrogate pair; allowed: Unicode text without U+0000.`,
    );
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    refuseBrokenText(key, pointer);
    refuseBrokenText(item, `${pointer}/${key}`);
  }
}

/** The value with every UUID that its schema knows as one in lower case. */
function withLowerCaseIds(schema: unknown, value: unknown): unknown {
  if (typeof value === 'string') return isUuidSchema(schema) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map((item) => withLowerCaseIds(at(schema, '/items'), item));
  if (typeof value !== 'object' || value === null) return value;
  const properties = at(schema, '/properties');
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withLowerCaseIds(at(properties, `/${key}`), item)]),
  );
}

/** True for a UUID, or a UUID or null. */
function isUuidSchema(schema: unknown): boolean {
  const choices = at(schema, '/anyOf');
  return at(schema, '/format') === 'uuid' || (Array.isArray(choices) && choices.some(isUuidSchema));
}

/** Throws `invalid_request` for a rule that a schema cannot express. */
export function refuseViolation(violation: Violation | null, root = ''): void {
  if (violation)
    throw new Fault('invalid_request', `${`${root}${violation.pointer}` || 'The body'} ${violation.message}.`);
}

/** Throws `invalid_request` for an object that is too large to be kept with an asset. */
export function checkCharacteristics(pointer: string, value: object | null | undefined): void {
  const bytes = Buffer.byteLength(JSON.stringify(value ?? {}));
  if (bytes > CHARACTERISTICS_BYTES_MAX)
    throw new Fault('invalid_request', `${pointer} has ${bytes} bytes; allowed: ${CHARACTERISTICS_BYTES_MAX}.`);
}

/**
 * The moment that a field or parameter names. Throws `invalid_request` for one that no clock shows: the pattern allows
 * leap seconds.
 */
export function momentOf(text: string, pointer: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new Fault('invalid_request', `${pointer} must be a valid date-time; ${JSON.stringify(text)} was given.`);
  return moment;
}

/** Bodies are taken as they are: of a compressed one not even the size is known. Throws `unsupported_media_type`. */
export function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  throw new Fault(
    'unsupported_media_type',
    `The header Content-Encoding is ${quote(encoding)}; send the body as it is, without it.`,
  );
}

/** The answer to a body of another kind than the wanted one; `given` is its Content-Type. */
export function wrongMediaType(wanted: string, given: string | undefined): Fault {
  const found = given === undefined ? 'is missing' : `is ${quote(given)}`;
  return new Fault('unsupported_media_type', `The body must be ${wanted}; the header Content-Type ${found}.`);
}
