import fs from 'node:fs/promises';
import path from 'node:path';
import type { Atelier } from '@atelier/client';
import type { Shoot, ShootItem } from '@atelier/contract';
import { extensionOf, fetchResult, writeWhole } from './operations/results.ts';

/** How images of a shoot are saved. */
export interface SaveOptions {
  /** True: existing files are overwritten. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/**
 * Saves the images of a shoot in a folder, and resolves with the paths of all of them. A file that exists is not
 * fetched again. A name is made of SKU, look and view, and of a number where several images have one name.
 */
export async function saveItems(
  client: Atelier,
  shoot: Shoot,
  folder: string,
  { force, signal }: SaveOptions,
): Promise<readonly string[]> {
  const files: string[] = [];
  const used = new Map<string, number>();
  for await (const item of client.shoots.allItems(shoot.id, { limit: 100, signal })) {
    const name = nameOf(item, shoot.look_name);
    const number = (used.get(name) ?? 0) + 1;
    used.set(name, number);
    if (!item.result) continue;
    const numbered = number === 1 ? name : `${name}-${number}`;
    const file = path.resolve(folder, `${numbered}${extensionOf(item.result)}`);
    if (force || !(await exists(file))) await writeWhole(file, await fetchResult(item.result, signal));
    files.push(file);
  }
  return files;
}

/** A name without the extension. Other characters than letters, digits, `.`, `_` and `-` become `-`. */
function nameOf({ sku, product_name: product, view }: ShootItem, look: string): string {
  return [sku || product, look, String(view)].map(asNamePart).join('_');
}

function asNamePart(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'image';
}

function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
