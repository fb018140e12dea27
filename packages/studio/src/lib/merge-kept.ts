/**
 * The kept value, field by field over the initial value, wherever it has the same type. So a draft of an older page, or
 * a tampered one, opens with its usable fields.
 */
export function mergeKept<T extends object>(initial: T, kept: unknown): T {
  if (!isPlain(kept)) return initial;
  const merged = Object.entries(initial).map(([name, value]) => [name, mergeField(value, Reflect.get(kept, name))]);
  // Each field has the kind of the initial one.
  return Object.fromEntries(merged) as T;
}

function mergeField(initial: unknown, kept: unknown): unknown {
  if (kept === undefined) return initial;
  // A field that may be null does not tell its other type.
  if (initial === null) return kept;
  if (isPlain(initial)) return mergeKept(initial, kept);
  return Array.isArray(initial) === Array.isArray(kept) && typeof initial === typeof kept ? kept : initial;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
