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

/** The class of the maps that no person has. */
const BACKGROUND = 0;
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

/** Share of a person's height, from the top, that a photo of half a person shows: down to the thighs. */
export const HALF_BODY = 0.6;

/**
 * Divides each person into regions, and compares with the maps. Photos and maps end at `shown` of the person's height,
 * from the top.
 */
export async function scoreRegions(people: readonly LabelledPerson[], nets: Nets, shown = 1): Promise<Score> {
  const counts = new RegionCounts();
  let refused = 0;
  for (const person of people) {
    const { photo, labels } = await upperPart(person, shown);
    const analysis = await analysed(photo, nets);
    if (analysis) counts.add(await truthFor(labels, analysis), analysis.regions.labels);
    else refused++;
  }
  const { overlap, right } = counts.score();
  const percentOf = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lines = REGIONS.map((region) => [`${region}, IoU`, percentOf(overlap[region])]);
  return {
    set: `labelled street photos of test numbers${shown < 1 ? `, the upper ${percentOf(shown)} of each person` : ''}`,
    lines: [
      ['photos, refused', `${people.length}, ${refused}`],
      ...lines,
      ['right of the pixels of people', percentOf(right)],
    ],
  };
}

/** A photo and its map down to a share of the person's height; the photo itself for a share of 1. */
async function upperPart({ photo, labels }: LabelledPerson, shown: number): Promise<{ photo: Buffer; labels: Buffer }> {
  const [picture, map] = await Promise.all([fs.readFile(photo), fs.readFile(labels)]);
  if (shown === 1) return { photo: picture, labels: map };
  const { data, info } = await sharp(map).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) => y).filter((y) =>
    data.subarray(y * info.width, (y + 1) * info.width).some((label) => label !== BACKGROUND),
  );
  if (rows.length === 0) throw new Error(`the map ${labels} shows no person`);
  const [top, bottom] = [rows[0], rows[rows.length - 1] + 1];
  const part = { left: 0, top: 0, width: info.width, height: Math.round(top + (bottom - top) * shown) };
  return {
    photo: await sharp(picture).extract(part).png().toBuffer(),
    labels: await sharp(map).extract(part).png().toBuffer(),
  };
}

async function analysed(photo: Buffer, nets: Nets): Promise<PersonAnalysis | null> {
  try {
    return await analysePerson(photo, nets);
  } catch (error) {
    if (error instanceof EngineRejection) return null;
    throw error;
  }
}

/** The true region at each pixel of an analysed photo's region map, as a place in REGIONS, or UNTOLD. */
async function truthFor(labels: Buffer, { regions, frame }: PersonAnalysis): Promise<Uint8Array> {
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
