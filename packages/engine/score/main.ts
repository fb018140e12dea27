import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Nets } from '../src/models/nets.ts';
import { leaveOut, passScore, watchPasses } from './passes.ts';
import { testGarments, testNecks, testPersons, truePairs } from './photo-sets.ts';
import { type Score, tableOf } from './score.ts';

/**
 * Scores how well the engine reads garments, finds necklines, redraws true pairs, divides people and fits tops. Its
 * photos are outside all training sets.
 *
 * npm run score -- [--only kinds|necklines|pairs|regions|half-bodies|own-tops] [--every N] [--match WORDS]
 *   [--without PASS] [--keep FOLDER] [--passes]
 *
 * - `--every 4` takes each fourth photo of a set.
 * - `--match` takes the photos whose path contains the words.
 * - `--without` leaves a pass of the engine out.
 * - `--keep` writes the pictures of the pairs to a folder.
 * - `--passes` counts the effect of each optional pass that returns a value.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    match: { type: 'string', default: '' },
    without: { type: 'string', multiple: true, default: [] },
    keep: { type: 'string' },
    passes: { type: 'boolean', default: false },
  },
});

/**
 * The sets of photos, each with its measurement. A set imports the engine when it runs, because passes to leave out
 * must be set before.
 */
const SETS: Readonly<Record<string, (nets: Nets) => Promise<Score>>> = {
  kinds: async (nets) =>
    (await import('./garment-kinds.ts')).scoreKinds(
      some(testGarments(), (photo) => photo.path),
      nets,
    ),
  necklines: async (nets) =>
    (await import('./necklines.ts')).scoreNecklines(
      some(testNecks(), (neck) => neck.path),
      nets,
    ),
  pairs: async (nets) =>
    (await import('./true-pairs.ts')).scorePairs(
      some(truePairs(), ({ name }) => name),
      nets,
      keepPicture,
    ),
  regions: async (nets) => (await import('./person-regions.ts')).scoreRegions(people(), nets),
  'half-bodies': async (nets) => {
    const { HALF_BODY, scoreRegions } = await import('./person-regions.ts');
    return scoreRegions(people(), nets, HALF_BODY);
  },
  'own-tops': async (nets) => (await import('./own-tops.ts')).scoreOwnTops(people(), nets),
};

const people = () => some(testPersons(), ({ name }) => name);

async function main(): Promise<void> {
  if (values.only && !Object.hasOwn(SETS, values.only))
    throw new Error(`--only takes ${Object.keys(SETS).join(', ')}; it was given ${values.only}`);
  for (const pass of values.without) leaveOut(pass);
  if (values.passes) watchPasses();
  if (values.keep) await fs.mkdir(values.keep, { recursive: true });
  // Passes to leave out must be set before the engine is loaded.
  const { loadNets, releaseNets } = await import('../src/models/nets.ts');
  const { netLoader } = await import('../src/models/sessions.ts');
  const nets = await loadNets(netLoader(1));
  for (const [set, score] of Object.entries(SETS)) if (!values.only || values.only === set) say(await score(nets));
  await releaseNets(nets);
  if (values.passes) say(passScore());
}

/** The photos that the options ask for. */
function some<T>(photos: readonly T[], nameOf: (photo: T) => string): T[] {
  return photos
    .filter((photo) => nameOf(photo).includes(values.match))
    .filter((_, index) => index % Number(values.every) === 0);
}

async function keepPicture(name: string, png: Uint8Array): Promise<void> {
  if (values.keep) await fs.writeFile(path.join(values.keep, `${name}.png`), png);
}

const say = (score: Score) => process.stdout.write(`${tableOf(score)}\n\n`);

await main();
