import { type NetCategory, type PersonAnalysis, REGIONS, type Region } from '../../../analysis.ts';
import type { Nets } from '../../../models/nets.ts';
import { detectPeople } from '../../../models/person-detector.ts';
import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { blur, resizeValues } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';
import { analyseHeadless } from '../../person/analyse-headless.ts';
import { analysePerson } from '../../person/analyse-person.ts';
import { BOTTOMS } from '../cloth.ts';
import { cutOutByAlpha, type GarmentCutOut } from '../cut-out/cut-out.ts';
import { edgeByColour } from './edge-by-colour.ts';

/**
 * Detector's score from which a garment photo shows someone wearing it (measured: people 0.89 and above, garments alone
 * 0.73 and below).
 */
const WEARER_MIN = 0.8;
/** Trust in a garment taken off a person: folds, hair and hands leave their traces. */
const CONFIDENCE = 0.6;
/**
 * Radius over which the edge of a garment is smoothed, as a share of the height: collars end in splinters otherwise.
 */
const EDGE_SMOOTH = 0.0035;
/** Least share of the picture that a garment must cover. */
const SHARE_MIN = 0.02;

/** A photo that ends less than this below the hips, in lengths of the trunk, shows the hem of no dress. */
const BELOW_HIPS_MIN = 0.55;
/** Certainty that what seems to be a dress in such a photo is a top over trousers of its colour. */
const CUT_OFF_CERTAINTY = 0.55;

/**
 * How far below the hips a top may reach, in lengths of the trunk; then the largest share of its cloth farther down.
 * For wearers without a head in the photo.
 */
const TOP_REACH = 0.2;
const BELOW_REACH_MAX = 0.1;

/** Share of all that is worn from which one garment is clearly the one that the photo is of. */
const MAIN_MIN = 0.6;

/** A garment taken off the person who wears it in the photo. */
export interface WornGarment {
  readonly cutOut: GarmentCutOut;
  /** What it may be. */
  readonly possible: readonly NetCategory[];
  /** Certainty that it is one of these, 0 to 1. */
  readonly certainty: number;
  readonly wearer: PersonAnalysis;
}

/**
 * The garment of a photo that shows someone wearing it, if only from the neck down: what is asked for by `hint`, else
 * what covers most of the person. Null when nobody is seen in the photo. Throws EngineRejection when the person cannot
 * be told apart.
 */
export async function takeOffWearer(
  bytes: Uint8Array,
  raster: Raster,
  hint: NetCategory | undefined,
  nets: Nets,
): Promise<WornGarment | null> {
  const [guess] = await detectPeople(raster, nets.pose.detector);
  const hasHead = guess.score >= WEARER_MIN;
  const wearer = hasHead
    ? await analysePerson(bytes, nets).catch(inWordsOfTheGarment)
    : await analyseHeadless(raster, guess, nets);
  if (!wearer || !(hasHead || hint || endsAtHips(wearer))) return null;
  const garment = hint ? { possible: [hint], certainty: 1 } : mainGarment(wearer);
  const told = largestPart(alphaOf(wearer, regionsOf(garment.possible[0])), wearer.raster);
  const alpha = largestPart(await edgeByColour(wearer, told), wearer.raster);
  let sum = 0;
  for (const value of alpha) sum += value;
  if (sum < SHARE_MIN * alpha.length) return null;
  return { cutOut: { ...cutOutByAlpha(wearer.raster, alpha), confidence: CONFIDENCE }, ...garment, wearer };
}

/** Throws a refusal of the person in words about the photo that they are in; other errors are thrown on. */
function inWordsOfTheGarment(error: unknown): never {
  if (!(error instanceof EngineRejection)) throw error;
  throw new EngineRejection(
    'The person in the garment photo is too small, cut off, or hardly differs from the background. Use a photo of the garment alone, or one that the person fills.',
    { cause: error },
  );
}

/** Where a garment of a category is found on a person. */
function regionsOf(category: NetCategory): readonly Region[] {
  if (category === 'dress') return ['upper', 'lower'];
  return category === 'top' ? ['upper'] : ['lower'];
}

/**
 * What the photo is most likely of: a dress where one is worn and the photo reaches below the hips, else the larger of
 * what is worn above and below the waist.
 */
function mainGarment({ regions, raster, frame }: PersonAnalysis): Pick<WornGarment, 'possible' | 'certainty'> {
  const isCutOff = raster.height - frame.hipCentre.y < BELOW_HIPS_MIN * frame.torsoLength;
  if (regions.wearsDress)
    return isCutOff ? { possible: ['top'], certainty: CUT_OFF_CERTAINTY } : { possible: ['dress'], certainty: 1 };
  const areaOf = (region: Region) => regions.probability[region].data.reduce((sum, value) => sum + value, 0);
  const [upper, lower] = [areaOf('upper'), areaOf('lower')];
  const share = Math.max(upper, lower) / Math.max(1, upper + lower);
  return { possible: upper >= lower ? ['top'] : BOTTOMS, certainty: share < MAIN_MIN ? share : 1 };
}

/** False for what may as well be a dress or a coat: the region net tells dresses by people who have a head. */
function endsAtHips({ regions, frame }: PersonAnalysis): boolean {
  const { width, height, scale } = regions;
  const { data } = regions.probability.upper;
  const end = Math.min(height, Math.round((frame.hipCentre.y + TOP_REACH * frame.torsoLength) / scale));
  const sumOf = (plane: Float32Array) => plane.reduce((sum, value) => sum + value, 0);
  return sumOf(data.subarray(end * width)) <= BELOW_REACH_MAX * sumOf(data);
}

/**
 * How much of each pixel is one of some regions rather than any other, with hardened edges. It is enough that no other
 * is likelier: at a hem in the shade each of three may seem to lie.
 */
function alphaOf({ raster, matte, regions }: PersonAnalysis, wanted: readonly Region[]): Float32Array<ArrayBuffer> {
  const [sum, rival] = [
    new Float32Array(regions.width * regions.height),
    new Float32Array(regions.width * regions.height),
  ];
  for (const region of REGIONS) {
    const { data } = regions.probability[region];
    const isWanted = wanted.includes(region);
    for (let i = 0; i < sum.length; i++)
      if (isWanted) sum[i] += data[i];
      else rival[i] = Math.max(rival[i], data[i]);
  }
  for (let i = 0; i < sum.length; i++) sum[i] = (1 + sum[i] - rival[i]) / 2;
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
