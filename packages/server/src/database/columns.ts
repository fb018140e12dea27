import { type RawBuilder, sql } from 'kysely';
import type { Row, Tables } from './tables.ts';

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

/**
 * Rows of a table as an array of its row type, in order, for the functions of the database. Columns that a row leaves
 * out are null.
 */
export function rowsOf<T extends keyof Tables>(
  table: T,
  rows: readonly { readonly [Column in keyof Row<T>]?: unknown }[],
): RawBuilder<unknown> {
  return sql`array(
    select each from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) each
  )`;
}
