import { checkpoint, checkpointAt } from '../checkpoint.ts';
import type { Box } from './crop.ts';
import { exemplarFill } from './exemplar-fill.ts';
import { boxAround, type Holed, levelOf, type PatchLevel, RADIUS, visitAround } from './patch-level.ts';
import { pixelsWhere, sumOf } from './planes.ts';
import { pushPull } from './push-pull.ts';
import type { Point } from './raster.ts';

/** Pixels of the hole at the finest searched level; a larger hole is searched in a smaller picture. */
const SEARCHED_PIXELS = 14_000;
/** Pixels of the hole at the coarsest level, which exemplars fill. Enough to distinguish bricks and slats. */
const EXEMPLAR_PIXELS = 3_500;
/** Passes of search before the votes of a level. */
const PASSES = 2;
/** Pixels between two checks for cancellation: some hundredths of a second. */
const PIXELS_BETWEEN_CHECKS = 1_000;
/** Share of the matches that are at least as good as the reference match (Wexler et al., section 3.2). */
const GOOD_SHARE = 0.75;
/** Share of the patches that fit better than the patch that judges a fill. A poor fill tears in a few places only. */
const FITTING_SHARE = 0.9;
/**
 * Cost of a patch as far away as the picture is wide, added to the squared differences of its bytes. Near patches are
 * likelier right.
 */
const PLACE_WEIGHT = 30_000;

/** A picture whose hole was filled. */
export interface Filled {
  readonly colours: Float32Array<ArrayBuffer>;
  /**
   * Difference between the worst tenth of the hole's patches and their matches, in byte steps a pixel; 0 without
   * matches.
   */
  misfit(): number;
}

/**
 * Fills a hole with patches from around it, so that texture and lines continue. Exemplars fill a small picture. For a
 * larger one PatchMatch (Barnes et al. 2009) refines their result with the votes of Wexler, Shechtman & Irani (2007).
 *
 * Returns a copy of the colours with the hole filled, smoothly where the source has no whole patch. The same random
 * numbers give the same picture. `far` weighs a pixel of distance across and down; more weight down keeps floors down
 * and skies up.
 */
export function patchFill(picture: Holed, random: () => number, far: Point = { x: 1, y: 1 }): Filled {
  const colours = picture.colours.slice();
  if (!picture.hole.includes(1)) return { colours, misfit: () => 0 };
  const box = boxAround(picture);
  const pixels = sumOf(picture.hole);
  const shrink = Math.max(1, Math.ceil(Math.sqrt(pixels / SEARCHED_PIXELS)));
  let coarser: PatchLevel | null = null;
  for (let level = Math.max(0, Math.ceil(Math.log2(pixels / shrink ** 2 / EXEMPLAR_PIXELS) / 2)); level >= 0; level--) {
    const current = levelOf(picture, box, shrink * 2 ** level);
    if (!current.centre.includes(1)) continue;
    start(current, coarser, random, far);
    // Votes smooth the result of the exemplars away, so only its visible seams get votes.
    if (coarser || level === 0) {
      for (let pass = 0; pass < PASSES; pass++) search(current, pass % 2 === 1, random, far);
      vote(current);
    }
    coarser = current;
  }
  if (coarser) paste(picture, box, coarser, shrink, colours);
  else fillSmoothly(picture, colours);
  const finest = coarser;
  return { colours, misfit: () => (finest ? misfitOf(finest) : 0) };
}

function misfitOf(level: PatchLevel): number {
  const { pixels, match } = level;
  const squares = Float64Array.from(pixels, (i) => difference(level, i, match[i], Number.POSITIVE_INFINITY)).sort();
  return Math.sqrt(squares[Math.floor(squares.length * FITTING_SHARE)]) / (2 * RADIUS + 1);
}

/** Fills the remaining pixels, where the source holds no whole patch. */
function fillSmoothly({ colours, source, hole, width, height }: Holed, filled: Float32Array): void {
  const smooth = pushPull(colours, source, width, height);
  for (let i = 0; i < hole.length; i++) if (hole[i]) filled.set(smooth.subarray(i * 3, i * 3 + 3), i * 3);
}

/** First matches: those of the coarser level, or those of the exemplar fill at the coarsest level. */
function start(level: PatchLevel, coarser: PatchLevel | null, random: () => number, far: Point): void {
  const { width, height, centre, pixels, match, colours } = level;
  const centres = pixelsWhere(centre.length, (i) => centre[i] === 1);
  for (const i of pixels) {
    match[i] = centres[Math.floor(random() * centres.length)];
    if (!coarser) continue;
    const x = i % width;
    const y = (i - x) / width;
    const up = Math.min(coarser.height - 1, y >> 1) * coarser.width + Math.min(coarser.width - 1, x >> 1);
    const from = coarser.match[up];
    if (from < 0) continue;
    const sx = Math.min(width - 1, (from % coarser.width) * 2 + (x & 1));
    const sy = Math.min(height - 1, Math.floor(from / coarser.width) * 2 + (y & 1));
    if (centre[sy * width + sx]) match[i] = sy * width + sx;
    for (let c = 0; c < 3; c++) colours[i * 3 + c] = coarser.colours[up * 3 + c];
  }
  if (coarser) return;
  const taken = new Int32Array(match.length).fill(-1);
  exemplarFill(
    level,
    (across, down) => (PLACE_WEIGHT * Math.hypot(across * far.x, down * far.y)) / (width + height),
    taken,
  );
  for (const i of pixels) if (taken[i] >= 0) match[i] = nearestCentre(level, taken[i]) ?? match[i];
}

/** The middle of the nearest whole patch that holds a pixel. */
function nearestCentre({ width, centre }: PatchLevel, pixel: number): number | null {
  let [nearest, least] = [pixel, Number.POSITIVE_INFINITY];
  for (let dy = -RADIUS; dy <= RADIUS; dy++) {
    for (let dx = -RADIUS; dx <= RADIUS; dx++) {
      const away = dx * dx + dy * dy;
      if (away < least && centre[pixel + dy * width + dx]) [nearest, least] = [pixel + dy * width + dx, away];
    }
  }
  return least < Number.POSITIVE_INFINITY ? nearest : null;
}

/**
 * Squared difference of two patches, weighted by the certainty of the first. Stops above `most`. Pixels outside the
 * picture do not count.
 */
function difference({ width, height, colours, certainty }: PatchLevel, a: number, b: number, most: number): number {
  const ax = a % width;
  const ay = (a - ax) / width;
  let sum = 0;
  for (let dy = -RADIUS; dy <= RADIUS; dy++) {
    if (ay + dy < 0 || ay + dy >= height) continue;
    for (let dx = -RADIUS; dx <= RADIUS; dx++) {
      if (ax + dx < 0 || ax + dx >= width) continue;
      const p = (a + dy * width + dx) * 3;
      const q = (b + dy * width + dx) * 3;
      const red = colours[p] - colours[q];
      const green = colours[p + 1] - colours[q + 1];
      const blue = colours[p + 2] - colours[q + 2];
      sum += (red * red + green * green + blue * blue) * certainty[a + dy * width + dx];
    }
    if (sum > most) return sum;
  }
  return sum;
}

/** One pass over the hole: each pixel tries the matches of its neighbours, then places ever nearer to its own match. */
function search(level: PatchLevel, backwards: boolean, random: () => number, far: Point): void {
  const { width, height, centre, pixels, match, cost } = level;
  const step = backwards ? 1 : -1;
  for (let k = 0; k < pixels.length; k++) {
    if (k % PIXELS_BETWEEN_CHECKS === 0) checkpoint();
    const i = pixels[backwards ? pixels.length - 1 - k : k];
    const away = (candidate: number) =>
      (PLACE_WEIGHT *
        Math.sqrt(level.certainty[i]) *
        Math.hypot(
          ((candidate % width) - (i % width)) * far.x,
          (Math.floor(candidate / width) - Math.floor(i / width)) * far.y,
        )) /
      (width + height);
    let best = difference(level, i, match[i], Number.POSITIVE_INFINITY) + away(match[i]);
    const attempt = (candidate: number) => {
      if (candidate < 0 || candidate >= centre.length || !centre[candidate] || candidate === match[i]) return;
      const place = away(candidate);
      const cost = place < best ? place + difference(level, i, candidate, best - place) : best;
      if (cost >= best) return;
      best = cost;
      match[i] = candidate;
    };
    for (const offset of [step, step * width]) {
      const neighbour = i + offset;
      if (neighbour >= 0 && neighbour < match.length && match[neighbour] >= 0) attempt(match[neighbour] - offset);
    }
    for (let reach = Math.max(width, height); reach >= 1; reach /= 3) {
      const x = Math.round((match[i] % width) + (random() * 2 - 1) * reach);
      const y = Math.round(Math.floor(match[i] / width) + (random() * 2 - 1) * reach);
      if (x >= 0 && y >= 0 && x < width && y < height) attempt(y * width + x);
    }
    cost[i] = best;
  }
}

/** Sets each pixel of the hole to the weighted mean of the patches over it. Good matches near the edge weigh most. */
function vote(level: PatchLevel): void {
  const { colours, pixels, match, certainty, cost } = level;
  const next = new Float32Array(pixels.length * 3);
  const costs = Float32Array.from(pixels, (i) => cost[i]).sort();
  const good = 2 * Math.max(1, costs[Math.floor(costs.length * GOOD_SHARE)]);
  for (let k = 0; k < pixels.length; k++) {
    if (k % PIXELS_BETWEEN_CHECKS === 0) checkpoint();
    const i = pixels[k];
    let total = 0;
    visitAround(level, i, (patch) => {
      if (match[patch] < 0) return;
      const p = (match[patch] - (patch - i)) * 3;
      const weight = certainty[patch] * Math.exp(-cost[patch] / good);
      for (let c = 0; c < 3; c++) next[k * 3 + c] += colours[p + c] * weight;
      total += weight;
    });
    for (let c = 0; c < 3; c++) next[k * 3 + c] = total > 0 ? next[k * 3 + c] / total : colours[i * 3 + c];
  }
  for (let k = 0; k < pixels.length; k++) colours.set(next.subarray(k * 3, k * 3 + 3), pixels[k] * 3);
}

/**
 * Copies the matches of the finest level from the full-size picture. A match outside the picture takes the colour of
 * the level.
 */
function paste(
  { colours, hole, width: stride, height: rows }: Holed,
  { left, top }: Box,
  { width, height, match, colours: found }: PatchLevel,
  scale: number,
  filled: Float32Array,
): void {
  for (let i = 0; i < hole.length; i++) {
    checkpointAt(i);
    if (!hole[i]) continue;
    const x = i % stride;
    const y = (i - x) / stride;
    const cell =
      Math.min(height - 1, Math.floor((y - top) / scale)) * width + Math.min(width - 1, Math.floor((x - left) / scale));
    const from = match[cell];
    const column = left + (from % width) * scale + ((x - left) % scale);
    const row = top + Math.floor(from / width) * scale + ((y - top) % scale);
    const inside = from >= 0 && column < stride && row < rows;
    for (let c = 0; c < 3; c++)
      filled[i * 3 + c] = inside ? colours[(row * stride + column) * 3 + c] : found[cell * 3 + c];
  }
}
