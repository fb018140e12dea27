import { type CatalogueMapping, plainName } from './mapping.ts';

/** The systems whose exports are known by their headings. */
export type CatalogueKind = 'shopify' | 'woocommerce' | 'shopware' | 'other';

/** How exports of a system are read. Headings are plain names, the preferred first. */
interface Shop {
  readonly kind: CatalogueKind;
  /** An export has one heading of each list. */
  readonly marks: readonly (readonly string[])[];
  readonly sku: readonly string[];
  readonly name: readonly string[];
  readonly images: RegExp;
  readonly options: RegExp;
  readonly product: readonly string[];
  readonly parent: readonly string[];
}

const SHOPS: readonly Shop[] = [
  {
    kind: 'shopify',
    marks: [['handle', 'urlhandle'], ['title'], ['option1name', 'option1value'], ['imagesrc', 'productimageurl']],
    sku: ['variantsku', 'sku'],
    name: ['title'],
    images: /^(imagesrc|productimageurl|variantimage|variantimageurl)$/,
    options: /^option\d+value$/,
    product: ['handle', 'urlhandle'],
    parent: [],
  },
  {
    kind: 'woocommerce',
    marks: [['type'], ['sku'], ['name'], ['images'], ['parent', 'attribute1name']],
    sku: ['sku'],
    name: ['name'],
    images: /^images$/,
    options: /^attribute\d+values?$/,
    product: ['id'],
    parent: ['parent'],
  },
  {
    kind: 'shopware',
    marks: [['productnumber'], ['name'], ['covermediaurl', 'covermediaid', 'media', 'parentid', 'optionids']],
    sku: ['productnumber'],
    name: ['name', 'translationsdefaultname'],
    images: /^(covermediaurl|media|mediaurl|images)$/,
    options: /^(options|variants)$/,
    product: ['id'],
    parent: ['parentid', 'parent'],
  },
];

/** Headings of tables of people's own. */
const OTHER: Shop = {
  kind: 'other',
  marks: [],
  sku: ['sku', 'artikelnummer', 'artikelnr', 'artnr', 'productnumber', 'itemnumber', 'itemno', 'articlenumber', 'ref'],
  name: ['name', 'title', 'bezeichnung', 'titel', 'produktname', 'productname', 'artikelname', 'alias'],
  images:
    /^(main|haupt)?(image|picture|photo|bild|bilder|foto|fotos)s?(front|back|side|detail|vorne|hinten)?\d*(url|src|file)?\d*$/,
  options: /^(size|color|colour|größe|farbe)s?$/,
  product: [],
  parent: [],
};

/** The system whose headings a table has, and what its columns mean. */
export function recogniseShop(columns: readonly string[]): {
  readonly kind: CatalogueKind;
  readonly mapping: CatalogueMapping;
} {
  const plain = columns.map(plainName);
  const shop = SHOPS.find(({ marks }) => marks.every((names) => names.some((name) => plain.includes(name)))) ?? OTHER;
  const first = (names: readonly string[]) => {
    const name = names.find((each) => plain.includes(each));
    return name === undefined ? null : (columns[plain.indexOf(name)] ?? null);
  };
  const all = (pattern: RegExp) => columns.filter((column) => pattern.test(plainName(column)));
  return {
    kind: shop.kind,
    mapping: {
      sku: first(shop.sku),
      name: first(shop.name),
      images: all(shop.images),
      options: all(shop.options),
      product: first(shop.product),
      parent: first(shop.parent),
    },
  };
}

/** The column that orders the photos of a product, where an export has one. */
export function positionColumn(columns: readonly string[]): string | null {
  return columns.find((column) => plainName(column) === 'imageposition') ?? null;
}

/** Columns that describe the photo of their row. */
export function altColumns(columns: readonly string[]): readonly string[] {
  return columns.filter((column) => /^(imagealttext|covermediaalt|covermediatitle)$/.test(plainName(column)));
}

/** The column that names the option whose values another holds: `Option1 Name` of `Option1 Value`. */
export function optionNameColumn(column: string, columns: readonly string[]): string | null {
  const match = /^(.*?)values?$/.exec(plainName(column));
  return (match && columns.find((each) => plainName(each) === `${match[1]}name`)) ?? null;
}
