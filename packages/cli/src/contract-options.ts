import { checkAllowed } from './arguments.ts';
import { type Invocation, type OptionRule, UsageError } from './command.ts';

/** As much of a JSON schema as options are made of. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

/** A body or query of the contract, as JSON. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/**
 * A schema of the contract as plain JSON, without its library's notes and without names: one name has the same meaning
 * in many places.
 */
export function plainSchema(schema: object): ObjectSchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));
}

/**
 * Name of the option that sets a field: `aspect_ratio` is `--aspect-ratio`, and a list such as `asset_ids`, repeatable,
 * `--asset-id`.
 */
export function optionName(field: string, schema: FieldSchema | undefined): string {
  const words = field.replaceAll('_', '-');
  return schema?.type === 'array' ? words.replace(/s$/, '') : words;
}

/** The options that set the fields of a body or query, those left out excepted. */
export function optionsOf(schema: ObjectSchema, leftOut: readonly string[] = []): Record<string, OptionRule> {
  const fields = Object.entries(schema.properties).filter(([field]) => !leftOut.includes(field));
  return Object.fromEntries(
    fields.map(([field, property]) => {
      const isNeeded = schema.required?.includes(field) ?? false;
      return [optionName(field, property), optionOf(field, property, isNeeded)];
    }),
  );
}

function optionOf(field: string, property: FieldSchema, isNeeded: boolean): OptionRule {
  const value = valueSchema(property);
  const choices = value.enum?.map(String);
  const range =
    value.minimum === undefined || !isNumeric(value) || field === 'seed' ? '' : `${value.minimum} to ${value.maximum}`;
  const told = [
    property.description ?? value.description,
    choices && `Allowed: ${choices.join(', ')}.`,
    range && `Allowed: ${range}.`,
    isNeeded && 'Needed.',
    property.type === 'array' && 'May be repeated.',
    property.default !== undefined && value.type !== 'boolean' && `(${property.default})`,
  ];
  return {
    type: value.type === 'boolean' ? 'boolean' : 'string',
    ...(property.type === 'array' ? { multiple: true } : {}),
    ...(choices ? { values: choices } : {}),
    value: placeholderOf(field, value),
    summary: told.filter(Boolean).join(' '),
  };
}

function placeholderOf(field: string, value: FieldSchema): string {
  if (value.type === 'object') return 'JSON';
  if (isNumeric(value)) return 'NUMBER';
  return /_ids?$/.test(field) ? 'ID' : value.enum ? (field.split('_').at(-1) ?? field).toUpperCase() : 'TEXT';
}

/** The value of each option in an invocation, for {@link fieldsOf}. */
export function givenBy(invocation: Invocation): (option: string) => readonly string[] {
  return (option) => (invocation.flag(option) ? ['true'] : invocation.texts(option));
}

/**
 * The fields that options set, read as their schemas say. `given` returns the texts of an option. Throws UsageError for
 * one that cannot be read; ranges and lengths are the service's to check.
 */
export function fieldsOf(
  schema: ObjectSchema,
  given: (option: string) => readonly string[],
  leftOut: readonly string[] = [],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [field, property] of Object.entries(schema.properties)) {
    const name = optionName(field, property);
    const texts = leftOut.includes(field) ? [] : given(name);
    if (texts.length === 0) continue;
    const values = texts.map((text) => read(name, text, valueSchema(property)));
    fields[field] = property.type === 'array' ? values : values.at(-1);
  }
  const missing = schema.required?.find((field) => !leftOut.includes(field) && fields[field] === undefined);
  if (missing !== undefined) throw new UsageError(`--${optionName(missing, schema.properties[missing])} is needed`);
  return fields;
}

function read(name: string, text: string, schema: FieldSchema): unknown {
  checkAllowed(name, text, schema.enum?.map(String));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return readNumber(name, text, schema);
    case 'boolean':
      return text !== 'false';
    case 'object':
      return readJson(name, text);
    default:
      return text;
  }
}

function readNumber(name: string, text: string, { type }: FieldSchema): number {
  const value = Number(text);
  const isWhole = type === 'integer';
  if (text.trim() === '' || !(isWhole ? Number.isInteger(value) : Number.isFinite(value)))
    throw new UsageError(`--${name} is ${JSON.stringify(text)}; allowed: a ${isWhole ? 'whole ' : ''}number`);
  return value;
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} is ${text}; allowed: JSON`);
  }
}

/** The schema of one value of an option: the items of a list, and the other kind of a field that may be null. */
function valueSchema(property: FieldSchema): FieldSchema {
  const other = property.anyOf?.find(({ type }) => type !== 'null');
  return property.items ?? other ?? property;
}

function isNumeric({ type }: FieldSchema): boolean {
  return type === 'integer' || type === 'number';
}
