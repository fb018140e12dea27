import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { type Box, boxAbove, grownWithin } from './crop.ts';
import { exemplarFill, isWholePatch, RADIUS, type Unfinished } from './exemplar-fill.ts';
import { maskOf, sumOf } from './planes.ts';
import { pushPull } from './push-pull.ts';
import type { Point, Size } from './raster.ts';

/** Most pixels of the hole that exemplars fill; a larger hole is filled in a smaller picture. */
const SEARCHED_PIXELS = 3_500;
/** Width of the search area around the hole, as a share of the hole's longer side. */
const REACH = 0.9;
/** Distance over which the sources of neighbours fade into each other, in pixels of the searched picture; 1 to 1.5. */
const FADE = 1.5;
/** Share of the patches that fit better than the patch that judges a fill. A poor fill tears in a few places only. */
const FITTING_SHARE = 0.9;

/** A picture of three values a pixel with a hole in it. */
export interface Holed extends Size {
  readonly colours: Float32Array;
  /** 1 where colours are wanted. */
  readonly hole: Uint8Array;
  /** 1 where patches may take colours; 0 in the hole. */
  readonly source: Uint8Array;
}

/**
 * Fills a hole with patches from around it, so that texture and lines continue. Exemplars fill it in a small picture,
 * and their sources are copied at full size.
 *
 * Writes the colours of the hole into `filled`, which may be those of the picture. They are smooth where the source has
 * no whole patch. The same random numbers give the same colours. `far` weighs a pixel of distance across and down; more
 * weight down keeps floors down and skies up. Returns the misfit: the difference between the worst tenth of the patches
 * and their surroundings, in byte steps. It is 0 without patches.
 */
export function patchFill(
  picture: Holed,
  filled: Float32Array,
  random: () => number,
  far: Point = { x: 1, y: 1 },
): number {
  if (!picture.hole.includes(1)) return 0;
  const box = boxAround(picture);
  const shrink = Math.ceil(Math.sqrt(sumOf(picture.hole) / SEARCHED_PIXELS));
  // A narrow source may have no whole patch in the smallest picture.
  for (const scale of [shrink, Math.ceil(shrink / 2)]) {
    const small = smaller(picture, box, scale);
    if (!small.centre.includes(1)) continue;
    const { taken, misfits } = exemplarFill(small, far, random);
    paste(picture, box, small, taken, scale, filled);
    return misfits.sort((a, b) => a - b)[Math.floor(misfits.length * FITTING_SHARE)] ?? 0;
  }
  fillSmoothly(picture, filled);
  return 0;
}

/** The search area for a hole: its box, grown by a share of the longer side. */
function boxAround({ hole: data, width, height }: Holed): Box {
  const hole = boxAbove({ width, height, data }, 0);
  const margin = Math.round((Math.max(hole.width, hole.height) - 1) * REACH) + 4 * RADIUS;
  return grownWithin(hole, { width, height }, margin);
}

/** The box of the picture, `scale` times smaller: means of the source pixels, filled smoothly elsewhere. */
function smaller({ colours, hole, source, width: stride }: Holed, box: Box, scale: number): Unfinished {
  const width = Math.max(1, Math.floor(box.width / scale));
  const height = Math.max(1, Math.floor(box.height / scale));
  const size = width * height;
  const means = new Float32Array(size * 3);
  const wanted = new Uint8Array(size);
  const counts = new Uint32Array(size);
  for (let y = 0; y < height * scale; y++) {
    checkpoint();
    const row = Math.floor(y / scale) * width;
    const from = (box.top + y) * stride + box.left;
    for (let x = 0; x < width * scale; x++) {
      const i = row + Math.floor(x / scale);
      if (hole[from + x]) wanted[i] = 1;
      if (!source[from + x]) continue;
      counts[i]++;
      for (let c = 0; c < 3; c++) means[i * 3 + c] += colours[(from + x) * 3 + c];
    }
  }
  for (let k = 0; k < means.length; k++) means[k] /= counts[Math.floor(k / 3)] || 1;
  const known = maskOf(size, (i) => counts[i] === scale * scale);
  const filled = pushPull(means, known, width, height);
  const centre = maskOf(size, (i) => isWholePatch(known, i, { width, height }));
  return { width, height, colours: filled, hole: wanted, known, centre };
}

/** Fills a hole where the source holds no whole patch. */
function fillSmoothly({ colours, source, hole, width, height }: Holed, filled: Float32Array): void {
  const smooth = pushPull(colours, source, width, height);
  for (let i = 0; i < hole.length; i++) if (hole[i]) filled.set(smooth.subarray(i * 3, i * 3 + 3), i * 3);
}

/**
 * Copies the sources of a small picture at full size. Over the distance of {@link FADE} pixels of the small picture,
 * the sources of neighbours fade into each other. A pixel without a source takes the colour of the small picture.
 */
function paste(
  { colours, hole, source, width: stride }: Holed,
  { left, top }: Box,
  small: Unfinished,
  taken: Int32Array,
  scale: number,
  filled: Float32Array,
): void {
  const { width, height } = small;
  const sum = new Float64Array(3);
  const nearness = (place: number, cell: number) => (1 - Math.abs((place + 0.5) / scale - 0.5 - cell) / FADE) ** 2;
  for (let i = 0; i < hole.length; i++) {
    checkpointAt(i);
    if (!hole[i]) continue;
    const x = (i % stride) - left;
    const y = Math.floor(i / stride) - top;
    const column = Math.min(width - 1, Math.floor(x / scale));
    const row = Math.min(height - 1, Math.floor(y / scale));
    let total = 0;
    sum.fill(0);
    for (let v = Math.max(0, row - 1); v <= Math.min(height - 1, row + 1); v++)
      for (let u = Math.max(0, column - 1); u <= Math.min(width - 1, column + 1); u++) {
        const origin = taken[v * width + u];
        if (origin < 0) continue;
        const right = ((origin % width) - u) * scale;
        const down = (Math.floor(origin / width) - v) * scale;
        const from = i + down * stride + right;
        const across = (i % stride) + right;
        if (across < 0 || across >= stride || !source[from]) continue;
        const weight = nearness(x, u) * nearness(y, v);
        total += weight;
        for (let c = 0; c < 3; c++) sum[c] += weight * colours[from * 3 + c];
      }
    for (let c = 0; c < 3; c++)
      filled[i * 3 + c] = total > 0 ? sum[c] / total : small.colours[(row * width + column) * 3 + c];
  }
}
