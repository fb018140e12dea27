import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Fault } from '../fault.ts';

/** Checks a value against a schema and returns it with its type, or throws `invalid_request` naming the field. */
export type Check<T extends TSchema> = (value: unknown, root?: string) => Static<T>;

interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** Longest piece of a given value that a message repeats. */
const QUOTE_LENGTH_MAX = 80;

/** Compiles a schema once. `root` stands before every pointer of a message, such as `/input` in an envelope. */
export function checker<T extends TSchema>(schema: T): Check<T> {
  const compiled = Compile(schema);
  return (value, root = '') => {
    if (compiled.Check(value)) return value;
    throw new Fault('invalid_request', describe(compiled.Errors(value), value, root));
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

/** One sentence about the first thing that is wrong. */
function describe(findings: readonly Finding[], value: unknown, root: string): string {
  const unknownField = findings.find((finding) => finding.keyword === 'additionalProperties');
  if (unknownField) {
    const [field = ''] = listOf(unknownField.params, 'additionalProperties');
    return `${root}${unknownField.instancePath}/${field} is not a field of this request.`;
  }
  const missing = findings.find((finding) => finding.keyword === 'required');
  if (missing) {
    const [field = ''] = listOf(missing.params, 'requiredProperties');
    return `${root}${missing.instancePath}/${field} is required.`;
  }
  const finding = findings.find(({ keyword }) => keyword === 'enum') ?? findings[0];
  if (!finding) return 'The request does not match its schema.';
  const where = `${root}${finding.instancePath}` || 'The body';
  return `${where} ${rule(finding)}; ${quote(at(value, finding.instancePath))} was given.`;
}

function rule({ keyword, params, message }: Finding): string {
  const allowed = listOf(params, 'allowedValues');
  if (keyword === 'enum') return `must be one of ${allowed.join(', ')}`;
  if (keyword === 'format') return `must be a valid ${Reflect.get(params, 'format')}`;
  return message;
}

function listOf(params: object, key: string): string[] {
  const value: unknown = Reflect.get(params, key);
  return Array.isArray(value) ? value.map(String) : [];
}

/** The value a JSON pointer leads to. */
function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined), value);
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > QUOTE_LENGTH_MAX ? `${text.slice(0, QUOTE_LENGTH_MAX)}…` : text;
}
