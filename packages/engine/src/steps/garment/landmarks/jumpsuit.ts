import { type NetCategory, TROUSERS_LANDMARKS } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { findComponents } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane, Size } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import type { SleeveShares } from '../kind/garment-kind.ts';
import { runsOf } from '../kind/runs.ts';
import { findTwoLegs, type TwoLegs, widestOf } from '../kind/two-legs.ts';
import { type GarmentShape, guessLandmarks, placeLandmarks } from './landmarks.ts';

/** Length of the top below the waist, as a share of its height above. It lies under the waistband. */
const UNDER_WAIST = 0.1;

/** A jumpsuit as a top and trousers sewn together. */
export interface Jumpsuit {
  /** The part above the waist and UNDER_WAIST below it. */
  readonly cutOut: GarmentCutOut;
  /** Points of a top that ends at the end of `cutOut`, and points of trousers. */
  readonly shape: GarmentShape;
  /** Share of each pixel that belongs to the trousers, 0 to 1. */
  readonly legs: Plane;
}

/**
 * Parts a jumpsuit at its waist, and finds the points of both parts. Null for a garment without two legs below a trunk.
 */
export async function partJumpsuit(garment: GarmentCutOut, net: Net, usual: SleeveShares): Promise<Jumpsuit | null> {
  const { silhouette, alpha } = garment;
  const { width, height } = alpha;
  const found = findTwoLegs(silhouette, alpha);
  if (!found) return null;
  const trousers = belowWaist(silhouette, alpha, found);
  const begins = Math.floor(silhouette.findIndex((value) => value > 0) / width);
  const end = Math.round(found.waist + UNDER_WAIST * (found.waist - begins));
  const isTop = (i: number) => !trousers[i] || i < end * width;
  const upper = maskOf(silhouette.length, (i) => silhouette[i] > 0 && isTop(i));
  const shapeOf = async (part: Uint8Array, category: NetCategory) => {
    const cutOut = { ...garment, silhouette: part };
    return placeLandmarks(await guessLandmarks(cutOut, net), cutOut, category, usual);
  };
  const [above, below] = [await shapeOf(upper, 'top'), await shapeOf(trousers, 'trousers')];
  const landmarks = { ...above.landmarks };
  for (const name of TROUSERS_LANDMARKS) landmarks[name] = below.landmarks[name];
  return {
    cutOut: {
      ...garment,
      silhouette: upper,
      alpha: { width, height, data: planeOf(silhouette.length, (i) => (isTop(i) ? alpha.data[i] : 0)) },
    },
    shape: { ...above, landmarks, isFolded: above.isFolded || below.isFolded },
    legs: { width, height, data: legsOf(silhouette, trousers, alpha) },
  };
}

/** Greatest distance of the legs' soft edge, and of piping outside the silhouette, from the silhouette, in pixels. */
const BEYOND = 12;

/** 1 for cloth and its soft edge nearer to the trousers than to any other part, 0 elsewhere. */
function legsOf(silhouette: Uint8Array, trousers: Uint8Array, { width, height }: Size): Float32Array {
  const others = maskOf(silhouette.length, (i) => silhouette[i] > 0 && !trousers[i]);
  const [toTrousers, toOther] = [trousers, others].map((part) => distanceTo(part, width, height, BEYOND));
  return planeOf(silhouette.length, (i) => (toTrousers[i] <= BEYOND && toTrousers[i] <= toOther[i] ? 1 : 0));
}

/** The cloth below the waist that is connected with the legs, without a sleeve that hangs beside them. */
function belowWaist(silhouette: Uint8Array, { width, height }: Size, { waist, crotch }: TwoLegs): Uint8Array {
  const below = maskOf(silhouette.length, (i) => silhouette[i] > 0 && i >= waist * width);
  const { labels } = findComponents(below, width, height);
  const [hips] = widestOf(runsOf(below, width, crotch - 1));
  const trousers = labels[(crotch - 1) * width + hips];
  return maskOf(silhouette.length, (i) => trousers > 0 && labels[i] === trousers);
}
