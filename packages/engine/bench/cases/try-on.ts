import path from 'node:path';
import { isAccessory, type Region } from '../../src/analysis.ts';
import { analyseGarment } from '../../src/steps/garment/analyse-garment.ts';
import { regionsOf } from '../../src/steps/garment/worn/worn-garment.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { measureTryOn } from '../measures/try-on.ts';
import { PAIRS, type Pair } from '../pair-list.ts';
import { asPng, type Bench, type Case, type Outcome, standardSize, timed, VARIETY } from './case.ts';

/**
 * Pairs whose figures are held: a long-sleeved top, a dress, trousers, a top and trousers, a busy background, a garment
 * off its model.
 */
const HELD: ReadonlySet<string> = new Set([
  'ccp-0021+topssaleor-dark-polygon-tee-front',
  'ccp-0066+dressescd-dress-cbf45350',
  'ccp-0360+bottomscd-pants-e73c67c9',
  'ccp-0713+topssaleor-monospace-white-tee-front+bottomscd-pants-e73c67c9',
  'fashn-model+01804garment',
  'ccp-0788+bottomsmagento-mp03-green_main',
]);

/**
 * The regions of the old clothes whose place a garment takes, by the folder of its photo. In other folders the category
 * that the engine tells counts.
 */
const TAKES: Readonly<Record<string, readonly Region[]>> = {
  tops: ['upper'],
  outerwear: ['upper'],
  dresses: ['upper', 'lower'],
  bottoms: ['lower'],
};

/** A try-on of each pair. */
export const TRY_ONS: readonly Case[] = PAIRS.map(tryOnOf);

/** The try-on of a pair as a case. */
export function tryOnOf(pair: Pair): Case {
  const name = nameOf(pair);
  return { operation: 'try-on', name, held: HELD.has(name), run: (bench) => dress(pair, bench) };
}

async function dress({ person: file, garments: files }: Pair, bench: Bench): Promise<Outcome> {
  const person = await bench.photo(file);
  const garments = await Promise.all(files.map((garment) => bench.photo(garment)));
  const size = await standardSize(person);
  const request = { person, garments: garments.map((bytes) => ({ bytes })), size, ...VARIETY };
  const { result, firstMs } = await timed(() => bench.engine.tryOn(request));
  const putOn = await Promise.all(
    files.map(async (garment, index) => {
      const photo = await analyseGarment(garments[index], undefined, bench.nets);
      const told = isAccessory(photo) ? TAKES.tops : regionsOf(photo.category);
      return { regions: TAKES[path.basename(path.dirname(garment))] ?? told, photo };
    }),
  );
  const analysis = await analysePerson(person, bench.nets);
  return {
    pictures: [person, ...garments, await asPng(result.raster)],
    figures: { ...(await measureTryOn(person, analysis, putOn, result.raster)), confidence: result.confidence },
    warnings: result.warnings,
    firstMs,
  };
}

function nameOf({ person, garments }: Pair): string {
  const stem = (file: string) =>
    path.basename(path.dirname(file)).replace('persons', '') + path.basename(file, path.extname(file));
  return [person, ...garments].map(stem).join('+');
}
