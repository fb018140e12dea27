import { fileURLToPath } from 'node:url';

/** The project's own pictures, rendered by itself. */
export type Sample =
  | 'person-woman'
  | 'person-man'
  | 'garment-tshirt'
  | 'garment-shirt'
  | 'garment-stripes'
  | 'garment-dress';

/** The file of a sample. */
export function sample(name: Sample): string {
  return fileURLToPath(new URL(`../../../engine/samples/${name}.webp`, import.meta.url));
}
