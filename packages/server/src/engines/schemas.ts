import { OPERATIONS } from '@atelier/contract';
import Type, { type TProperties, type TSchema } from 'typebox';

/** An object without further fields. */
export function closed<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

/** One of these texts; of an enum, the texts of its values. */
export function oneOf<const T extends string>(...values: readonly `${T}`[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] });
}

/** A setting for each operation; each may be missing. */
export function perOperation<T extends TSchema>(setting: T) {
  return Type.Partial(Type.Record(Type.Enum([...OPERATIONS]), Type.Optional(setting)), { additionalProperties: false });
}

/** A field of an answer that may be missing or null. */
export function maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([Type.Null(), schema]));
}
