import fs from 'node:fs/promises';
import path from 'node:path';
import { Atelier } from '@atelier/client';
import {
  type Catalogue,
  CatalogueError,
  type CatalogueProblem,
  type CatalogueProduct,
  fileFinder,
  filesBySku,
  type ImportEnd,
  importCatalogue,
  type PictureFile,
  parseMapping,
  problemsOf,
  readProducts,
  readTable,
  reportCsv,
} from '@atelier/client/catalogue';
import { bytesText } from '@atelier/contract';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { readFileUpTo } from '../files.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { complain, countText, print, table } from '../output.ts';
import { countLine } from '../progress.ts';

/** Largest file: that of a shop with a million rows. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** Products at once by default: enough to keep a service busy, few enough to share it. */
const CONCURRENCY = 6;
const CONCURRENCY_MAX = 64;

/** Problems that are listed on the terminal; --report has all of them. */
const LISTED_MAX = 40;

/** `atelier catalogue import` */
export const catalogueImport: Command = {
  name: 'catalogue import',
  summary: "Import the products of a shop's export, with their photos.",
  details: [
    'FILE is CSV. The command recognises exports of Shopify, WooCommerce and Shopware by their columns. For other files, --map says which column holds which field. Photos are addresses or files.',
    'Run the same command again at any time, also after Ctrl-C or a crash. It changes products that differ and adds new ones. Photos that the file no longer names stay, unless you give --prune. It deletes no products.',
  ].join('\n'),
  examples: [
    'catalogue import products_export.csv',
    'catalogue import artikel.csv --pictures photos/ --map "sku=Artikelnummer,name=Bezeichnung,images=Bild 1|Bild 2"',
    'catalogue import products_export.csv --dry-run --report problems.csv',
  ],
  positionals: ['file'],
  options: {
    pictures: {
      type: 'string',
      value: 'FOLDER',
      summary: 'Folder with the photos. A product without photos in FILE gets those whose names begin with its SKU.',
    },
    map: {
      type: 'string',
      value: 'FIELD=COLUMN,…',
      summary: 'The column of each field: sku, name, images, options, product, parent. Put | between several columns.',
    },
    prune: { type: 'boolean', summary: 'Remove imported photos from a product that the file no longer names.' },
    'dry-run': { type: 'boolean', summary: 'Show what would be changed. Change nothing.' },
    report: {
      type: 'string',
      value: 'FILE',
      summary: 'Write everything that the import could not use, with the reason, to a CSV file.',
    },
    concurrency: {
      type: 'string',
      value: 'NUMBER',
      summary: `Products at once, 1 to ${CONCURRENCY_MAX} (${CONCURRENCY}).`,
    },
    quiet: { type: 'boolean', short: 'q', summary: 'Show no progress.' },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const concurrency = concurrencyOf(invocation);
    const catalogue = await readFile(invocation.positional('file'), invocation.text('map'));
    const folder = invocation.text('pictures');
    const files = await filesIn(folder ?? path.dirname(invocation.positional('file')), folder !== undefined);
    const products = folder === undefined ? catalogue.products : filesBySku(catalogue.products, files.names);
    const client = new Atelier(await workspaceConnection(invocation));
    if (!invocation.flag('json')) complain(recognised(catalogue));
    const interruption = onInterruption();
    const progress = invocation.flag('quiet') || invocation.flag('json') ? null : countLine(products.length);
    try {
      const end = await importCatalogue(client, products, {
        findFile: files.find,
        prune: invocation.flag('prune'),
        dryRun: invocation.flag('dry-run'),
        concurrency,
        signal: interruption.signal,
        onProduct: ({ product, outcome }) => progress?.show(outcome !== 'failed', `${outcome}  ${product.sku}`),
      });
      progress?.end();
      return await report(invocation, catalogue, products, end);
    } catch (error) {
      progress?.end();
      if (!(error instanceof Interruption)) throw error;
      complain('interrupted. Run the same command again to continue.');
      return error.exitCode;
    } finally {
      interruption.forget();
    }
  },
};

function concurrencyOf(invocation: Invocation): number {
  const given = invocation.text('concurrency') ?? String(CONCURRENCY);
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < 1 || value > CONCURRENCY_MAX)
    throw new UsageError(
      `--concurrency is ${JSON.stringify(given)}; allowed: a whole number from 1 to ${CONCURRENCY_MAX}`,
    );
  return value;
}

/** Reads the file. Throws UsageError where it cannot be used as it is, or the mapping does not fit it. */
async function readFile(file: string, mapping: string | undefined): Promise<Catalogue> {
  const bytes = await readFileUpTo(file, FILE_BYTES_MAX).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code}); give a CSV file that can be read`);
  });
  if (bytes === null) throw new UsageError(`${file} is too large; allowed: at most ${bytesText(FILE_BYTES_MAX)}`);
  try {
    const read = readTable(bytes);
    const catalogue = readProducts(read, mapping === undefined ? {} : parseMapping(mapping, read.columns));
    if (!catalogue.isUsable)
      throw new UsageError(
        `${file} has no column that is recognised as the SKU; name it with --map sku=COLUMN. Its columns are ${read.columns.join(', ')}.`,
      );
    return catalogue;
  } catch (error) {
    throw error instanceof CatalogueError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

/** The files of a folder. A folder that was not named may be unreadable. */
async function filesIn(folder: string, isNamed: boolean) {
  const names = await fs.readdir(folder, { recursive: isNamed }).catch((error: NodeJS.ErrnoException) => {
    if (!isNamed) return [];
    throw new UsageError(`the folder ${folder} cannot be read (${error.code}); give a folder that can be read`);
  });
  const pathOf = fileFinder(names);
  const find = async (name: string): Promise<PictureFile | null> => {
    const found = pathOf(name);
    if (found === null) return null;
    const file = path.join(folder, found);
    const { size } = await fs.stat(file);
    return { name: path.basename(found), size, read: async () => new Uint8Array(await fs.readFile(file)) };
  };
  return { names, find };
}

const KINDS = { shopify: 'Shopify', woocommerce: 'WooCommerce', shopware: 'Shopware', other: null } as const;

function recognised({ kind, mapping, products }: Catalogue): string {
  const columns = Object.entries(mapping).flatMap(([field, given]) => {
    const names = [given].flat().filter((name) => name !== null);
    return names.length > 0 ? [`${field}=${names.join('|')}`] : [];
  });
  const system = KINDS[kind] === null ? '' : ` from ${KINDS[kind]}`;
  return `${countText(products.length, 'product')}${system}; ${columns.join(', ')}`;
}

/** Prints the outcome and resolves with the exit code. */
async function report(
  invocation: Invocation,
  catalogue: Catalogue,
  products: readonly CatalogueProduct[],
  { outcomes, stopped }: ImportEnd,
): Promise<number> {
  const problems = problemsOf(catalogue, outcomes);
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const sum = (read: (end: ImportEnd['outcomes'][number]) => number) =>
    outcomes.reduce((total, outcome) => total + read(outcome), 0);
  const summary = {
    products: products.length,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    images_added: sum(({ added }) => added),
    images_removed: sum(({ removed }) => removed),
    images_left: sum(({ left }) => left.length),
    problems: problems.length,
    dry_run: invocation.flag('dry-run'),
    stopped,
  };
  const file = invocation.text('report');
  if (file !== undefined) await fs.writeFile(file, reportCsv(problems));
  if (invocation.flag('json')) print(JSON.stringify({ ...summary, problem_list: problems }, null, 2));
  else print([...listing(problems), inWords(summary)].join('\n'));
  if (summary.images_left > 0)
    complain(`the file no longer names ${countText(summary.images_left, 'imported photo')}; --prune removes them`);
  if (stopped !== null) complain(`stopped: ${stopped.replace(/\.$/, '')}. Run the same command again to continue.`);
  return stopped !== null || problems.length > 0 ? EXIT.failed : EXIT.ok;
}

function listing(problems: readonly CatalogueProblem[]): readonly string[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, LISTED_MAX);
  const more = problems.length - shown.length;
  return [
    table(shown, {
      line: ({ line }) => line,
      sku: ({ sku }) => sku,
      'not used': ({ subject }) => (subject.length > 60 ? `${subject.slice(0, 59)}…` : subject),
      why: ({ reason }) => reason,
    }),
    ...(more > 0 ? [`… and ${more} more: --report FILE writes all of them`] : []),
    '',
  ];
}

function inWords(
  summary: Readonly<Record<'products' | 'created' | 'changed' | 'unchanged' | 'failed', number>> &
    Readonly<Record<'images_added' | 'images_removed' | 'problems', number>> & { readonly dry_run: boolean },
): string {
  const parts = [
    `${summary.created} created`,
    `${summary.changed} changed`,
    `${summary.unchanged} unchanged`,
    ...(summary.failed > 0 ? [`${summary.failed} failed`] : []),
    `${countText(summary.images_added, 'photo')} added`,
    ...(summary.images_removed > 0 ? [`${countText(summary.images_removed, 'photo')} removed`] : []),
    ...(summary.problems > 0 ? [countText(summary.problems, 'problem')] : []),
  ];
  return `${summary.dry_run ? 'would be: ' : ''}${countText(summary.products, 'product')}: ${parts.join(', ')}`;
}
