import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { boxAbove } from '../../../pixels/crop.ts';
import { blur, boxFilter } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { inverted, maskOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { type Background, byHue, fitBackground } from './background.ts';
import { carryColours, distancesOf, EDGE_PIXELS, matteKnownBackground, softOutline } from './cut-edge.ts';
import { floodBackground, rateThresholds, weakShare } from './flood.ts';
import { hasGroundLines } from './ground-lines.ts';
import { withoutHanger } from './hanger.ts';
import { withoutRail } from './rail.ts';
import { peelShadow } from './shadow.ts';
import { open } from './solid-part.ts';
import { fillStripeBays } from './stripe-bays.ts';

/** A garment without its background. */
export interface GarmentCutOut {
  /** The photo with the garment's colours extended over its edge, so that no background shows. */
  readonly raster: Raster;
  /** 0 to 1. */
  readonly alpha: Plane;
  /** 1 on the garment, 0 off it. */
  readonly silhouette: Uint8Array<ArrayBuffer>;
  /** Confidence of the outline, 0 to 1. */
  readonly confidence: number;
}

/** Holes smaller than this share of the picture are cloth of the background's colour. */
const HOLE_SHARE_MIN = 0.002;
/** Contrast along the edge of a hole, in byte steps, below which it is cloth too. */
const HOLE_CONTRAST_MIN = 24;
/** Smaller parts are dust, as a share of the largest. */
const PART_SHARE_MIN = 0.08;
/** Ignored share of an outline that follows no edge, and the further share that excludes a threshold. */
const WEAK_SHARE = 0.15;
const WEAK_RANGE = 0.47;
/** Further share that takes all confidence, and the least confidence. */
const WEAK_DOUBT = 0.35;
const WEAK_TRUST_MIN = 0.4;
/** Factor of the confidence if lines of the background touch the garment, because the background is uneven. */
const LINES_TRUST = 0.8;
/** Least area of a garment by hue, as a share of its area by colour. Much less is only its tinted part. */
const HUE_AREA_MIN = 0.6;

/** Cuts a garment out of a product photo with an even background. Null if nothing differs from it. */
export function cutOutGarment(raster: Raster): GarmentCutOut | null {
  const fitted = fitBackground(raster);
  const outlined = clearestOutline(raster, fitted);
  if (!outlined) return null;
  const silhouette = cleanSilhouette(raster, outlined);
  const onLines = hasGroundLines(silhouette, fitted.distance, raster) ? LINES_TRUST : 1;
  return finishCutOut(raster, fitted, silhouette, onLines * confidenceOf(fitted, outlined.weak, silhouette, raster));
}

/** The area outside a garment, including its shadows. */
interface Outlined {
  readonly outside: Uint8Array<ArrayBuffer>;
  /** The background that it differs from. */
  readonly background: Background;
  /**
   * The same distance as in `background`, slightly smoothed, and the threshold above which a pixel is not background.
   */
  readonly distance: Float32Array;
  readonly threshold: number;
  /** Share of the outline that follows no edge. */
  readonly weak: number;
}

/** The outline by colour, or the one by hue if its edges are clearer: paper is lit unevenly but has one hue. */
function clearestOutline(raster: Raster, fitted: Background): Outlined | null {
  const outlined = bestOutline(raster, fitted);
  if (!outlined || outlined.weak <= WEAK_SHARE) return outlined;
  const inHue = bestOutline(raster, byHue(raster, fitted));
  return inHue && inHue.weak < outlined.weak && areaOf(inHue) > HUE_AREA_MIN * areaOf(outlined) ? inHue : outlined;
}

const areaOf = ({ outside }: Outlined) => outside.reduce((sum, value) => sum + 1 - value, 0);

/**
 * The best outline along edges, judged after its shadows are removed. That corrects an outline along a shadow, but not
 * one along the shine of white paper.
 */
function bestOutline(raster: Raster, background: Background): Outlined | null {
  const { width, height } = raster;
  const distance = boxFilter(background.distance, width, height, 1);
  let best: Outlined | null = null;
  let bestScore = 0;
  for (const { threshold, score } of rateThresholds(distance, raster, background.noise)) {
    if (score <= bestScore) break;
    const outside = peelShadow(raster, background, floodBackground(distance, width, height, threshold));
    const weak = weakShare(outside, raster);
    const worth = score * (1 - clamp((weak - WEAK_SHARE) / WEAK_RANGE, 0, 0.999));
    if (worth <= bestScore) continue;
    best = { outside, background, distance, threshold, weak };
    bestScore = worth;
  }
  return best;
}

/**
 * A cut-out along the outline of a silhouette (1 inside, 0 outside), as soft as the edges of the photo. `confidence` is
 * that of the outline, 0 to 1.
 */
export function cutOutAlong(raster: Raster, silhouette: Uint8Array<ArrayBuffer>, confidence: number): GarmentCutOut {
  const { width, height } = raster;
  const distances = distancesOf(silhouette, raster);
  const alpha = { width, height, data: softOutline(raster, silhouette, distances) };
  return { raster: carryColours(raster, distances, alpha.data), alpha, silhouette, confidence };
}

/** Greatest share of its box that a garment fills. A greater share is a photo with transparent corners or edges. */
const BOX_FILLED_MAX = 0.97;

/** True if the transparency of a file removes the background of its product, not just the corners of a photo. */
export function isCutOutAlready(given: Float32Array, { width, height }: Raster): boolean {
  const box = boxAbove({ width, height, data: given }, 0.5, 0, 0);
  return coveredBy(given) <= BOX_FILLED_MAX * box.width * box.height;
}

/** Number of pixels with more than half opacity. */
const coveredBy = (given: Float32Array) => given.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0);

/** Least share of the picture that a cut-out covers; less is a speck or nothing. */
const GIVEN_MIN = 0.002;

/** A cut-out by the transparency of the file, without the soft shadow that such files often hold. */
export function cutOutByAlpha(raster: Raster, given: Float32Array<ArrayBuffer>): GarmentCutOut {
  const { width, height } = raster;
  const silhouette = maskOf(given.length, (i) => given[i] > 0.5);
  const confidence = coveredBy(given) < GIVEN_MIN * given.length ? 0 : 1;
  const distances = distancesOf(silhouette, raster);
  const data = given.map((value, i) => (distances.outside[i] <= EDGE_PIXELS ? value : 0));
  return { raster: carryColours(raster, distances, data), alpha: { width, height, data }, silhouette, confidence };
}

/** Opens holes, smooths the outline, and drops separate small parts. */
function cleanSilhouette(raster: Raster, outlined: Outlined): Uint8Array<ArrayBuffer> {
  const { width, height } = raster;
  const silhouette = inverted(outlined.outside);
  openHoles(raster, outlined, silhouette);
  const opened = open(silhouette, width, height, 2);
  const parts = findComponents(opened, width, height);
  const largest = parts.sizes[largestComponent(parts)] ?? 0;
  for (let i = 0; i < opened.length; i++)
    if (opened[i] && parts.sizes[parts.labels[i]] < largest * PART_SHARE_MIN) opened[i] = 0;
  const whole = withoutHanger(raster, fillStripeBays(withoutRail(opened, width, height), width, height));
  const smooth = blur(Float32Array.from(whole), width, height, 2);
  return maskOf(smooth.length, (i) => smooth[i] > 0.5);
}

/**
 * Opens gaps that show the background, as between sleeve and body: large, of its colour, and with an edge around them.
 */
function openHoles(
  { width, height, data }: Raster,
  { background: { noise, distance: raw }, distance, threshold }: Outlined,
  silhouette: Uint8Array,
): void {
  const like = maskOf(silhouette.length, (i) => silhouette[i] === 1 && distance[i] < threshold * 0.6);
  const { labels, sizes } = findComponents(like, width, height);
  const difference = new Float64Array(sizes.length);
  const contrast = new Float64Array(sizes.length);
  const edges = new Float64Array(sizes.length);
  for (let y = 4; y < height - 4; y++) {
    for (let x = 4; x < width - 4; x++) {
      const i = y * width + x;
      const label = labels[i];
      if (!label) continue;
      difference[label] += raw[i];
      for (const step of [1, -1, width, -width]) {
        if (like[i + step]) continue;
        let sum = 0;
        for (let c = 0; c < 3; c++) sum += Math.abs(data[(i + 4 * step) * 3 + c] - data[(i - 2 * step) * 3 + c]);
        contrast[label] += Math.min(sum, 90);
        edges[label]++;
      }
    }
  }
  const isHole = sizes.map(
    (size, label) =>
      size > width * height * HOLE_SHARE_MIN &&
      difference[label] / size < 1.6 * noise &&
      contrast[label] / edges[label] > HOLE_CONTRAST_MIN,
  );
  for (let i = 0; i < silhouette.length; i++) if (labels[i] && isHole[labels[i]]) silhouette[i] = 0;
}

/** Softens the edges of a silhouette over a known background, and extends the colours of the product over them. */
export function finishCutOut(
  raster: Raster,
  background: Background,
  silhouette: Uint8Array<ArrayBuffer>,
  confidence: number,
): GarmentCutOut {
  const { width, height } = raster;
  const distances = distancesOf(silhouette, raster);
  const data = softOutline(raster, silhouette, distances);
  matteKnownBackground(raster, background, data, distances);
  return { raster: carryColours(raster, distances, data), alpha: { width, height, data }, silhouette, confidence };
}

/** High for a calm background and a garment off the border with a clear edge all around. */
function confidenceOf({ noise }: Background, weak: number, silhouette: Uint8Array, raster: Raster): number {
  const edgeTrust = clamp(1 - (weak - WEAK_SHARE) / WEAK_DOUBT, WEAK_TRUST_MIN);
  return clamp(1.15 - noise / 20) * borderTrust(silhouette, raster) * edgeTrust;
}

/** Low if much of the picture's border is garment: it is cropped, or not a garment. */
function borderTrust(silhouette: Uint8Array, { width, height }: Raster): number {
  let touching = 0;
  for (let x = 0; x < width; x++) touching += silhouette[x] + silhouette[(height - 1) * width + x];
  for (let y = 0; y < height; y++) touching += silhouette[y * width] + silhouette[y * width + width - 1];
  return clamp(1.1 - (touching / (2 * (width + height))) * 2);
}
