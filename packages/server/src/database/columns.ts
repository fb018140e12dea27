import { type RawBuilder, sql } from 'kysely';

/**
 * Columns by name, for `select` and `returning` of a statement in SQL. It names none that a newer version of the
 * service has added, which prepared statements would not survive. `alias` is that of the table where the statement has
 * several.
 */
export function columns(names: readonly string[], alias?: string): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(alias === undefined ? name : `${alias}.${name}`)));
}

/** One of these values, whatever their number: one statement for all lists. */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...values]})`;
}
