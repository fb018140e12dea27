import type { GarmentCategory, PersonAnalysis, Region } from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import { detectPeople } from '../../models/person-detector.ts';
import { findComponents, largestComponent } from '../../pixels/components.ts';
import { blur, resizeValues } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { analysePerson } from '../person/analyse-person.ts';
import { cutOutByAlpha, type GarmentCutOut } from './cut-out.ts';

/** Detector's score from which a garment photo shows someone wearing it (measured: people 0.89 and above, garments alone 0.73 and below). */
const WEARER_MIN = 0.8;
/** Trust in a garment taken off a person: folds, hair and hands leave their traces. */
const CONFIDENCE = 0.6;
/** Radius over which the edge of a garment is smoothed, as a share of the height: collars end in splinters otherwise. */
const EDGE_SMOOTH = 0.0035;
/** Less of the picture than this is no garment to work with. */
const SHARE_MIN = 0.02;

/** A garment taken off the person who wears it in the photo. */
export interface WornGarment {
  readonly cutOut: GarmentCutOut;
  readonly category: GarmentCategory;
  readonly wearer: PersonAnalysis;
}

/**
 * The garment of a photo that shows someone wearing it: what is asked for by `hint`, else what covers most of the person.
 * Null when nobody is seen in the photo. Throws EngineRejection when the person cannot be told apart.
 */
export async function takeOffWearer(
  bytes: Uint8Array,
  raster: Raster,
  hint: GarmentCategory | undefined,
  nets: Nets,
): Promise<WornGarment | null> {
  const [{ score }] = await detectPeople(raster, nets.pose.detector);
  if (score < WEARER_MIN) return null;
  const wearer = await analysePerson(bytes, nets).catch(inWordsOfTheGarment);
  const category = hint ?? mainGarment(wearer);
  const alpha = largestPart(alphaOf(wearer, regionsOf(category)), wearer.raster);
  let sum = 0;
  for (const value of alpha) sum += value;
  if (sum < SHARE_MIN * alpha.length) return null;
  return { cutOut: { ...cutOutByAlpha(wearer.raster, alpha), confidence: CONFIDENCE }, category, wearer };
}

/** Throws a refusal of the person in words about the photo that they are in; other errors are thrown on. */
function inWordsOfTheGarment(error: unknown): never {
  if (!(error instanceof EngineRejection)) throw error;
  throw new EngineRejection(
    'The garment photo shows somebody whose garment cannot be told apart: they are too small in it, cut off by it, or hardly differ from its background. Use a photo of the garment alone, or one that the person in it fills.',
    { cause: error },
  );
}

/** Where a garment of a category is found on a person. */
function regionsOf(category: GarmentCategory): readonly Region[] {
  if (category === 'dress') return ['upper', 'lower'];
  return category === 'top' ? ['upper'] : ['lower'];
}

/** What the photo is most likely of: a dress where one is worn, else the larger of top and trousers. */
function mainGarment({ regions }: PersonAnalysis): GarmentCategory {
  if (regions.wearsDress) return 'dress';
  const areaOf = (region: Region) => regions.probability[region].data.reduce((sum, value) => sum + value, 0);
  return areaOf('upper') >= areaOf('lower') ? 'top' : 'trousers';
}

/** How much of each pixel is one of some regions, with hardened edges. */
function alphaOf({ raster, matte, regions }: PersonAnalysis, wanted: readonly Region[]): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(regions.width * regions.height);
  for (const region of wanted) for (const [i, value] of regions.probability[region].data.entries()) sum[i] += value;
  const full = resizeValues(sum, regions.width, regions.height, raster.width, raster.height);
  const smooth = blur(full, raster.width, raster.height, EDGE_SMOOTH * raster.height);
  return smooth.map((value, i) => clamp((value - 0.5) * 5 + 0.5) * matte.data[i]);
}

/** Leaves the largest piece that hangs together. */
function largestPart(alpha: Float32Array<ArrayBuffer>, { width, height }: Raster): Float32Array<ArrayBuffer> {
  const parts = findComponents(
    maskOf(alpha.length, (i) => alpha[i] > 0.3),
    width,
    height,
  );
  const largest = largestComponent(parts);
  return alpha.map((value, i) => (parts.labels[i] === largest && largest > 0 ? value : 0));
}
