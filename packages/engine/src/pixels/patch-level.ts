import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { type Box, boxAbove, grownWithin } from './crop.ts';
import { distanceTo } from './distance.ts';
import { pushPull } from './push-pull.ts';
import type { Size } from './raster.ts';

/** Half the side of a patch: 7 × 7 pixels. */
export const RADIUS = 3;
/**
 * By how much less each pixel farther into the hole counts, and the least it counts: what is near the edge is surer.
 */
const CERTAINTY_LOSS = 0.93;
const CERTAINTY_MIN = 0.3;
/** Pixels from which on it does. */
const CERTAINTY_REACH = Math.log(CERTAINTY_MIN) / Math.log(CERTAINTY_LOSS);
/** How far around the hole patches are looked for, as a share of its larger side. */
const REACH = 0.9;

/** A picture of three values a pixel with a hole in it. */
export interface Holed extends Size {
  readonly colours: Float32Array;
  /** 1 where colours are wanted. */
  readonly hole: Uint8Array;
  /** 1 where colours may be taken from; nothing of the hole. */
  readonly source: Uint8Array;
}

/** The part of a picture around its hole at some scale, and what is found for each pixel of the hole. */
export interface PatchLevel extends Size {
  readonly colours: Float32Array<ArrayBuffer>;
  readonly hole: Uint8Array;
  /** 1 where the colours are those of the picture. */
  readonly known: Uint8Array;
  /** 1 where a whole patch can be taken from. */
  readonly centre: Uint8Array;
  /** Pixels to fill. */
  readonly pixels: Int32Array;
  /** For each pixel to fill the pixel whose patch stands for it. */
  readonly match: Int32Array;
  /** How sure the colour of each pixel is, 0 to 1. */
  readonly certainty: Float32Array<ArrayBuffer>;
  /** How far each patch to fill is from its match. */
  readonly cost: Float32Array;
}

/**
 * The part of a picture in which patches for its hole are looked for: the box of the hole, grown by a share of its
 * longer side.
 */
export function boxAround({ hole: data, width, height }: Holed): Box {
  const hole = boxAbove({ width, height, data }, 0, 0, 0);
  const margin = Math.round((Math.max(hole.width, hole.height) - 1) * REACH) + 4 * RADIUS;
  return grownWithin(hole, { width, height }, margin);
}

/** The box of the picture, `scale` times smaller: means of what may be taken, smooth where nothing may. */
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
  const centre = new Uint8Array(size);
  const pixels: number[] = [];
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    centre[i] = isWhole(known, i, width, height) ? 1 : 0;
    if (wanted[i]) pixels.push(i);
  }
  const filled = pushPull(small, known, width, height);
  for (let i = 0; i < size; i++) if (!known[i]) for (let c = 0; c < 3; c++) small[i * 3 + c] = filled[i * 3 + c];
  return {
    width,
    height,
    colours: small,
    hole: wanted,
    known,
    centre,
    pixels: Int32Array.from(pixels),
    match: new Int32Array(size).fill(-1),
    certainty: certaintyOf(known, wanted, width, height),
    cost: new Float32Array(size),
  };
}

/**
 * 1 for what is known, less and less into the hole; 0 for what is neither: nothing of the picture is ever there, and a
 * smooth fill would draw smooth patches beside it.
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
