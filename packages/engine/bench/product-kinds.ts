import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAccessory, type ProductAnalysis } from '../src/analysis.ts';
import { loadNets, type Nets, releaseNets } from '../src/models/nets.ts';
import { netLoader } from '../src/models/sessions.ts';
import { unlessRejected } from '../src/rejection.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { doubtsOf } from '../src/steps/try-on/judge/doubts.ts';
import { rejectHidden, rejectUntold } from '../src/steps/try-on/judge/garment.ts';
import { type ProductPhoto, productPhotos, TRUTHS } from './product-photos.ts';

/**
 * Compares the engine's category of every product photo with the true one, with the certainty and the warnings. Then
 * counts how many of each kind are right, right with the warning that the category was guessed, wrong, and refused.
 * `npm run bench:products [-- FILTER]`.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const photos = path.resolve(root, '../shared/data');

const VERDICTS = ['right', 'guessed', 'wrong', 'wrong, guessed', 'refused'] as const;
type Verdict = (typeof VERDICTS)[number];

/** The result of one photo. */
interface Reading extends ProductPhoto {
  /** Null if the engine refused it, in itself or to be worn. */
  readonly product: ProductAnalysis | null;
  readonly warnings: readonly string[];
  readonly verdict: Verdict;
}

async function main(filter = ''): Promise<void> {
  if (!existsSync(photos)) throw new Error(`the photos are not here: ${photos} is missing`);
  const nets = await loadNets(netLoader(2));
  const readings: Reading[] = [];
  say(headed(['photo', 'shows', 'taken for', 'category', 'cut-out', 'verdict', 'warnings']));
  for (const photo of productPhotos(photos)) {
    if (!photo.path.includes(filter)) continue;
    const reading = await read(photo, nets);
    readings.push(reading);
    say(rowOf(reading));
  }
  await releaseNets(nets);
  say('');
  say(headed(['shows', 'photos', ...VERDICTS]));
  for (const truth of TRUTHS) {
    const shown = readings.filter((reading) => reading.truth === truth);
    const counts = VERDICTS.map((verdict) => shown.filter((reading) => reading.verdict === verdict).length);
    say(cells([truth, shown.length, ...counts].map(String)));
  }
}

async function read(photo: ProductPhoto, nets: Nets): Promise<Reading> {
  const bytes = await fs.readFile(path.join(photos, photo.path));
  const product = await readWearable(bytes, nets).catch(unlessRejected);
  if (!product) return { ...photo, product: null, warnings: [], verdict: 'refused' };
  if (isAccessory(product))
    return { ...photo, product, warnings: [], verdict: photo.truth === 'accessory' ? 'right' : 'wrong' };
  const warnings = doubtsOf(product, 0).map(({ code }) => code);
  const isGuess = warnings.includes('garment_category_guessed');
  if (product.category === photo.truth) return { ...photo, product, warnings, verdict: isGuess ? 'guessed' : 'right' };
  return { ...photo, product, warnings, verdict: isGuess ? 'wrong, guessed' : 'wrong' };
}

/** The analysis of a photo. Throws EngineRejection where a try-on refuses it. */
async function readWearable(bytes: Uint8Array, nets: Nets): Promise<ProductAnalysis> {
  const product = await analyseGarment(bytes, undefined, nets);
  rejectUntold(product);
  if (!isAccessory(product)) rejectHidden(product);
  return product;
}

const rowOf = ({ path: file, truth, product, verdict, warnings }: Reading) =>
  cells([
    file,
    truth,
    product?.category ?? '',
    product?.confidence.category.toFixed(2) ?? '',
    product?.confidence.cutOut.toFixed(2) ?? '',
    verdict,
    warnings.join(', '),
  ]);

const cells = (values: readonly string[]) => `| ${values.join(' | ')} |`;
const headed = (names: readonly string[]) => `${cells(names)}\n${cells(names.map(() => '---'))}`;
const say = (line: string) => process.stdout.write(`${line}\n`);

await main(process.argv[2]);
