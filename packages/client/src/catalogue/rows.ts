import type { CatalogueMapping } from './mapping.ts';
import type { CatalogueProblem } from './problem.ts';
import type { TableRow } from './table.ts';

/** The rows of one product, its own before those of its variants. */
export interface RowGroup {
  /** What tells it from other products: the cell of the column `product`, or its SKU. */
  readonly key: string;
  readonly rows: TableRow[];
}

/**
 * Groups rows into products, in the order of the file. Variants stand before or after their product. Rows that belong
 * to no product become problems.
 */
export function groupRows(
  rows: readonly TableRow[],
  mapping: CatalogueMapping,
  problems: CatalogueProblem[],
): readonly RowGroup[] {
  const cell = ({ cells }: TableRow, column: string | null) => (column === null ? '' : (cells[column] ?? ''));
  const groups = new Map<string, RowGroup>();
  const variants = rows.filter((row) => cell(row, mapping.parent) !== '');
  for (const row of rows) {
    if (cell(row, mapping.parent) !== '') continue;
    const key = cell(row, mapping.product) || cell(row, mapping.sku);
    const known = groups.get(key);
    if (known) known.rows.push(row);
    else if (key !== '') groups.set(key, { key, rows: [row] });
    else problems.push({ line: row.line, sku: null, subject: 'row', reason: 'It has no SKU. Give it one.' });
  }
  const bySku = new Map([...groups.values()].map((group) => [cell(group.rows[0] ?? NO_ROW, mapping.sku), group]));
  for (const row of variants) {
    // WooCommerce names a product without an SKU as `id:44`.
    const parent = cell(row, mapping.parent).replace(/^id:/, '');
    const group = groups.get(parent) ?? bySku.get(parent);
    if (group) group.rows.push(row);
    else
      problems.push({
        line: row.line,
        sku: cell(row, mapping.sku) || null,
        subject: parent,
        reason: 'It is a variant of this product, which is not in the file.',
      });
  }
  return [...groups.values()];
}

const NO_ROW: TableRow = { line: 0, cells: {} };
