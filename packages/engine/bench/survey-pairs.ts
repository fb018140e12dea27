import path from 'node:path';
import sharp from 'sharp';
import { surveyPhotos } from '../score/photo-sets.ts';
import { seededRandom } from '../src/pixels/random.ts';
import { PHOTOS } from '../test/photos.ts';
import type { Pair } from './pair-list.ts';

/** The JPEG settings of the service's store (`reencode.ts` of its media). */
const STORED = { quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;

/** A photo as the service stores it: upright, and a JPEG encoded again. */
export async function asStored(photo: Buffer): Promise<Buffer> {
  const picture = sharp(photo).autoOrient().toColourspace('srgb');
  return (await picture.metadata()).format === 'jpeg' ? picture.jpeg(STORED).toBuffer() : photo;
}

/** `count` different pairs of a survey: the same ones for the same seed and photos. */
export function drawnPairs(seed: number, count: number): Pair[] {
  const random = seededRandom(seed);
  const { people, garments } = surveyPhotos();
  const one = (files: readonly string[]) => path.relative(PHOTOS, files[Math.floor(random() * files.length)]);
  const pairs = new Map<string, Pair>();
  while (pairs.size < Math.min(count, people.length * garments.length)) {
    const pair = { person: one(people), garments: [one(garments)] };
    pairs.set(`${pair.person} ${pair.garments}`, pair);
  }
  return [...pairs.values()];
}
