import { type SelectQueryBuilder, sql } from 'kysely';

/** The part of a list to read: `limit` rows at most, behind the position `after`; null: from the beginning. */
export interface PageRange {
  readonly limit: number;
  readonly after: string | null;
}

/** The order of a list, as the cursors of its pages hold it. */
export interface ListOrder<Row> {
  positionOf(row: Row): string;
  /** True for a text that `positionOf` can have written. */
  isPosition(text: string): boolean;
}

/** The range of a list, newest first: IDs rise with time, so those in `column` are the order and the position. */
export function newestFirst<DB, TB extends keyof DB, O>(
  list: SelectQueryBuilder<DB, TB, O>,
  column: 'id' | `${string}.id`,
  { limit, after }: PageRange,
): SelectQueryBuilder<DB, TB, O> {
  const id = sql.ref<string>(column);
  const older = after === null ? list : list.where(id, '<', after);
  return older.orderBy(id, 'desc').limit(limit);
}
