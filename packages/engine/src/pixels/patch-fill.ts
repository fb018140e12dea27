import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { distanceTo } from './distance.ts';
import { exemplarFill } from './exemplar-fill.ts';
import { pushPull } from './push-pull.ts';
import type { Size } from './raster.ts';

/** Half the side of a patch: 7 × 7 pixels. */
const RADIUS = 3;
/** Pixels of the hole at the finest level that is searched; a larger hole is searched in a smaller picture. */
const SEARCHED_PIXELS = 14_000;
/** Pixels of the hole at the coarsest level, which is filled by exemplars: enough to tell bricks and slats. */
const EXEMPLAR_PIXELS = 3_500;
/** Passes of search before the votes of a level. */
const PASSES = 2;
/** By how much less each pixel farther into the hole counts, and the least it counts: what is near the edge is surer. */
const CERTAINTY_LOSS = 0.93;
const CERTAINTY_MIN = 0.3;
/** Pixels after which a canceled fill notices: some hundredths of a second. */
const PIXELS_BETWEEN_CHECKS = 1_000;
/** Share of the matches that are at least as good as the one by which the others are judged (Wexler et al., section 3.2). */
const GOOD_SHARE = 0.75;
/** What a patch costs for lying the whole picture away, beside the squared differences of its bytes: the near ones are likelier right. */
const PLACE_WEIGHT = 30_000;
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

/** A level of the search: the part of the picture around the hole at some scale. */
interface Level extends Size {
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
 * Fills a hole with patches from around it, so that texture and lines go on. A small picture is filled by exemplars; larger
 * ones find the same places more exactly by PatchMatch (Barnes et al. 2009) with the votes of Wexler, Shechtman & Irani
 * 2007. Returns a copy of the colours with the hole filled; where nothing can be taken from it is filled smoothly. The same
 * random numbers give the same picture.
 */
export function patchFill(picture: Holed, random: () => number): Float32Array<ArrayBuffer> {
  const filled = picture.colours.slice();
  const box = boxAround(picture);
  if (!box) return filled;
  const pixels = picture.hole.reduce((sum, value) => sum + value, 0);
  const shrink = Math.max(1, Math.ceil(Math.sqrt(pixels / SEARCHED_PIXELS)));
  let coarser: Level | null = null;
  for (let level = Math.max(0, Math.ceil(Math.log2(pixels / shrink ** 2 / EXEMPLAR_PIXELS) / 2)); level >= 0; level--) {
    const current = levelOf(picture, box, shrink * 2 ** level);
    if (!current.centre.includes(1)) continue;
    start(current, coarser, random);
    // What exemplars found is left as it is, but for the seams that would be seen: votes smooth structure away.
    if (coarser || level === 0) {
      for (let pass = 0; pass < PASSES; pass++) search(current, pass % 2 === 1, random);
      vote(current);
    }
    coarser = current;
  }
  if (!coarser) return pushPull(picture.colours, picture.source, picture.width, picture.height);
  paste(picture, box, coarser, shrink, filled);
  return filled;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxAround({ hole, width, height }: Holed): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let i = 0; i < hole.length; i++) {
    if (!hole[i]) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return null;
  const margin = Math.round(Math.max(right - left, bottom - top) * REACH) + 4 * RADIUS;
  return {
    left: Math.max(0, left - margin),
    top: Math.max(0, top - margin),
    right: Math.min(width, right + 1 + margin),
    bottom: Math.min(height, bottom + 1 + margin),
  };
}

/** The box of the picture, `scale` times smaller: means of what may be taken, smooth where nothing may. */
function levelOf({ colours, hole, source, width: stride }: Holed, { left, top, right, bottom }: Box, scale: number): Level {
  const width = Math.max(1, Math.floor((right - left) / scale));
  const height = Math.max(1, Math.floor((bottom - top) / scale));
  const size = width * height;
  const small = new Float32Array(size * 3);
  const known = new Uint8Array(size);
  const wanted = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    const x0 = left + (i % width) * scale;
    const y0 = top + Math.floor(i / width) * scale;
    let count = 0;
    for (let y = y0; y < y0 + scale; y++) {
      for (let x = x0; x < x0 + scale; x++) {
        const p = y * stride + x;
        if (hole[p]) wanted[i] = 1;
        if (!source[p]) continue;
        count++;
        for (let c = 0; c < 3; c++) small[i * 3 + c] += colours[p * 3 + c];
      }
    }
    known[i] = count === scale * scale ? 1 : 0;
    if (count) for (let c = 0; c < 3; c++) small[i * 3 + c] /= count;
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
    certainty: certaintyOf(known, width, height),
    cost: new Float32Array(size),
  };
}

/** 1 for what is known, less and less into the hole. */
function certaintyOf(known: Uint8Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const depth = distanceTo(known, width, height);
  for (let i = 0; i < depth.length; i++) depth[i] = Math.max(CERTAINTY_MIN, CERTAINTY_LOSS ** depth[i]);
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

/** First matches: those of the coarser level, or of a fill that carries edges on where there is none. */
function start(level: Level, coarser: Level | null, random: () => number): void {
  const { width, height, centre, pixels, match, colours } = level;
  const centres: number[] = [];
  for (let i = 0; i < centre.length; i++) if (centre[i]) centres.push(i);
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
  exemplarFill(level, RADIUS, (away) => (PLACE_WEIGHT * away) / (width + height), taken);
  for (const i of pixels) if (taken[i] >= 0) match[i] = nearestCentre(level, taken[i]) ?? match[i];
}

/** The middle of a whole patch that holds a pixel, as near to it as can be. */
function nearestCentre({ width, centre }: Level, pixel: number): number | null {
  let [nearest, least] = [pixel, Number.POSITIVE_INFINITY];
  for (let dy = -RADIUS; dy <= RADIUS; dy++) {
    for (let dx = -RADIUS; dx <= RADIUS; dx++) {
      const away = dx * dx + dy * dy;
      if (away < least && centre[pixel + dy * width + dx]) [nearest, least] = [pixel + dy * width + dx, away];
    }
  }
  return least < Number.POSITIVE_INFINITY ? nearest : null;
}

/** Squared difference of two patches, each pixel as sure as the first patch is there; gives up beyond `most`. Pixels outside the picture do not count. */
function difference({ width, height, colours, certainty }: Level, a: number, b: number, most: number): number {
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

/** One pass over the hole: each pixel tries what its neighbours found, and places ever nearer to its own match. */
function search(level: Level, backwards: boolean, random: () => number): void {
  const { width, height, centre, pixels, match, cost } = level;
  const step = backwards ? 1 : -1;
  for (let k = 0; k < pixels.length; k++) {
    if (k % PIXELS_BETWEEN_CHECKS === 0) checkpoint();
    const i = pixels[backwards ? pixels.length - 1 - k : k];
    const away = (candidate: number) =>
      (PLACE_WEIGHT *
        Math.sqrt(level.certainty[i]) *
        Math.hypot((candidate % width) - (i % width), Math.floor(candidate / width) - Math.floor(i / width))) /
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

/** Each pixel of the hole becomes the mean of what the patches over it say; good matches near the edge say the most. */
function vote(level: Level): void {
  const { width, height, colours, pixels, match, certainty, cost } = level;
  const next = new Float32Array(pixels.length * 3);
  const costs = Float32Array.from(pixels, (i) => cost[i]).sort();
  const good = 2 * Math.max(1, costs[Math.floor(costs.length * GOOD_SHARE)]);
  for (let k = 0; k < pixels.length; k++) {
    if (k % PIXELS_BETWEEN_CHECKS === 0) checkpoint();
    const i = pixels[k];
    const x = i % width;
    const y = (i - x) / width;
    let total = 0;
    for (let dy = -RADIUS; dy <= RADIUS; dy++) {
      for (let dx = -RADIUS; dx <= RADIUS; dx++) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
        const patch = i + dy * width + dx;
        const from = match[patch];
        if (from < 0) continue;
        const p = (from - dy * width - dx) * 3;
        const weight = certainty[patch] * Math.exp(-cost[patch] / good);
        for (let c = 0; c < 3; c++) next[k * 3 + c] += colours[p + c] * weight;
        total += weight;
      }
    }
    for (let c = 0; c < 3; c++) next[k * 3 + c] = total > 0 ? next[k * 3 + c] / total : colours[i * 3 + c];
  }
  for (let k = 0; k < pixels.length; k++) colours.set(next.subarray(k * 3, k * 3 + 3), pixels[k] * 3);
}

/** Copies what the finest level found, at the picture's own sharpness; where that lies outside the picture, the level's own colour. */
function paste(
  { colours, hole, width: stride, height: rows }: Holed,
  { left, top }: Box,
  { width, height, match, colours: found }: Level,
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
    for (let c = 0; c < 3; c++) filled[i * 3 + c] = inside ? colours[(row * stride + column) * 3 + c] : found[cell * 3 + c];
  }
}
