import { OPTION_VALUES_MAX, type ProductOptions, TEXT_LENGTH_MAX } from '@atelier/contract';
import type { CatalogueMapping } from './mapping.ts';
import { type CataloguePicture, picturesIn, readPictureName, viewIn } from './pictures.ts';
import type { CatalogueProblem } from './problem.ts';
import { groupRows, type RowGroup } from './rows.ts';
import { altColumns, type CatalogueKind, optionNameColumn, positionColumn, recogniseShop } from './shops.ts';
import { readTable, type Table, type TableRow } from './table.ts';

/** One product of a catalogue. */
export interface CatalogueProduct {
  readonly sku: string;
  readonly name: string;
  readonly options: ProductOptions;
  readonly pictures: readonly CataloguePicture[];
  /** Line of its first row. */
  readonly line: number;
}

/** A catalogue, read. */
export interface Catalogue extends Pick<Table, 'columns' | 'encoding' | 'separator'> {
  readonly kind: CatalogueKind;
  /** What the columns mean: as recognised, with the corrections. */
  readonly mapping: CatalogueMapping;
  /** False where no column is known to hold the SKU: nothing can be imported before it is mapped. */
  readonly isUsable: boolean;
  readonly products: readonly CatalogueProduct[];
  readonly problems: readonly CatalogueProblem[];
}

/** Reads the bytes of a CSV file. Throws CatalogueError for a file that is not a table. */
export function readCatalogue(bytes: Uint8Array, corrections: Partial<CatalogueMapping> = {}): Catalogue {
  return readProducts(readTable(bytes), corrections);
}

/** Reads the products of a table: one of each group of rows. `corrections` replace what the headings say. */
export function readProducts(table: Table, corrections: Partial<CatalogueMapping> = {}): Catalogue {
  const { columns, encoding, separator } = table;
  const { kind, mapping: recognised } = recogniseShop(columns);
  const mapping = { ...recognised, ...corrections };
  const isUsable = mapping.sku !== null || mapping.product !== null;
  const problems = [...table.problems];
  const found = { kind, columns, encoding, separator, mapping, isUsable };
  if (!isUsable) return { ...found, products: [], problems };
  const reader = { columns, kind, mapping, position: positionColumn(columns), alts: altColumns(columns), problems };
  const products = new Map<string, CatalogueProduct>();
  for (const group of groupRows(table.rows, mapping, problems)) {
    const product = productOf(group, reader);
    if (!product) continue;
    const namesake = products.get(product.sku);
    if (namesake)
      problems.push({
        line: product.line,
        sku: product.sku,
        subject: product.sku,
        reason: `The product of line ${namesake.line} has the same SKU. This one is left out.`,
      });
    else products.set(product.sku, product);
  }
  return { ...found, products: [...products.values()], problems };
}

/** What reading a product needs to know. */
interface Reader {
  readonly columns: readonly string[];
  readonly kind: CatalogueKind;
  readonly mapping: CatalogueMapping;
  readonly position: string | null;
  readonly alts: readonly string[];
  readonly problems: CatalogueProblem[];
}

function productOf({ key, rows }: RowGroup, reader: Reader): CatalogueProduct | null {
  const { mapping, problems } = reader;
  const line = rows[0]?.line ?? 1;
  const first = (column: string | null) =>
    column === null ? '' : (rows.map(({ cells }) => cells[column] ?? '').find((cell) => cell !== '') ?? '');
  const sku = first(mapping.sku) || key;
  if (sku.length > TEXT_LENGTH_MAX) {
    const reason = `The SKU has ${sku.length} characters; allowed: ${TEXT_LENGTH_MAX}. The product is left out.`;
    problems.push({ line, sku: null, subject: `${sku.slice(0, 40)}…`, reason });
    return null;
  }
  const name = (first(mapping.name) || sku).slice(0, TEXT_LENGTH_MAX).toWellFormed();
  return { sku, name, options: optionsOf(rows, reader), pictures: picturesOf(rows, sku, reader), line };
}

function picturesOf(rows: readonly TableRow[], sku: string, reader: Reader): readonly CataloguePicture[] {
  const { mapping, position, alts, problems } = reader;
  const placeOf = ({ cells }: TableRow) => Number(position === null ? '' : cells[position]) || Number.MAX_SAFE_INTEGER;
  const inOrder = position === null ? rows : rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  const pictures = new Map<string, CataloguePicture>();
  for (const { cells, line } of inOrder)
    for (const column of mapping.images)
      for (const text of picturesIn(cells[column] ?? '')) {
        const read = readPictureName(text);
        if (read.kind === 'unusable') {
          problems.push({ line, sku, subject: text.slice(0, TEXT_LENGTH_MAX), reason: read.reason });
          continue;
        }
        const view = viewIn([column, ...alts.map((alt) => cells[alt] ?? '')]);
        if (!pictures.has(read.name)) pictures.set(read.name, { ...read, view, line });
      }
  return [...pictures.values()];
}

function optionsOf(rows: readonly TableRow[], { mapping, columns, kind }: Reader): ProductOptions {
  const options = new Map<string, Set<string>>();
  const add = (name: string, values: readonly string[]) => {
    // Shopify writes this for a product without a choice.
    if (name === '' || (name === 'Title' && values[0] === 'Default Title')) return;
    const known = options.get(name) ?? new Set();
    for (const value of values) if (known.size < OPTION_VALUES_MAX) known.add(value.slice(0, TEXT_LENGTH_MAX));
    if (known.size > 0) options.set(name, known);
  };
  for (const column of mapping.options) {
    const nameColumn = optionNameColumn(column, columns);
    // An export names an option in the first row of its product alone.
    let name = nameColumn === null ? column : '';
    for (const { cells } of rows) {
      if (nameColumn !== null) name = cells[nameColumn] || name;
      const cell = cells[column] ?? '';
      if (kind === 'shopware') for (const [own, values] of namedOptions(cell)) add(own, values);
      else add(name, valuesIn(cell, kind === 'woocommerce' ? ',' : '|'));
    }
  }
  return Object.fromEntries([...options].map(([name, values]) => [name, [...values]]));
}

/** Shopware's `color: white, black|size: M`. IDs, which its own profile exports, name nothing. */
function namedOptions(cell: string): (readonly [string, readonly string[]])[] {
  return cell.split('|').flatMap((part) => {
    const [, name = '', values = ''] = /^\s*([^:]+?)\s*:(.*)$/s.exec(part) ?? [];
    return name === '' ? [] : [[name, valuesIn(values, ',')] as const];
  });
}

function valuesIn(cell: string, separator: string): readonly string[] {
  return cell.split(separator).flatMap((value) => value.trim() || []);
}
