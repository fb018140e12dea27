import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileFinder, filesBySku } from './files.ts';
import { parseMapping } from './mapping.ts';
import { type Catalogue, type CatalogueProduct, readCatalogue } from './read.ts';
import { reportCsv } from './report.ts';
import { CatalogueError, readTable } from './table.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');

function fixture(name: string): Catalogue {
  return readCatalogue(fs.readFileSync(path.join(FIXTURES, name)));
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The parts of products that a test compares. */
function brief({ products }: Catalogue) {
  return products.map(({ sku, name, options, pictures }) => ({
    sku,
    name,
    options,
    pictures: pictures.map((picture) => picture.name.replace(/^.*\//, '')),
  }));
}

describe('exports of shops', () => {
  test("Shopify's: rows of one handle are one product, and its photos stand in their order", () => {
    const catalogue = fixture('shopify.csv');
    expect(catalogue.kind).toBe('shopify');
    expect(brief(catalogue)).toEqual([
      {
        sku: 'LS-204-WHT-S',
        name: 'Linen shirt',
        options: { Color: ['White', 'Navy'], Size: ['S', 'M'] },
        pictures: [
          'linen-shirt-front.jpg?v=16',
          'linen-shirt-back.jpg?v=17',
          'linen-shirt-navy.jpg?v=18',
          'linen-shirt-detail.jpg?v=19',
        ],
      },
      { sku: 'WS-11', name: 'Wool scarf', options: {}, pictures: ['wool%20scarf.jpg'] },
      { sku: 'gift-card', name: 'Gift card', options: { Denominations: ['25'] }, pictures: [] },
    ]);
    const [shirt] = catalogue.products;
    expect(shirt?.pictures.map(({ view }) => view)).toEqual(['front', 'back', null, 'detail']);
    expect(catalogue.products.map(({ line }) => line)).toEqual([2, 7, 8]);
    expect(catalogue.problems).toEqual([]);
  });

  test("Shopify's with the headings of 2025", () => {
    const catalogue = fixture('shopify-2025.csv');
    expect([catalogue.kind, catalogue.mapping.product]).toEqual(['shopify', 'URL handle']);
    expect(brief(catalogue)).toEqual([
      {
        sku: 'DJ-7-S',
        name: 'Denim jacket',
        options: { Size: ['S', 'M'] },
        pictures: ['denim-jacket.jpg', 'denim-jacket-back.jpg'],
      },
    ]);
  });

  test("WooCommerce's: variations belong to their parent, named by SKU or by ID", () => {
    const catalogue = fixture('woocommerce.csv');
    expect(catalogue.kind).toBe('woocommerce');
    expect(brief(catalogue)).toEqual([
      {
        sku: 'woo-hoodie',
        name: 'Hoodie',
        options: { Color: ['Blue', 'Green'], Logo: ['Yes', 'No'] },
        pictures: ['hoodie.jpg', 'hoodie_back.jpg', 'hoodie-blue.jpg'],
      },
      { sku: 'woo-belt', name: 'Belt', options: {}, pictures: ['belt.jpg'] },
      { sku: 'woo-dress-s', name: 'Dress', options: { Size: ['S', 'M'] }, pictures: ['dress.jpg'] },
    ]);
    expect(catalogue.problems).toMatchObject([{ line: 7, sku: 'woo-cap-red', subject: 'woo-cap' }]);
  });

  test("Shopware's: semicolons, parents by ID, options as name and values, IDs of options left out", () => {
    const catalogue = fixture('shopware.csv');
    expect([catalogue.kind, catalogue.separator]).toEqual(['shopware', ';']);
    expect(brief(catalogue)).toEqual([
      {
        sku: 'SW10001',
        name: 'Bluse "Riga"',
        options: { Farbe: ['Weiß', 'Blau'], Größe: ['36', '38'] },
        pictures: ['bluse-vorn.jpg', 'bluse-hinten.jpg', 'bluse-blau.jpg'],
      },
      { sku: 'SW10002', name: 'Gürtel', options: {}, pictures: [] },
    ]);
  });
});

describe('any other table', () => {
  const OWN = 'Artikelnummer;Bezeichnung;Bild 1;Bild 2;Farbe\nA1;Kleid;a1.jpg;a1-hinten.jpg;rot|blau\n';

  test.each([
    ['UTF-8', bytes(OWN)],
    ['UTF-8 with a byte order mark', bytes(`\uFEFF${OWN}`)],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${OWN}`, 'utf16le'))],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from(OWN, 'utf16le'))],
    ['UTF-16 big-endian', new Uint8Array(Buffer.from(`\uFEFF${OWN}`, 'utf16le').swap16())],
    ['Windows line ends', bytes(OWN.replaceAll('\n', '\r\n'))],
    ['tabs', bytes(OWN.replaceAll(';', '\t'))],
  ])('is read in %s', (_, file) => {
    expect(brief(readCatalogue(file))).toEqual([
      { sku: 'A1', name: 'Kleid', options: { Farbe: ['rot', 'blau'] }, pictures: ['a1.jpg', 'a1-hinten.jpg'] },
    ]);
  });

  test('is read in Windows-1252', () => {
    const { products } = readCatalogue(
      new Uint8Array(Buffer.from('sku,name\nG1,Gürtel – 5 €\n'.replace('€', '\x80').replace('–', '\x96'), 'latin1')),
    );
    expect(products[0]?.name).toBe('Gürtel – 5 €');
  });

  test('is mapped by hand, where the headings say nothing', () => {
    const file = bytes('Nr.,Was,Foto A,Foto B\n7,"Rock, lang",https://shop.test/7.jpg,7b.webp\n');
    const { columns, isUsable } = readCatalogue(file);
    expect(isUsable).toBe(false);
    const mapping = parseMapping('sku=nr,name=Was,images=Foto A|Foto B', columns);
    expect(brief(readCatalogue(file, mapping))).toEqual([
      { sku: '7', name: 'Rock, lang', options: {}, pictures: ['7.jpg', '7b.webp'] },
    ]);
    expect(() => parseMapping('sku=Nummer', columns)).toThrow(/no column "Nummer"; its columns are Nr\., Was/);
    expect(() => parseMapping('colour=Was', columns)).toThrow(/fields are sku, name/);
    expect(() => parseMapping('sku=Nr.|Was', columns)).toThrow(CatalogueError);
  });

  test('reports each row and cell that cannot be used, with its line', () => {
    const file = bytes(
      'sku,name,image\nA,"two\nlines",ftp://shop.test/a.jpg\n\n,no sku,\nA,again,\nB,b,b.gif\nC,c,c.jpg,surplus\n"D",d,n/a\n',
    );
    const { products, problems } = readCatalogue(file);
    expect(products.map(({ sku }) => sku)).toEqual(['A', 'B', 'D']);
    expect(problems.map(({ line, subject }) => [line, subject]).sort()).toEqual(
      [
        [2, 'ftp://shop.test/a.jpg'],
        [5, 'row'],
        [7, 'b.gif'],
        [8, 'row'],
        [9, 'n/a'],
      ].sort(),
    );
  });

  test.each([
    ['', 'no rows'],
    ['sku,name\n', 'no rows'],
    ['sku,name\n"A,b\n', 'not a CSV table'],
  ])('that is none says so: %j', (text, message) => {
    expect(() => readTable(bytes(text))).toThrow(message);
  });
});

describe('files of a folder', () => {
  const product = (sku: string, pictures: CatalogueProduct['pictures'] = []): CatalogueProduct => ({
    sku,
    name: sku,
    options: {},
    pictures,
    line: 2,
  });

  test('a name finds its file by path, or by a name that only one file has, in any case', () => {
    const find = fileFinder(['shirts/A.JPG', 'shirts/b.jpg', 'skirts/b.jpg']);
    expect(['a.jpg', '.\\Shirts\\B.jpg', 'b.jpg', 'c.jpg'].map(find)).toEqual([
      'shirts/A.JPG',
      'shirts/b.jpg',
      null,
      null,
    ]);
  });

  test('a product without pictures gets the files that begin with its SKU, and no other product gets them', () => {
    const own = [{ kind: 'file', name: 'x.jpg', view: null, line: 3 }] as const;
    const products = [product('LS-20'), product('LS-20-4'), product('WS', own)];
    const files = ['ls-20_2.jpg', 'LS-20.jpg', 'LS-20-4_back.png', 'LS-20.txt', 'LS-200.jpg', 'WS.jpg'];
    const found = filesBySku(products, files).map(({ pictures }) => pictures.map(({ name }) => name));
    expect(found).toEqual([['LS-20.jpg', 'ls-20_2.jpg'], ['LS-20-4_back.png'], ['x.jpg']]);
  });
});

test('a report holds no formula for a spreadsheet, and keeps quotes', () => {
  const csv = reportCsv([{ line: 2, sku: '=1+1', subject: 'say "hi"', reason: 'No.' }]);
  expect(csv).toBe(`\uFEFFline,sku,subject,reason\r\n2,'=1+1,"say ""hi""",No.\r\n`);
});
