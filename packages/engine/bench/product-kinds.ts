import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACCESSORIES, GARMENT_CATEGORIES } from '../src/analysis.ts';
import { loadNets, releaseNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';

/**
 * Tells for every product photo what the engine takes it for, and prints a table of what each folder holds against that, with every
 * garment that is taken for an accessory and the other way round by name. `npm run bench:products [-- FILTER]`.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const photos = path.resolve(root, '../shared/data');

/** What a photo is taken for, in the order of the table's columns. */
const OUTCOMES = [...GARMENT_CATEGORIES, ...ACCESSORIES, 'refused'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** Folders whose photos show accessories; all others show garments. */
const ACCESSORY_FOLDERS = ['accessories', 'shoes'];
/** Photos of a pair that show no product: masks, and people to be dressed. */
const NO_PRODUCT = /mask|person|model/;

async function main(filter = ''): Promise<void> {
  if (!existsSync(photos)) throw new Error(`the photos are not here: ${photos} is missing`);
  const nets = await loadNets(netLoader(path.join(os.tmpdir(), 'atelier-nets'), 2));
  const counts = new Map<string, Map<Outcome, number>>();
  const mistaken: string[] = [];
  for (const name of await productPhotos()) {
    if (!name.includes(filter)) continue;
    const folder = name.startsWith('pairs') ? 'pairs' : name.split('/')[1];
    const bytes = await fs.readFile(path.join(photos, name));
    const product = await analyseGarment(bytes, undefined, nets).catch(() => null);
    const outcome = product?.category ?? 'refused';
    const row = counts.get(folder) ?? new Map<Outcome, number>();
    counts.set(folder, row.set(outcome, (row.get(outcome) ?? 0) + 1));
    const isGarment = GARMENT_CATEGORIES.some((category) => category === outcome);
    if (outcome !== 'refused' && isGarment === ACCESSORY_FOLDERS.includes(folder)) mistaken.push(`${name}: ${outcome}`);
  }
  await releaseNets(nets);
  const head = ['Folder', ...OUTCOMES];
  const lines = [...counts].map(([folder, row]) => [folder, ...OUTCOMES.map((outcome) => String(row.get(outcome) ?? ''))]);
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`);
  process.stdout.write(`${[...table, '', 'Garment or accessory, mistaken:', ...mistaken].join('\n')}\n`);
}

/** Every product photo, by its path below the photos. */
async function productPhotos(): Promise<string[]> {
  const names = await fs.readdir(photos, { recursive: true });
  return names
    .filter((name) => /^(garments|pairs)\/.*\.(jpg|png|webp)$/.test(name) && !NO_PRODUCT.test(path.basename(name)))
    .toSorted();
}

await main(process.argv[2]);
