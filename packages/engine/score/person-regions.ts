import fs from 'node:fs/promises';
import sharp from 'sharp';
import { UNTOLD } from '../bench/parse-maps.ts';
import { RegionCounts } from '../bench/region-score.ts';
import { type PersonAnalysis, REGIONS, type Region } from '../src/analysis.ts';
import type { Nets } from '../src/models/nets.ts';
import { EngineRejection } from '../src/rejection.ts';
import { analysePerson } from '../src/steps/person/analyse-person.ts';
import type { LabelledPerson } from './photo-sets.ts';
import type { Score } from './score.ts';

/** The classes of the maps by our regions; null is not scored: glasses, jewellery and scarves, tights. */
const REGION_OF: readonly (Region | 'dress' | null)[] = [
  'background',
  'hair',
  'skin',
  'upper',
  'upper',
  'lower',
  'lower',
  'dress',
  'shoes',
  'other',
  'other',
  null,
  null,
  'other',
  null,
];
/**
 * Shares of the torso above which a dress counts as `upper`, and below which as `lower`; the part between is not
 * scored.
 */
const DRESS_BETWEEN = [0.75, 1.1] as const;

/** Divides each person into regions, and compares with the maps. */
export async function scoreRegions(people: readonly LabelledPerson[], nets: Nets): Promise<Score> {
  const counts = new RegionCounts();
  let refused = 0;
  for (const person of people) {
    const analysis = await analysed(person, nets);
    if (analysis) counts.add(await truthFor(person, analysis), analysis.regions.labels);
    else refused++;
  }
  const { overlap, right } = counts.score();
  const shown = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lines = REGIONS.map((region) => [`${region}, IoU`, shown(overlap[region])]);
  return {
    set: 'labelled street photos of test numbers',
    lines: [
      ['photos, refused', `${people.length}, ${refused}`],
      ...lines,
      ['right of the pixels of people', shown(right)],
    ],
  };
}

async function analysed({ photo }: LabelledPerson, nets: Nets): Promise<PersonAnalysis | null> {
  try {
    return await analysePerson(await fs.readFile(photo), nets);
  } catch (error) {
    if (error instanceof EngineRejection) return null;
    throw error;
  }
}

/** The true region at each pixel of an analysed photo's region map, as a place in REGIONS, or UNTOLD. */
async function truthFor({ labels }: LabelledPerson, { regions, frame }: PersonAnalysis): Promise<Uint8Array> {
  const { width, height, scale } = regions;
  const { data } = await sharp(labels)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const region = REGION_OF[data[i]] ?? null;
    if (region !== 'dress') return region === null ? UNTOLD : REGIONS.indexOf(region);
    const x = ((i % width) + 0.5) * scale - frame.shoulderCentre.x;
    const y = (Math.floor(i / width) + 0.5) * scale - frame.shoulderCentre.y;
    const down = (x * frame.down.x + y * frame.down.y) / frame.torsoLength;
    if (down >= DRESS_BETWEEN[0] && down <= DRESS_BETWEEN[1]) return UNTOLD;
    return REGIONS.indexOf(down < DRESS_BETWEEN[0] ? 'upper' : 'lower');
  });
}
