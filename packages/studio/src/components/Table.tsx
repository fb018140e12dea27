import type { ReactNode } from 'react';
import styles from './Table.module.css';

/** A column: its heading, and the cell of a row. */
export interface Column<R> {
  readonly label: string;
  readonly cell: (row: R) => ReactNode;
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean;
}

/** Rows under headings; on a phone each row is a card whose cells carry their headings. */
export function Table<R>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** The caption for readers who cannot see the surroundings of the table. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
}) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th key={label} scope="col" data-number={isNumber}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, cell, isNumber }) => (
              <td key={label} data-label={label} data-number={isNumber}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
