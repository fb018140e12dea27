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

/** Shares of a matte below which a pixel is surely ground, and above which it is surely product. */
const GROUND_MAX = 0.06;
const PRODUCT_MIN = 0.94;
/**
 * Distances from the colour of the ground that may bound it, in byte steps, and the least of them in times of its
 * noise.
 */
const BOUNDS = [2.4, 3.2, 4.2, 5.5, 7, 10, 14, 20, 28, 40, 56] as const;
const NOISES_MIN = 1.3;
/**
 * The guided filter that draws a matte to the edges of its photo: radius in pixels of the matte, variance of colours
 * that counts as flat.
 */
const GUIDE_RADIUS = 1.5;
const GUIDE_VARIANCE = 1e-3;
/** Parts smaller than this share of the largest are dust. */
const PART_SHARE_MIN = 0.2;
/** Half the width of the widest wire or cord, in pixels: straps are wider. */
const WIRE_PIXELS = 3;
/** How smooth an outline is, in pixels: points are found at its corners. */
const SMOOTH_PIXELS = 2;
/**
 * Change along an outline without an edge, in byte steps, and the factor above which an outline is clear (measured:
 * noise 1.0, products 1.17).
 */
const CONTRAST_MIN = 5;
const CLEAR_RATIOS = [1, 1.15] as const;
/** How much clear edges count, and how much a short outline: set on 58 product photos. */
const CONTRAST_POWER = 0.62;
const ROUGHNESS_POWER = 1.2;

/** The outline of a product. */
export interface Outline {
  /** 1 on the product, 0 off it. */
  readonly silhouette: Uint8Array<ArrayBuffer>;
  /** The ground, where the outline follows from its colour; null where it is too uneven for that. */
  readonly ground: Background | null;
  /**
   * 0 where the picture changes no more along the outline than elsewhere, as in one that shows nothing; 1 where it
   * clearly does.
   */
  readonly clearness: number;
}

type Suggestion = Omit<Outline, 'clearness'>;

/**
 * The outline along the clearest edges where a matte is in doubt. The colour of the ground suggests outlines, one for
 * each bound on the distance from it; the guided filter suggests one that needs no even ground. `fineness` is the
 * number of pixels that the matte has on its longer side.
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

/** What the guided filter makes of a matte. */
function alongEdges(photo: Raster, { data }: Plane, fineness: number): Uint8Array<ArrayBuffer> {
  const radius = Math.max(2, Math.round((GUIDE_RADIUS * Math.max(photo.width, photo.height)) / fineness));
  const fine = guidedFilter(photo, radius, GUIDE_VARIANCE)(data);
  return maskOf(data.length, (i) => data[i] > PRODUCT_MIN || (data[i] > GROUND_MAX && fine[i] > 0.5));
}

/**
 * All that cannot be reached over pixels in doubt of the ground's colour, from what is surely ground or rather that and
 * of its colour. `distance` is that of each pixel's colour from the ground's, smoothed.
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

/** The largest part and those that are not dust beside it, without wires and cords, its outline smooth. */
function mainParts(mask: Uint8Array<ArrayBuffer>, { width, height }: Raster): Uint8Array<ArrayBuffer> {
  const solid = open(mask, width, height, WIRE_PIXELS);
  const parts = findComponents(solid, width, height);
  const least = (parts.sizes[largestComponent(parts)] ?? 0) * PART_SHARE_MIN;
  const main = planeOf(solid.length, (i) => (solid[i] === 1 && parts.sizes[parts.labels[i]] >= least ? 1 : 0));
  const smooth = blur(main, width, height, SMOOTH_PIXELS);
  return maskOf(smooth.length, (i) => smooth[i] > 0.5);
}
