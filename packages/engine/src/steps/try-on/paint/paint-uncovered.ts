import { checkpoint, checkpointAt } from '../../../checkpoint.ts';
import { type Box, boxWhere, cropValues, padValues } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { blur, maskedBlur } from '../../../pixels/filters.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { patchFill } from '../../../pixels/patch-fill.ts';
import { maskOf, planeOf, sumOf } from '../../../pixels/planes.ts';
import { pushPullWithin } from '../../../pixels/push-pull.ts';
import type { Size } from '../../../pixels/raster.ts';
import type { Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { groundToFill } from './ground-hole.ts';
import { paintHair } from './hair.ts';
import { paintSkin } from './paint-skin.ts';
import type { OldShading } from './shading.ts';
import { spread } from './spread.ts';
import type { Uncovered } from './uncovered.ts';

/** Strength of the grain on painted background, in byte steps. */
const BACKGROUND_GRAIN = 2;
/** Distance from the person where background is free of mixed pixels, in pixels of the analysis. */
const BESIDE_PERSON = 4;
/**
 * Width of the soft edge of the old clothes, which belongs neither to them nor to the background, in pixels of the
 * analysis.
 */
const OUTLINE = 5;
/**
 * Least mean difference of pixels of a textured background, their distance, and the step between samples. A smooth fill
 * would lose the texture.
 */
const TEXTURE_MIN = 2.5;
const TEXTURE_STEP = 4;
const TEXTURE_STRIDE = 5;
/**
 * Distance from its edge over which the lower garment is copied fully; it fades over the same distance beyond. In
 * shoulder widths.
 */
const MIRRORED = 0.1;
/** Depth below its edge from which cloth is copied, in pixels of the analysis. */
const MIRRORED_PIXELS_MAX = 120;
/** Widest detail of cloth that is grain, in shoulder widths, and its greatest depth in byte steps. */
const GRAIN_WIDTH = 0.02;
const GRAIN_MAX = 14;
/** Share of the person below which a pixel is background, and share of kept parts above which it stays. */
const OUTSIDE = 0.5;
const OTHER_MIN = 0.02;
/** Least uncovered share of the photo that is filled with patches. */
const PATCHED_SHARE = 0.003;
/** Weight of the kept parts of the person in the fringe of the old garment. */
const KEPT_EDGE = 3;
/** Widest leg, in shoulder widths. */
const LEG_WIDTH = 0.5;

/** The picture with skin, background, hair and lower garment painted in the place of the old garment. */
export function paintUncovered(
  scene: Scene,
  uncovered: Uncovered,
  shading: OldShading,
  random: () => number,
): Float32Array<ArrayBuffer> {
  const { colours, placement, matte } = scene;
  const { becomes, skinShare, arms, oldDistance } = uncovered;
  const painted = colours.slice();
  const has = (kind: number) => becomes.includes(kind);
  if (has(BECOMES.background) || skinShare.some((share) => share < 1))
    paintBackground(scene, uncovered, painted, random);
  if (has(BECOMES.skin)) paintSkin(scene, uncovered, shading, painted, random);
  if (has(BECOMES.lower)) paintLower(scene, uncovered, painted);
  if (has(BECOMES.hair)) paintHair(scene, uncovered, becomes, painted);
  softenSeams(becomes, painted, placement.width);
  for (let i = 0; i < becomes.length; i++) {
    checkpointAt(i);
    if (!becomes[i]) continue;
    // A ragged matte may cut a sleeve, so an arm is painted beyond the person over the rest of it. Background replaces
    // pixels of the sleeve alone.
    const isWhole =
      becomes[i] === BECOMES.skin
        ? matte[i] < OUTSIDE
        : becomes[i] === BECOMES.background && arms !== null && isOfOld(scene, i);
    const carried = scene.parts.carried[i] * (1 - scene.worn[i]);
    const keep = isWhole ? 0 : keptShare(oldDistance[i] / placement.scale, carried);
    for (let c = 0; c < 3; c++) painted[i * 3 + c] = colours[i * 3 + c] * keep + painted[i * 3 + c] * (1 - keep);
  }
  return painted;
}

/**
 * Share of the photo that a pixel keeps at a distance from the old clothes, in pixels of the analysis: near them pixels
 * are mixed. Carried things stay at any distance, because handles are no wider than that edge.
 */
export function keptShare(away: number, carried: number): number {
  return Math.max(carried, clamp((away - 1.5) / 2));
}

/** True if a pixel holds no part of the person but the old top. */
function isOfOld({ parts: { hair, skin, lower, carried }, worn }: Scene, i: number): boolean {
  return hair[i] + skin[i] + lower[i] + carried[i] + worn[i] < OTHER_MIN;
}

/** Averages pixels on the line between two kinds of painting, so that a limb's outline has no steps. */
function softenSeams(becomes: Uint8Array, painted: Float32Array, width: number): void {
  const seams: number[] = [];
  const differs = (i: number, kind: number) => becomes[i] !== 0 && becomes[i] !== kind;
  for (let i = width + 1; i < becomes.length - width - 1; i++) {
    checkpointAt(i);
    const kind = becomes[i];
    if (!kind) continue;
    if (differs(i - 1, kind) || differs(i + 1, kind) || differs(i - width, kind) || differs(i + width, kind))
      seams.push(i);
  }
  const soft = new Float32Array(seams.length * 3);
  for (const [k, i] of seams.entries())
    for (let dy = -width; dy <= width; dy += width)
      for (let dx = -1; dx <= 1; dx++)
        for (let c = 0; c < 3; c++) soft[k * 3 + c] += painted[(i + dy + dx) * 3 + c] / 9;
  for (const [k, i] of seams.entries()) painted.set(soft.subarray(k * 3, k * 3 + 3), i * 3);
}

/** Background from its surroundings: by patches in a large gap, smoothly in a small one. */
function paintBackground(
  { person, body, colours, matte, worn, placement }: Scene,
  { becomes, skinShare, old, oldDistance }: Uncovered,
  painted: Float32Array,
  random: () => number,
): void {
  const { width, height, scale } = placement;
  const away = distanceTo(
    maskOf(matte.length, (i) => matte[i] > 0.05 || worn[i] > 0.05),
    width,
    height,
    BESIDE_PERSON * scale,
  );
  const source = maskOf(away.length, (i) => away[i] > BESIDE_PERSON * scale);
  // If the person fills the photo, there is no background to copy, and the photo stays.
  if (!source.includes(1)) return;
  const hole = maskOf(becomes.length, (i) => (becomes[i] === BECOMES.background || skinShare[i] < 1) && !source[i]);
  const area = sumOf(hole);
  const photoArea = person.raster.width * person.raster.height * scale ** 2;
  const large = area > PATCHED_SHARE * photoArea && textureOf(colours, source, width) > TEXTURE_MIN;
  if (large) {
    const reach = (OUTLINE + BESIDE_PERSON) * scale;
    const edge = maskOf(matte.length, (i) => matte[i] < OUTSIDE);
    const open = groundToFill({ width, height, hole, source, edge }, reach, LEG_WIDTH * body.shoulderWidth * scale);
    const { colours: filled } = patchFill({ width, height, colours, hole: open, source }, random);
    for (let i = 0; i < hole.length; i++) {
      checkpointAt(i);
      if (!open[i] || (becomes[i] && !hole[i])) continue;
      // The fringe of the old garment is replaced too, fading out where the fill meets the visible background.
      const isFringe = matte[i] < OUTSIDE && oldDistance[i] <= reach;
      const fading = 1 - smoothstep(0.5 * reach, reach, oldDistance[i]);
      const share = hole[i] ? 1 : isFringe ? fading * (1 - clamp(KEPT_EDGE * (matte[i] - old[i]) + worn[i])) : 0;
      for (let c = 0; c < 3; c++) painted[i * 3 + c] += (filled[i * 3 + c] - painted[i * 3 + c]) * share;
    }
    return;
  }
  const around = spread(colours, source, placement, 0);
  for (let i = 0; i < hole.length; i++) {
    checkpointAt(i);
    if (!hole[i]) continue;
    const grain = (random() - 0.5) * BACKGROUND_GRAIN;
    const nearest = around(i);
    for (let c = 0; c < 3; c++) painted[i * 3 + c] = nearest[c] + grain;
  }
}

/** Mean difference between places of the background, in byte steps; near 0 for a studio wall. */
function textureOf(colours: Float32Array, source: Uint8Array, width: number): number {
  let sum = 0;
  let count = 1;
  for (let i = 0; i < source.length - TEXTURE_STEP * width; i += TEXTURE_STRIDE) {
    for (const j of [i + TEXTURE_STEP, i + TEXTURE_STEP * width]) {
      if (!source[i] || !source[j]) continue;
      sum += Math.abs(colours[i * 3 + 1] - colours[j * 3 + 1]);
      count++;
    }
  }
  return sum / count;
}

/**
 * Continues the lower garment over the gap, mirrored at its edge. Far from the edge it continues only the grain,
 * without pockets and seams. Without cloth below the gap, it continues sideways.
 */
function paintLower(
  { colours, matte, parts, placement, body }: Scene,
  { becomes, oldDistance }: Uncovered,
  painted: Float32Array,
): void {
  const { width, height, scale } = placement;
  const known = maskOf(matte.length, (i) => parts.lower[i] > 0.9 && matte[i] > 0.95 && oldDistance[i] > 4 * scale);
  if (!known.includes(1)) return;
  const longest = Math.max(8, Math.round(MIRRORED_PIXELS_MAX * scale));
  const sigma = GRAIN_WIDTH * body.shoulderWidth * scale;
  const margin = longest + 4 * sigma;
  const box = boxWhere(placement, (i) => becomes[i] === BECOMES.lower, margin, margin);
  const filled = pushPullWithin(colours, known, placement, box);
  const base = smoothed(colours, known, placement, box, sigma);
  const reach = MIRRORED * body.shoulderWidth * scale;
  const paint = (i: number, from: number, away: number) => {
    const isKnown = from >= 0;
    const whole = isKnown ? clamp(2 - away / reach) : 0;
    for (let c = 0; c < 3; c++) {
      const grain = isKnown ? clamp(colours[from * 3 + c] - base[c][from], -GRAIN_MAX, GRAIN_MAX) : 0;
      const copied = isKnown ? colours[from * 3 + c] : 0;
      painted[i * 3 + c] = copied * whole + (filled[i * 3 + c] + grain) * (1 - whole);
    }
  };
  for (let x = 0; x < width; x++) {
    checkpoint();
    let edge = -1;
    for (let y = height - 1; y >= 0; y--) {
      const i = y * width + x;
      if (known[i]) edge = y;
      if (becomes[i] !== BECOMES.lower) continue;
      const span = Math.max(8, Math.min(longest, height - edge - 1));
      const below = edge < 0 ? -1 : Math.min(height - 1, edge + ((edge - y) % span)) * width + x;
      const isNear = below >= 0 && known[below] === 1 && edge - y < 2 * reach;
      const aside = isNear ? -1 : mirroredAside(i, known, width, longest);
      if (aside >= 0) paint(i, aside, 0);
      else paint(i, below >= 0 && known[below] ? below : -1, edge - y);
    }
  }
}

/** The pixel mirrored at the nearest known one in the row, limited to the known run; −1 if none is near. */
function mirroredAside(pixel: number, known: Uint8Array, width: number, reach: number): number {
  const start = pixel - (pixel % width);
  const isKnown = (i: number) => i >= start && i < start + width && known[i] === 1;
  for (let away = 1; away < reach; away++) {
    const step = isKnown(pixel + away) ? 1 : isKnown(pixel - away) ? -1 : 0;
    if (step === 0) continue;
    const edge = pixel + step * away;
    let run = 1;
    while (run < away && isKnown(edge + step * run)) run++;
    return edge + step * ((away - 1) % run);
  }
  return -1;
}

/** Colours averaged over the known pixels of a box only, one plane a channel. */
function smoothed(colours: Float32Array, known: Uint8Array, size: Size, box: Box, sigma: number): Float32Array[] {
  const mask = cropValues(known, 1, size.width, box);
  const weight = blur(mask, box.width, box.height, sigma);
  const part = cropValues(colours, 3, size.width, box);
  return [0, 1, 2].map((c) => {
    const channel = planeOf(mask.length, (i) => part[i * 3 + c]);
    return padValues(maskedBlur(channel, mask, box.width, box.height, sigma, weight), 1, size, box);
  });
}
