import type { Product, SavedProduct } from '@atelier/contract';
import type { Atelier } from '../client.ts';
import { ApiError } from '../errors.ts';
import { pause } from '../pause.ts';
import { isPassing } from '../request.ts';
import type { CataloguePicture } from './pictures.ts';
import type { CatalogueProblem } from './problem.ts';
import type { CatalogueProduct } from './read.ts';

/** A file of a photo. */
export interface PictureFile {
  readonly name: string;
  /** Bytes. A file whose size differs is another photo. */
  readonly size: number;
  readonly read: () => Promise<Blob | Uint8Array<ArrayBuffer>>;
}

/** How a catalogue is imported. */
export interface ImportOptions {
  /** Finds the file that a catalogue names; null if it is missing. */
  readonly findFile: (name: string) => Promise<PictureFile | null>;
  /** True: photos of earlier imports that the catalogue does not name any more are removed from their products. */
  readonly prune?: boolean;
  /** True: nothing is changed; the outcomes say what would be. */
  readonly dryRun?: boolean;
  /** Products at once. */
  readonly concurrency?: number;
  /** Ends the import by rejecting with its reason. */
  readonly signal?: AbortSignal;
  /** Called as each product ends. */
  readonly onProduct?: (outcome: ProductOutcome) => void;
  /** How long a service that is away is waited for, in milliseconds. */
  readonly patienceMs?: number;
}

/** What became of one product. */
export interface ProductOutcome {
  readonly product: CatalogueProduct;
  readonly outcome: SavedProduct['outcome'] | 'failed';
  /** Photos that were added. */
  readonly added: number;
  /** Photos that were removed. */
  readonly removed: number;
  /** Sources of photos of earlier imports that the catalogue does not name any more, and that stay. */
  readonly left: readonly string[];
  readonly problems: readonly CatalogueProblem[];
}

/** How an import ended. */
export interface ImportEnd {
  /** Of the products that ended. */
  readonly outcomes: readonly ProductOutcome[];
  /** Why it ended early; null where all products ended. The same import can go on. */
  readonly stopped: string | null;
}

/** Enough to keep a service busy, few enough to share it. */
const CONCURRENCY = 6;
const PATIENCE_MS = 600_000;
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;

/** Statuses after which no other product can be imported either: the key, the plan. */
const STOPPING: readonly number[] = [401, 402, 403];

/** Ends the import of all products. */
class Stopped extends Error {}

/**
 * Imports products, each with one request and one for each photo that is new. It can be ended at any moment and begun
 * again: it leaves products and photos alone that are there already. Waits while the service is away or asks to wait.
 * Throws the signal's reason.
 */
export async function importCatalogue(
  client: Atelier,
  products: readonly CatalogueProduct[],
  options: ImportOptions,
): Promise<ImportEnd> {
  const { concurrency = CONCURRENCY, onProduct } = options;
  const outcomes: ProductOutcome[] = [];
  let stopped: string | null = null;
  const waiting = products.values();
  const work = async () => {
    for (const product of waiting) {
      if (stopped !== null) return;
      try {
        const outcome = await importProduct(client, product, options);
        outcomes.push(outcome);
        onProduct?.(outcome);
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        stopped ??= error.message;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { outcomes, stopped };
}

async function importProduct(
  client: Atelier,
  product: CatalogueProduct,
  options: ImportOptions,
): Promise<ProductOutcome> {
  const problems: CatalogueProblem[] = [];
  const report = (line: number | null, subject: string, reason: string) =>
    void problems.push({ line, sku: product.sku, subject, reason });
  const saved = await attempt(options, () => save(client, product, options));
  if (saved instanceof ApiError) {
    report(product.line, product.sku, saved.message);
    return { product, outcome: 'failed', added: 0, removed: 0, left: [], problems };
  }
  const known = new Map(saved.images.flatMap(({ source, id }) => (source === null ? [] : [[source, id] as const])));
  const wanted = new Set<string>();
  let added = 0;
  // One after the other, so that the photos of a product keep their order.
  for (const picture of product.pictures) {
    const found = await locate(picture, options);
    if (found === null) {
      report(picture.line, picture.name, 'There is no such file. Give the folder or the files that have it.');
      continue;
    }
    wanted.add(found.source);
    if (known.has(found.source)) continue;
    const error = options.dryRun ? null : await attempt(options, () => found.add(client, saved.id, options.signal));
    if (error instanceof ApiError) report(picture.line, picture.name, error.message);
    else added += 1;
  }
  const gone = [...known].filter(([source]) => !wanted.has(source));
  if (options.prune && !options.dryRun)
    for (const [, id] of gone) await attempt(options, () => client.products.removeImage(saved.id, id, options.signal));
  const [removed, left] = options.prune ? [gone.length, []] : [0, gone.map(([source]) => source)];
  const changed = added + removed > 0 && saved.outcome === 'unchanged';
  return { product, outcome: changed ? 'changed' : saved.outcome, added, removed, left, problems };
}

/** The product as it is now, or as it would be. */
async function save(
  client: Atelier,
  { sku, name, options: choices }: CatalogueProduct,
  { dryRun, signal }: ImportOptions,
): Promise<Pick<Product, 'id' | 'images'> & Pick<SavedProduct, 'outcome'>> {
  if (!dryRun) {
    const { outcome, product } = await client.products.save({ sku, name, options: choices }, signal);
    return { id: product.id, images: product.images, outcome };
  }
  // The oldest of several is meant.
  const [known] = (await client.products.list({ sku, limit: 100 }, signal)).products.toReversed();
  if (!known) return { id: '', images: [], outcome: 'created' };
  const isSame = known.name === name && plain(known.options) === plain(choices);
  return { id: known.id, images: known.images, outcome: isSame ? 'unchanged' : 'changed' };
}

/** Equal for equal options, in whatever order their names are. */
function plain(options: Product['options']): string {
  return JSON.stringify(Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A photo that can be added, with its source. */
interface LocatedPicture {
  readonly source: string;
  readonly add: (client: Atelier, productId: string, signal: AbortSignal | undefined) => Promise<unknown>;
}

async function locate(
  { kind, name, view }: CataloguePicture,
  { findFile }: ImportOptions,
): Promise<LocatedPicture | null> {
  const said = view === null ? {} : { view };
  if (kind === 'address')
    return {
      source: name,
      add: (client, id, signal) => client.products.addImage(id, { url: name, ...said }, signal),
    };
  const file = await findFile(name);
  if (file === null) return null;
  const source = `${name} (${file.size} bytes)`;
  return {
    source,
    add: async (client, id, signal) =>
      client.products.uploadImage(id, await file.read(), { source, fileName: file.name, signal, ...said }),
  };
}

/**
 * Makes a call, and again while the service is away or asks to wait. Returns the refusal of this one product or photo;
 * throws Stopped for one of all.
 */
async function attempt<T>(
  { signal, patienceMs = PATIENCE_MS }: ImportOptions,
  call: () => Promise<T>,
): Promise<T | ApiError> {
  const end = Date.now() + patienceMs;
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const isOwn = error instanceof ApiError && (error.code === 'source_unavailable' || !isPassing(error));
      if (isOwn && !STOPPING.includes(error.status)) return error;
      if (isOwn || Date.now() > end) throw new Stopped(error instanceof Error ? error.message : String(error));
      if (!isPassing(error)) throw error;
      await pause(pauseMs, signal);
    }
  }
}
