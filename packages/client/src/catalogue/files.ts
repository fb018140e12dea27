import type { CatalogueProduct } from './read.ts';

/**
 * Finds the file that a catalogue means among the files of a folder, by their paths in it. A path is taken as it is;
 * else the file with that name in any folder, if only one has it. Case does not matter.
 */
export function fileFinder(paths: readonly string[]): (name: string) => string | null {
  const byPath = new Map(paths.map((path) => [plainPath(path), path]));
  const byName = grouped(paths, (path) => nameOf(plainPath(path)));
  return (name) => {
    const wanted = plainPath(name);
    const namesakes = byName.get(nameOf(wanted)) ?? [];
    return byPath.get(wanted) ?? (namesakes.length === 1 ? (namesakes[0] ?? null) : null);
  };
}

/**
 * Gives products without pictures the files whose names begin with their SKU, such as `LS-204_back.jpg`. A file goes to
 * the longest SKU that it begins with.
 */
export function filesBySku(
  products: readonly CatalogueProduct[],
  paths: readonly string[],
): readonly CatalogueProduct[] {
  const skus = products.map(({ sku }) => sku.toLowerCase()).toSorted((a, b) => b.length - a.length);
  const owned = grouped(paths.filter(isPictureFile).toSorted(), (path) => {
    const name = nameOf(plainPath(path)).replace(/\.[^.]+$/, '');
    return skus.find((sku) => name === sku || (name.startsWith(sku) && /[-_ .(]/.test(name.charAt(sku.length)))) ?? '';
  });
  return products.map((product) => {
    if (product.pictures.length > 0) return product;
    const files = owned.get(product.sku.toLowerCase()) ?? [];
    return { ...product, pictures: files.map((name) => ({ kind: 'file', name, view: null, line: null })) };
  });
}

function grouped(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) groups.set(keyOf(path), [...(groups.get(keyOf(path)) ?? []), path]);
  return groups;
}

function isPictureFile(path: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(path);
}

function plainPath(path: string): string {
  return path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase();
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
