import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { blur, boxFilter } from '../../../pixels/filters.ts';
import { smoothstep } from '../../../pixels/geometry.ts';
import { guidedFilter } from '../../../pixels/guided-filter.ts';
import { inverted, maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { type Background, fitBackground } from './background.ts';
import { spreadFrom } from './cut-edge.ts';
import { meanContrast, outlineEdges, smoothChannels } from './edges.ts';
import { open } from './solid-part.ts';

/** Matte below which a pixel is certainly background, and above which it is certainly product. */
const GROUND_MAX = 0.06;
const PRODUCT_MIN = 0.94;
/** Candidate distances from the background's colour, in byte steps, and their least multiple of its noise. */
const BOUNDS = [2.4, 3.2, 4.2, 5.5, 7, 10, 14, 20, 28, 40, 56] as const;
const NOISES_MIN = 1.3;
/**
 * The guided filter that aligns a matte with the edges of its photo. Radius in pixels of the matte, and variance of
 * colours that counts as flat.
 */
const GUIDE_RADIUS = 1.5;
const GUIDE_VARIANCE = 1e-3;
/** Parts smaller than this share of the largest are dust. */
const PART_SHARE_MIN = 0.2;
/** Half the width of the widest wire or cord, in pixels: straps are wider. */
const WIRE_PIXELS = 3;
/** Radius in pixels of the smoothing of an outline, because landmarks are found at its corners. */
const SMOOTH_PIXELS = 2;
/**
 * Change along an outline without an edge, in byte steps, and the factor of a clear outline (measured: noise 1.0,
 * products 1.17).
 */
const CONTRAST_MIN = 5;
const CLEAR_RATIOS = [1, 1.15] as const;
/** Weights of clear edges and of a short outline, fitted to 58 product photos. */
const CONTRAST_POWER = 0.62;
const ROUGHNESS_POWER = 1.2;

/** The outline of a product. */
export interface Outline {
  /** 1 on the product, 0 off it. */
  readonly silhouette: Uint8Array<ArrayBuffer>;
  /** The background if its colour gives the outline; null if it is too uneven. */
  readonly ground: Background | null;
  /**
   * 0 if the picture changes no more along the outline than elsewhere, as in an empty picture; 1 if it clearly does.
   */
  readonly clearness: number;
}

type Suggestion = Omit<Outline, 'clearness'>;

/**
 * The outline along the clearest edges in the uncertain part of a matte. Candidates follow from each distance to the
 * background's colour, and one from the guided filter, which needs no even background. `fineness` is the number of
 * matte pixels on its longer side.
 */
export function clearestOutline(photo: Raster, matte: Plane, fineness: number): Outline {
  const ground = fitBackground(photo);
  const distance = boxFilter(ground.distance, photo.width, photo.height, 1);
  const channels = smoothChannels(photo);
  const suggested: Suggestion[] = [
    { silhouette: alongEdges(photo, matte, fineness), ground: null },
    ...BOUNDS.filter((bound) => bound >= NOISES_MIN * ground.noise).map((bound) => ({
      silhouette: unlikeGround(matte, distance, bound),
      ground,
    })),
  ].map((outline) => ({ ...outline, silhouette: mainParts(outline.silhouette, photo) }));
  const edges = suggested.map(({ silhouette }) => outlineEdges(inverted(silhouette), channels, photo));
  const scores = edges.map(
    ({ contrast, roughness }) => contrast ** CONTRAST_POWER / Math.max(1, roughness) ** ROUGHNESS_POWER,
  );
  const best = scores.indexOf(Math.max(...scores));
  const elsewhere = meanContrast(channels, photo);
  const { contrast } = edges[best];
  return {
    ...suggested[best],
    clearness: contrast < CONTRAST_MIN ? 0 : smoothstep(...CLEAR_RATIOS, contrast / elsewhere),
  };
}

/** The matte after the guided filter. */
function alongEdges(photo: Raster, { data }: Plane, fineness: number): Uint8Array<ArrayBuffer> {
  const radius = Math.max(2, Math.round((GUIDE_RADIUS * Math.max(photo.width, photo.height)) / fineness));
  const fine = guidedFilter(photo, radius, GUIDE_VARIANCE)(data);
  return maskOf(data.length, (i) => data[i] > PRODUCT_MIN || (data[i] > GROUND_MAX && fine[i] > 0.5));
}

/**
 * The area that is not connected to certain or likely background over uncertain pixels of its colour. `distance` is the
 * smoothed distance of each pixel's colour from the background's.
 */
function unlikeGround({ width, height, data }: Plane, distance: Float32Array, bound: number): Uint8Array<ArrayBuffer> {
  const reached = spreadFrom(
    width,
    height,
    (i) => data[i] < GROUND_MAX || (data[i] < 0.5 && distance[i] < bound),
    (i) => data[i] <= PRODUCT_MIN && distance[i] < bound,
  );
  return maskOf(data.length, (i) => reached[i] < 0);
}

/** The largest part and other parts above dust, without wires and cords, with a smooth outline. */
function mainParts(mask: Uint8Array<ArrayBuffer>, { width, height }: Raster): Uint8Array<ArrayBuffer> {
  const solid = open(mask, width, height, WIRE_PIXELS);
  const parts = findComponents(solid, width, height);
  const least = (parts.sizes[largestComponent(parts)] ?? 0) * PART_SHARE_MIN;
  const main = planeOf(solid.length, (i) => (solid[i] === 1 && parts.sizes[parts.labels[i]] >= least ? 1 : 0));
  const smooth = blur(main, width, height, SMOOTH_PIXELS);
  return maskOf(smooth.length, (i) => smooth[i] > 0.5);
}
