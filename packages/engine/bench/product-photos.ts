import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GarmentCategory } from '../src/analysis.ts';

/** The true contents of the shared photos of products: a garment by its category, or an accessory of any kind. */
export const TRUTHS = ['top', 'dress', 'trousers', 'skirt', 'accessory'] as const satisfies readonly (
  | GarmentCategory
  | 'accessory'
)[];
/** One of them. */
type ProductTruth = (typeof TRUTHS)[number];

/** A photo of one product, by its path in the folder of shared photos, and its true content. */
export interface ProductPhoto {
  readonly path: string;
  readonly truth: ProductTruth;
}

interface ManifestFile {
  readonly path: string;
  readonly kind: string;
  readonly category?: string;
  readonly description?: string;
}

/** Kinds of files that show one product each, alone or worn. */
const PRODUCT_KINDS = ['garment', 'pair-garment', 'pair-worn'];

/** The product photos of the folder, in the order of their names. */
export function productPhotos(folder: string): ProductPhoto[] {
  const { files }: { files: ManifestFile[] } = JSON.parse(readFileSync(path.join(folder, 'MANIFEST.json'), 'utf8'));
  return files
    .filter(({ kind }) => PRODUCT_KINDS.includes(kind))
    .map((file) => ({ path: file.path, truth: truthOf(file) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws for a category that the manifest did not know. */
function truthOf({ path: file, category, description = '' }: ManifestFile): ProductTruth {
  switch (category) {
    case 'top':
    case 'outerwear':
      return 'top';
    case 'bottom':
      return description.includes('skirt') ? 'skirt' : 'trousers';
    case 'dress':
      return 'dress';
    case 'accessory':
    case 'shoes':
      return 'accessory';
    default:
      throw new Error(`${file} is said to show ${category}`);
  }
}
