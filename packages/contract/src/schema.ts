import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import { WEB_ADDRESS_LENGTH_MAX } from './web-address.ts';

/** An object that refuses fields it does not name: every body and query of a v1 request is one. */
export function closed<P extends TProperties>(properties: P, options: Record<string, unknown> = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** An object that may carry further fields: every response is one, and every unversioned request body. */
export function open<P extends TProperties>(properties: P, options: Record<string, unknown> = {}): TObject<P> {
  return Type.Object(properties, options);
}

/**
 * Rules on which fields of an object go together. The service checks them itself, with messages of its own; the
 * document states them.
 */
export interface PresenceRules {
  /** Of each of these lists, a request gives exactly one field. */
  readonly exactlyOneOf?: readonly (readonly string[])[];
  /** Of this list, a request gives one or more fields that are not empty. */
  readonly atLeastOneOf?: readonly string[];
  /** If a field has a certain value, a request gives one or more fields of a list. */
  readonly neededWith?: readonly {
    readonly field: string;
    readonly value: string;
    readonly atLeastOneOf: readonly string[];
  }[];
}

/** The same rules in the words of JSON Schema; empty without rules. */
export function presenceSchemas({
  exactlyOneOf,
  atLeastOneOf,
  neededWith,
}: Required<PresenceRules>): readonly object[] {
  // Named as a property too, so that types which are generated of the document ask for it.
  const present = (field: string, rules: object = {}) => ({ required: [field], properties: { [field]: rules } });
  // An empty list and a text of spaces give nothing.
  const filled = (fields: readonly string[]) => ({
    anyOf: fields.map((field) => present(field, { minItems: 1, pattern: '\\S' })),
  });
  return [
    ...exactlyOneOf.map((fields) => ({ oneOf: fields.map((field) => present(field)) })),
    ...(atLeastOneOf.length > 0 ? [filled(atLeastOneOf)] : []),
    ...neededWith.map((rule) => ({
      if: present(rule.field, { const: rule.value }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: filled(rule.atLeastOneOf),
    })),
  ];
}

/** An object with any fields. It says so explicitly, because generators of clients would read it as an empty object. */
export function anyObject(description?: string) {
  return Type.Object({}, { ...(description ? { description } : {}), additionalProperties: true });
}

/** A string that is one of a fixed list. */
export function oneOf<const V extends readonly string[]>(
  values: V,
  options: Record<string, unknown> = {},
): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ ...options, type: 'string', enum: [...values] });
}

/** The schema or null. */
export function nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** A field that may be absent, but not null. */
export const optional = Type.Optional;

/** A UUID in its text form. */
export function uuid(description?: string) {
  return Type.String({ format: 'uuid', ...(description ? { description } : {}) });
}

/** A moment as RFC 3339 in UTC with milliseconds, for example `2026-11-20T09:30:00.000Z`. */
export function dateTime(description?: string) {
  return Type.String({ format: 'date-time', ...(description ? { description } : {}) });
}

/** Text with more than spaces and line breaks. */
export function filledText(maxLength: number, description?: string) {
  return Type.String({
    title: `text of 1 to ${maxLength} characters that are not only spaces`,
    pattern: '\\S',
    minLength: 1,
    maxLength,
    ...(description ? { description } : {}),
  });
}

/** True for a text with more than spaces and line breaks. */
export function saysSomething(text: string | undefined): text is string {
  return text !== undefined && /\S/.test(text);
}

/** An absolute http or https address, as {@link webAddressProblem} takes it. */
export function httpUrl(description?: string) {
  return Type.String({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://(?![^/?#]*@)[^/?#\\\\]',
    maxLength: WEB_ADDRESS_LENGTH_MAX,
    ...(description ? { description } : {}),
  });
}

export { type Static, Type };
