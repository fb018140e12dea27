import type { Static, TSchema } from 'typebox';
import { Fault } from '../fault.ts';
import { at, schemaCheck } from '../schema-check.ts';

/** Checks a value against a schema and returns it with its type, or throws `invalid_request` naming the field. */
export type Check<T extends TSchema> = (value: unknown, root?: string) => Static<T>;

/** Compiles a schema once. `root` stands before every pointer of a message, such as `/input` in an envelope. */
export function checker<T extends TSchema>(schema: T): Check<T> {
  const check = schemaCheck(schema);
  return (value, root) => {
    const checked = check(value, root);
    if (checked.ok) return checked.value;
    throw new Fault('invalid_request', checked.problem);
  };
}

/** The same for a query string: texts that are whole numbers, `true` or `false` become so where the schema says so. */
export function queryChecker<T extends TSchema>(schema: T): Check<T> {
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
