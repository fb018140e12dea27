import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { blur, boxFilter } from '../../../pixels/filters.ts';
import { smoothstep } from '../../../pixels/geometry.ts';
import { guidedFilter } from '../../../pixels/guided-filter.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { type Background, fitBackground } from './background.ts';
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
/** Contrast of a pixel of an outline counts up to so many byte steps. */
const CONTRAST_MAX = 60;
/**
 * Change along an outline that is none, in byte steps, and the times of that elsewhere from which it is clear
 * (measured: noise 1.0, products 1.17).
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
  const channels = smoothChannels(photo);
  const suggested: Suggestion[] = [
    { silhouette: alongEdges(photo, matte, fineness), ground: null },
    ...BOUNDS.filter((bound) => bound >= NOISES_MIN * ground.noise).map((bound) => ({
      silhouette: unlikeGround(matte, ground, bound),
      ground,
    })),
  ].map((outline) => ({ ...outline, silhouette: mainParts(outline.silhouette, photo) }));
  const edges = suggested.map(({ silhouette }) => edgesOf(silhouette, channels, photo));
  const scores = edges.map(
    ({ contrast, roughness }) => contrast ** CONTRAST_POWER / Math.max(1, roughness) ** ROUGHNESS_POWER,
  );
  const best = scores.indexOf(Math.max(...scores));
  const elsewhere = meanStep(channels, photo);
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
 * of its colour.
 */
function unlikeGround({ width, height, data }: Plane, ground: Background, bound: number): Uint8Array<ArrayBuffer> {
  const distance = boxFilter(ground.distance, width, height, 1);
  const silhouette = new Uint8Array(data.length).fill(1);
  const queue = new Int32Array(data.length);
  let end = 0;
  const reach = (i: number) => {
    silhouette[i] = 0;
    queue[end++] = i;
  };
  for (let i = 0; i < data.length; i++) if (data[i] < GROUND_MAX || (data[i] < 0.5 && distance[i] < bound)) reach(i);
  const visit = (i: number) => {
    if (silhouette[i] && data[i] <= PRODUCT_MIN && distance[i] < bound) reach(i);
  };
  for (let next = 0; next < end; next++) {
    const i = queue[next];
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < data.length) visit(i + width);
  }
  return silhouette;
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

/**
 * How much a picture changes along an outline, in byte steps, and how long that is in units of the root of what it
 * encloses.
 */
function edgesOf(silhouette: Uint8Array, channels: readonly Float32Array[], { width, height }: Raster) {
  let [sum, length, area] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!silhouette[i]) continue;
      area++;
      if (silhouette[i - 1] && silhouette[i + 1] && silhouette[i - width] && silhouette[i + width]) continue;
      length++;
      sum += stepAt(channels, i, width);
    }
  return { contrast: sum / Math.max(1, length), roughness: length / Math.sqrt(Math.max(1, area)) };
}

/** How much a picture changes at its pixels, on average of one in each square of four by four. */
function meanStep(channels: readonly Float32Array[], { width, height }: Raster): number {
  let [sum, count] = [0, 0];
  for (let y = 1; y < height - 1; y += 4)
    for (let x = 1; x < width - 1; x += 4) {
      sum += stepAt(channels, y * width + x, width);
      count++;
    }
  return sum / Math.max(1, count);
}

/** How much the picture changes across a pixel, to both sides and up and down, sum of the channels, up to a bound. */
function stepAt(channels: readonly Float32Array[], i: number, width: number): number {
  let step = 0;
  for (const channel of channels)
    step += Math.abs(channel[i + 1] - channel[i - 1]) + Math.abs(channel[i + width] - channel[i - width]);
  return Math.min(CONTRAST_MAX, step);
}

/** The three channels without their finest noise. */
const smoothChannels = ({ width, height, data }: Raster) =>
  [0, 1, 2].map((c) =>
    boxFilter(
      planeOf(width * height, (i) => data[i * 3 + c]),
      width,
      height,
      1,
    ),
  );
