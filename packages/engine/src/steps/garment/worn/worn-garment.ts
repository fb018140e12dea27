import {
  type GarmentCategory,
  type NetCategory,
  type PersonAnalysis,
  REGIONS,
  type Region,
} from '../../../analysis.ts';
import type { Nets } from '../../../models/nets.ts';
import { detectPeople } from '../../../models/person-detector.ts';
import type { Net } from '../../../models/sessions.ts';
import { largestPart } from '../../../pixels/components.ts';
import { blur, resizeValues } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { maskAbove, maskOf, planeOf, sumOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';
import { analyseHeadless } from '../../person/analyse-headless.ts';
import { analysePerson } from '../../person/analyse-person.ts';
import { BOTTOMS } from '../cloth.ts';
import { cutOutByAlpha, type GarmentCutOut } from '../cut-out/cut-out.ts';
import { findProductMatte } from '../cut-out/product-matte.ts';

/**
 * Least score of the detector for a garment photo with a wearer (measured: people 0.89 and above, garments alone 0.73
 * and below).
 */
const WEARER_MIN = 0.8;
/**
 * Share of the product beyond the seen person above which that person is printed on it. On photos with wearers it is at
 * most 0.01; on the one T-shirt with such a print, of 1,259 garments, it is 0.89.
 */
const PRINTED_MIN = 0.5;
/** Confidence in a worn garment, which folds, hair and hands affect. */
const CONFIDENCE = 0.6;
/** Radius of the smoothing of a garment's edge, as a share of the height. Without it collars end in splinters. */
const EDGE_SMOOTH = 0.0035;
/** Least share of the picture that a garment must cover. */
const SHARE_MIN = 0.02;

/** A photo that ends less than this below the hips, in lengths of the trunk, does not show the hem of a dress. */
const BELOW_HIPS_MIN = 0.55;
/** Certainty that an apparent dress in such a photo is a top over trousers of its colour. */
const CUT_OFF_CERTAINTY = 0.55;

/**
 * Greatest reach of a top below the hips, in lengths of the trunk. Then the largest share of its cloth farther down.
 * For wearers without a head in the photo.
 */
const TOP_REACH = 0.2;
const BELOW_REACH_MAX = 0.1;

/** Least share of all worn cloth for the main garment of a photo. */
const MAIN_MIN = 0.6;

/** A garment without its wearer. */
export interface WornGarment {
  readonly cutOut: GarmentCutOut;
  /** Its possible categories. */
  readonly possible: readonly NetCategory[];
  /** Certainty that it is one of these, 0 to 1. */
  readonly certainty: number;
  readonly wearer: PersonAnalysis;
}

/**
 * The garment in a photo with a wearer, who may be visible from the neck down only. It is the garment of category
 * `hint`, or else the one that covers most of the person. Null without a visible person, or with one that is printed on
 * the garment. Throws EngineRejection if the person cannot be separated.
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
  if (hasHead && (await isPrinted(raster, wearer, nets.productMatte))) return null;
  const garment = hint ? { possible: [hint], certainty: 1 } : mainGarment(wearer);
  const alpha = garmentAlpha(wearer, garment.possible[0]);
  if (sumOf(alpha) < SHARE_MIN * alpha.length) return null;
  return { cutOut: { ...cutOutByAlpha(wearer.raster, alpha), confidence: CONFIDENCE }, ...garment, wearer };
}

/** True if the product surrounds the person that a photo shows: it is a print. */
async function isPrinted(photo: Raster, { matte }: PersonAnalysis, net: Net): Promise<boolean> {
  const product = maskAbove((await findProductMatte(photo, net)).data, 0.5);
  const beyond = maskOf(product.length, (i) => product[i] === 1 && matte.data[i] < 0.5);
  return sumOf(beyond) > PRINTED_MIN * sumOf(product);
}

/** Throws a refusal of the person in words about the garment photo; other errors are thrown on. */
function inWordsOfTheGarment(error: unknown): never {
  if (!(error instanceof EngineRejection)) throw error;
  throw new EngineRejection(
    'The person in the garment photo is too small, cut off, or hardly differs from the background. Use a photo of the garment alone, or one that the person fills.',
    { cause: error },
  );
}

/** The regions of a person for a category. */
export function regionsOf(category: GarmentCategory): readonly Region[] {
  if (category === 'dress' || category === 'jumpsuit') return ['upper', 'lower'];
  return category === 'top' ? ['upper'] : ['lower'];
}

/**
 * The likeliest garment of the photo. A dress if the person wears one and the photo reaches below the hips, or else the
 * larger garment above or below the waist.
 */
function mainGarment({ regions, raster, frame }: PersonAnalysis): Pick<WornGarment, 'possible' | 'certainty'> {
  const isCutOff = raster.height - frame.hipCentre.y < BELOW_HIPS_MIN * frame.torsoLength;
  if (regions.wearsDress)
    return isCutOff ? { possible: ['top'], certainty: CUT_OFF_CERTAINTY } : { possible: ['dress'], certainty: 1 };
  const [upper, lower] = [sumOf(regions.probability.upper.data), sumOf(regions.probability.lower.data)];
  const share = Math.max(upper, lower) / Math.max(1, upper + lower);
  return { possible: upper >= lower ? ['top'] : BOTTOMS, certainty: share < MAIN_MIN ? share : 1 };
}

/** False for a garment that may be a dress or a coat. The region net recognises dresses only on people with a head. */
function endsAtHips({ regions, frame }: PersonAnalysis): boolean {
  const { width, height, scale } = regions;
  const { data } = regions.probability.upper;
  const end = Math.min(height, Math.round((frame.hipCentre.y + TOP_REACH * frame.torsoLength) / scale));
  return sumOf(data.subarray(end * width)) <= BELOW_REACH_MAX * sumOf(data);
}

/**
 * Alpha of the largest connected piece of a garment on its wearer, 0 to 1 a pixel, with hardened edges. It suffices
 * that no other region is likelier, because a dark hem may have three about equally likely ones.
 */
export function garmentAlpha({ raster, matte, regions }: PersonAnalysis, category: NetCategory): Float32Array {
  const wanted = regionsOf(category);
  const { width, height, probability } = regions;
  const lead = planeOf(width * height, (i) => {
    let [sum, rival] = [0, 0];
    for (const region of REGIONS)
      if (wanted.includes(region)) sum += probability[region].data[i];
      else rival = Math.max(rival, probability[region].data[i]);
    return (1 + sum - rival) / 2;
  });
  const full = resizeValues(lead, width, height, raster.width, raster.height);
  const smooth = blur(full, raster.width, raster.height, EDGE_SMOOTH * raster.height);
  const alpha = smooth.map((value, i) => clamp((value - 0.5) * 5 + 0.5) * matte.data[i]);
  const garment = largestPart(maskAbove(alpha, 0.3), raster.width, raster.height);
  return alpha.map((value, i) => value * garment[i]);
}
