import fs from 'node:fs/promises';
import { type GarmentCategory, isAccessory } from '../src/analysis.ts';
import type { Nets } from '../src/models/nets.ts';
import { EngineRejection } from '../src/rejection.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import type { GarmentPhoto } from './photo-sets.ts';
import { percent, type Score } from './score.ts';

/** The category of photos of a class; `accessory` for those that are no garments. */
const WORN_AS: Readonly<Record<string, GarmentCategory | 'accessory'>> = {
  dress: 'dress',
  pants: 'trousers',
  shorts: 'trousers',
  skirt: 'skirt',
  shoes: 'accessory',
  hat: 'accessory',
};

/** The engine's reading of a photo. */
interface Reading {
  readonly truth: string;
  /** A category, `accessory`, or why it was refused. */
  readonly found: string;
  readonly verdict: 'right' | 'confused' | 'refused';
  /** True if a try-on refuses the photo because of folded sleeves or legs. */
  readonly isFolded: boolean;
}

/** Reads each photo without any hint, as a request without words does. */
export async function scoreKinds(photos: readonly GarmentPhoto[], nets: Nets): Promise<Score> {
  const readings: Reading[] = [];
  for (const photo of photos) {
    const reading = await read(photo, nets);
    readings.push(reading);
    if (reading.verdict !== 'right') process.stderr.write(`${photo.path}: ${reading.truth} ${reading.found}\n`);
    if (reading.isFolded) process.stderr.write(`${photo.path}: folded\n`);
  }
  const garments = readings.filter(({ truth }) => truth !== 'accessory');
  const others = readings.filter(({ truth }) => truth === 'accessory');
  const counts = (of: readonly Reading[], verdict: Reading['verdict']) =>
    percent(of.filter((reading) => reading.verdict === verdict).length, of.length);
  const lines = [
    ['garments', String(garments.length)],
    ['kind right', counts(garments, 'right')],
    ['kind confused', counts(garments, 'confused')],
    ['refused', counts(garments, 'refused')],
    ['refused as accessory, untold, no cut-out', reasonsOf(garments)],
    ['refused for folded sleeves or legs', String(garments.filter(({ isFolded }) => isFolded).length)],
    ['shoes and hats known as accessories', `${counts(others, 'right')} of ${others.length}`],
  ];
  return { set: 'garments of test senders', lines };
}

async function read({ path, shows }: GarmentPhoto, nets: Nets): Promise<Reading> {
  const truth = WORN_AS[shows] ?? 'top';
  const { found, isFolded } = await readingOf(await fs.readFile(path), nets);
  if (found === truth) return { truth, found, verdict: 'right', isFolded };
  const isRefused = found === 'untold' || found === 'no cut-out' || (truth !== 'accessory' && found === 'accessory');
  return { truth, found, verdict: isRefused ? 'refused' : 'confused', isFolded };
}

async function readingOf(bytes: Uint8Array, nets: Nets): Promise<Pick<Reading, 'found' | 'isFolded'>> {
  try {
    const product = await analyseGarment(bytes, undefined, nets);
    if (isAccessory(product)) return { found: 'accessory', isFolded: false };
    return { found: product.isUntold ? 'untold' : product.category, isFolded: product.isFolded };
  } catch (error) {
    if (error instanceof EngineRejection) return { found: 'no cut-out', isFolded: false };
    throw error;
  }
}

const reasonsOf = (readings: readonly Reading[]) =>
  ['accessory', 'untold', 'no cut-out']
    .map((reason) => readings.filter(({ found, verdict }) => verdict === 'refused' && found === reason).length)
    .join(', ');
