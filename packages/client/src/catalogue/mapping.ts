import { CatalogueError } from './table.ts';

/** The columns of a catalogue by their meaning. */
export interface CatalogueMapping {
  /** What the shop calls a product. */
  readonly sku: string | null;
  readonly name: string | null;
  /** Addresses or file names of photos. */
  readonly images: readonly string[];
  /** What a shopper chooses between. A column `… value` is named by its neighbour `… name`; any other names itself. */
  readonly options: readonly string[];
  /** Rows with the same text are one product. Null: rows with the same SKU are. */
  readonly product: string | null;
  /** Names the product that a row is a variant of, by its SKU or by the column `product`. */
  readonly parent: string | null;
}

/** The meanings that a column can have. */
export const MAPPING_FIELDS = ['sku', 'name', 'images', 'options', 'product', 'parent'] as const;
export type MappingField = (typeof MAPPING_FIELDS)[number];

/** The meanings that several columns can have at once. */
export function isListField(field: MappingField): field is 'images' | 'options' {
  return field === 'images' || field === 'options';
}

const FIELD = new RegExp(`,\\s*(?=(?:${MAPPING_FIELDS.join('|')})\\s*=)`, 'i');

/**
 * Reads a mapping such as `sku=Artikelnummer,name=Bezeichnung,images=Bild 1|Bild 2`. A field without a column is left
 * empty. Throws CatalogueError for an unknown field or column.
 */
export function parseMapping(text: string, columns: readonly string[]): Partial<CatalogueMapping> {
  const entries = text.split(FIELD).map((part) => {
    const [, given = '', names = ''] = /^\s*([^=]*?)\s*=(.*)$/s.exec(part) ?? [];
    const field = MAPPING_FIELDS.find((each) => each === given.toLowerCase());
    if (!field)
      throw new CatalogueError(`${JSON.stringify(part)} is not FIELD=COLUMN; fields are ${MAPPING_FIELDS.join(', ')}.`);
    const found = names
      .split('|')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => columnNamed(name, columns));
    if (!isListField(field) && found.length > 1)
      throw new CatalogueError(`The field ${field} takes one column; ${names} are ${found.length}.`);
    return [field, isListField(field) ? found : (found[0] ?? null)];
  });
  return Object.fromEntries(entries);
}

function columnNamed(name: string, columns: readonly string[]): string {
  const found = columns.find((each) => each === name) ?? columns.find((each) => plainName(each) === plainName(name));
  if (found === undefined)
    throw new CatalogueError(`The file has no column ${JSON.stringify(name)}; its columns are ${columns.join(', ')}.`);
  return found;
}

/** A heading without what spellings differ in: `Variant SKU` and `variant_sku` are `variantsku`. */
export function plainName(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
