/** A broken rule: its place, and the allowed values. */
export interface Violation {
  /** JSON pointer of the field, empty for the whole body. */
  readonly pointer: string;
  /** The allowed values, as the rest of a sentence that begins with the pointer. */
  readonly message: string;
}

/** Fields of a body. A request gives exactly one of them. */
export interface Alternatives<K extends string = string> {
  /** Their name in the singular, for messages. */
  readonly what: string;
  readonly fields: readonly K[];
}

/** Null when exactly one of the fields is present. */
export function exactlyOne<K extends string>(
  input: Partial<Record<K, unknown>>,
  { what, fields }: Alternatives<K>,
): Violation | null {
  const given = fields.filter((field) => input[field] !== undefined);
  if (given.length === 1) return null;
  const allowed = fields.join(', ');
  const found = given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`;
  return { pointer: '', message: `needs exactly one ${what} (${allowed}); ${found}` };
}
