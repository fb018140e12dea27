import { checkpoint } from '../checkpoint.ts';
import { type Box, boxAbove, grownWithin } from './crop.ts';
import { distanceTo } from './distance.ts';
import { maskOf, pixelsWhere } from './planes.ts';
import { pushPull } from './push-pull.ts';
import type { Size } from './raster.ts';

/** Half the side of a patch: 7 × 7 pixels. */
export const RADIUS = 3;
/**
 * Factor of the certainty for each pixel farther into the hole, and the least certainty. Colours near the edge are more
 * certain.
 */
const CERTAINTY_LOSS = 0.93;
const CERTAINTY_MIN = 0.3;
/** Depth in pixels from which certainty stays at its least. */
const CERTAINTY_REACH = Math.log(CERTAINTY_MIN) / Math.log(CERTAINTY_LOSS);
/** Width of the search area around the hole, as a share of the hole's longer side. */
const REACH = 0.9;

/** A picture of three values a pixel with a hole in it. */
export interface Holed extends Size {
  readonly colours: Float32Array;
  /** 1 where colours are wanted. */
  readonly hole: Uint8Array;
  /** 1 where patches may take colours; 0 in the hole. */
  readonly source: Uint8Array;
}

/** The part of a picture around its hole at one scale, and the match of each pixel of the hole. */
export interface PatchLevel extends Size {
  readonly colours: Float32Array<ArrayBuffer>;
  readonly hole: Uint8Array;
  /** 1 where the picture has colours. */
  readonly known: Uint8Array;
  /** 1 at the centre of a whole patch of known colours. */
  readonly centre: Uint8Array;
  /** Pixels to fill. */
  readonly pixels: Int32Array;
  /** For each pixel to fill, the pixel that replaces it. */
  readonly match: Int32Array;
  /** Certainty of the colour of each pixel, 0 to 1. */
  readonly certainty: Float32Array<ArrayBuffer>;
  /** Difference between each patch to fill and its match. */
  readonly cost: Float32Array;
}

/** Visits the pixels around one, as far as the picture reaches; those of its patch, without another radius. */
export function visitAround(
  { width, height }: Size,
  at: number,
  visit: (pixel: number) => void,
  radius = RADIUS,
): void {
  const x = at % width;
  const y = (at - x) / width;
  for (let dy = Math.max(-radius, -y); dy <= radius && y + dy < height; dy++)
    for (let dx = Math.max(-radius, -x); dx <= radius && x + dx < width; dx++) visit(at + dy * width + dx);
}

/** The search area for a hole: its box, grown by a share of the longer side. */
export function boxAround({ hole: data, width, height }: Holed): Box {
  const hole = boxAbove({ width, height, data }, 0);
  const margin = Math.round((Math.max(hole.width, hole.height) - 1) * REACH) + 4 * RADIUS;
  return grownWithin(hole, { width, height }, margin);
}

/** The box of the picture, `scale` times smaller: means of the source pixels, filled smoothly elsewhere. */
export function levelOf(
  { colours, hole, source, width: stride }: Holed,
  { left, top, width: wide, height: high }: Box,
  scale: number,
): PatchLevel {
  const width = Math.max(1, Math.floor(wide / scale));
  const height = Math.max(1, Math.floor(high / scale));
  const size = width * height;
  const small = new Float32Array(size * 3);
  const known = new Uint8Array(size);
  const wanted = new Uint8Array(size);
  const counts = new Uint32Array(size);
  for (let y = 0; y < height * scale; y++) {
    checkpoint();
    const row = Math.floor(y / scale) * width;
    const from = (top + y) * stride + left;
    for (let x = 0; x < width * scale; x++) {
      const i = row + Math.floor(x / scale);
      if (hole[from + x]) wanted[i] = 1;
      if (!source[from + x]) continue;
      counts[i]++;
      for (let c = 0; c < 3; c++) small[i * 3 + c] += colours[(from + x) * 3 + c];
    }
  }
  for (let i = 0; i < size; i++) {
    known[i] = counts[i] === scale * scale ? 1 : 0;
    if (counts[i]) for (let c = 0; c < 3; c++) small[i * 3 + c] /= counts[i];
  }
  const centre = maskOf(size, (i) => isWhole(known, i, width, height));
  const filled = pushPull(small, known, width, height);
  for (let i = 0; i < size; i++) if (!known[i]) for (let c = 0; c < 3; c++) small[i * 3 + c] = filled[i * 3 + c];
  return {
    width,
    height,
    colours: small,
    hole: wanted,
    known,
    centre,
    pixels: Int32Array.from(pixelsWhere(size, (i) => wanted[i] === 1)),
    match: new Int32Array(size).fill(-1),
    certainty: certaintyOf(known, wanted, width, height),
    cost: new Float32Array(size),
  };
}

/**
 * 1 for known pixels, falling with the depth in the hole; 0 for pixels that are neither. A smooth fill of those would
 * otherwise spread.
 */
function certaintyOf(known: Uint8Array, wanted: Uint8Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const depth = distanceTo(known, width, height, CERTAINTY_REACH);
  for (let i = 0; i < depth.length; i++)
    depth[i] = known[i] || wanted[i] ? Math.max(CERTAINTY_MIN, CERTAINTY_LOSS ** depth[i]) : 0;
  return depth;
}

function isWhole(known: Uint8Array, i: number, width: number, height: number): boolean {
  const x = i % width;
  const y = (i - x) / width;
  if (x < RADIUS || y < RADIUS || x >= width - RADIUS || y >= height - RADIUS) return false;
  for (let dy = -RADIUS; dy <= RADIUS; dy++)
    for (let dx = -RADIUS; dx <= RADIUS; dx++) if (!known[i + dy * width + dx]) return false;
  return true;
}
