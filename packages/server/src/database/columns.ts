import { type RawBuilder, sql } from 'kysely';

/**
 * The columns of a row by name, for `select` and `returning`: every one its type has, and none a newer version of the
 * service has added, which prepared statements would not survive. Give the alias of the table where the statement has
 * several.
 */
export function columnsOf<Row>(
  names: Readonly<Record<keyof Row & string, true>>,
): (alias?: string) => RawBuilder<unknown> {
  return (alias) =>
    sql.raw(
      Object.keys(names)
        .map((name) => (alias === undefined ? name : `${alias}.${name}`))
        .join(', '),
    );
}
