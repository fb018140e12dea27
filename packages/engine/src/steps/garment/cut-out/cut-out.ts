import { boxAbove } from '../../../pixels/crop.ts';
import { maskAbove, sumOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import type { Background } from './background.ts';
import { carryColours, distancesOf, EDGE_PIXELS, matteKnownBackground, softOutline } from './cut-edge.ts';

/** A photo of a garment and its outline. */
export interface Silhouetted {
  readonly raster: Raster;
  /** 1 on the garment, 0 off it. */
  readonly silhouette: Uint8Array;
}

/** A garment without its background. The garment's colours extend over its edge, so that no background shows. */
export interface GarmentCutOut extends Silhouetted {
  /** 0 to 1. */
  readonly alpha: Plane;
  /** Confidence of the outline, 0 to 1. */
  readonly confidence: number;
}

/**
 * A cut-out along the outline of a silhouette (1 inside, 0 outside). The colour of an even `background` gives the share
 * of cloth in each pixel of the edge. `confidence` is that of the outline, 0 to 1.
 */
export function cutOutAlong(
  raster: Raster,
  silhouette: Uint8Array,
  confidence: number,
  background?: Background,
): GarmentCutOut {
  const { width, height } = raster;
  const distances = distancesOf(silhouette, raster);
  const data = softOutline(raster, distances);
  if (background?.isEven) matteKnownBackground(raster, background, data, distances);
  return { raster: carryColours(raster, distances, data), alpha: { width, height, data }, silhouette, confidence };
}

/** Greatest share of its box that a garment fills. A greater share is a photo with transparent corners or edges. */
const BOX_FILLED_MAX = 0.97;

/** True if the transparency of a file removes the background of its product, not just the corners of a photo. */
export function isCutOutAlready(given: Float32Array, { width, height }: Raster): boolean {
  const box = boxAbove({ width, height, data: given }, 0.5);
  return sumOf(maskAbove(given, 0.5)) <= BOX_FILLED_MAX * box.width * box.height;
}

/** Least share of the picture that a cut-out covers; less is a speck or nothing. */
const GIVEN_MIN = 0.002;

/** A cut-out by the transparency of the file, without the soft shadow that such files often hold. */
export function cutOutByAlpha(raster: Raster, given: Float32Array): GarmentCutOut {
  const { width, height } = raster;
  const silhouette = maskAbove(given, 0.5);
  const confidence = sumOf(silhouette) < GIVEN_MIN * given.length ? 0 : 1;
  const distances = distancesOf(silhouette, raster);
  const data = given.map((value, i) => (distances.outside[i] <= EDGE_PIXELS ? value : 0));
  return { raster: carryColours(raster, distances, data), alpha: { width, height, data }, silhouette, confidence };
}
