import { checkpoint } from '../../../checkpoint.ts';
import { blur, nearValues } from '../../../pixels/filters.ts';
import { boundingBox, clamp, pixelMiddle, segmentDistance } from '../../../pixels/geometry.ts';
import type { Layer } from '../../../pixels/layer.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Seam } from '../fit/fit.ts';

/** Standard deviation of the blur that evens an outline, in shoulder widths: about the radius of a fold of cloth. */
const EVEN = 0.035;
/** Distance from the seam up to which the outline is even, and where evening ends, in shoulder widths. */
const BESIDE = 0.16;
const BESIDE_MAX = 0.26;
/** Share of the seam beyond which a gap is the space under the arm. */
const SEAM_END = 0.96;
/** Coverage from which colours are unmixed. */
const PURE = 0.99;
/** Width of an outline's soft edge in standard deviations of the blur, at least two pixels. */
const SOFT_EDGE = 0.3;

/**
 * Evens the common outline of sleeves and body around the shoulders. Separate warps leave steps, notches and slits
 * there. Seams in pixels of the layers, from shoulder to armpit.
 */
export function evenShoulders(body: Layer, sleeves: Layer, seams: readonly Seam[], shoulderWidth: number): void {
  for (const seam of seams) evenShoulder(body, sleeves, seam, shoulderWidth);
}

function evenShoulder(body: Layer, sleeves: Layer, seam: Seam, shoulderWidth: number): void {
  const sigma = EVEN * shoulderWidth;
  const window = windowAround(seam, BESIDE_MAX * shoulderWidth + 3 * sigma, body);
  const { width, height, pixels } = window;
  if (pixels.length === 0) return;
  const cover = planeOf(pixels.length, (k) => 1 - (1 - body.alpha[pixels[k]]) * (1 - sleeves.alpha[pixels[k]]));
  if (!cover.some((share) => share > PURE)) return;
  const even = evened(cover, width, height, sigma);
  for (let k = 0; k < even.length; k++) {
    const at = pixelMiddle(k, width);
    const { distance, along } = segmentDistance({ x: window.left + at.x, y: window.top + at.y }, ...seam);
    const near = clamp((BESIDE_MAX * shoulderWidth - distance) / ((BESIDE_MAX - BESIDE) * shoulderWidth));
    even[k] = along >= SEAM_END ? cover[k] : cover[k] + (even[k] - cover[k]) * near;
  }
  fill(body, sleeves, pixels, cover, even, { width, height });
  for (const [k, i] of pixels.entries()) {
    if (even[k] >= cover[k]) continue;
    body.alpha[i] *= even[k] / cover[k];
    sleeves.alpha[i] *= even[k] / cover[k];
  }
}

/**
 * A coverage whose outline, where half is covered, is that of its blur, one pixel soft. Sheer cloth away from the
 * outline keeps its coverage.
 */
function evened(cover: Float32Array, width: number, height: number, sigma: number): Float32Array {
  // The slope of a blurred straight edge is 1 / (sigma √(2π)) a pixel.
  const slope = sigma * Math.sqrt(2 * Math.PI);
  const isCloth = cover.map((share) => (share > 0.5 ? 1 : 0));
  const within = blur(isCloth, width, height, sigma).map((value) => clamp((value - 0.5) * slope + 0.5));
  const isCut = planeOf(cover.length, (i) => (isCloth[i] && within[i] < 0.5 ? 1 : 0));
  const nearCut = nearValues(isCut, width, height, Math.max(2, Math.round(SOFT_EDGE * sigma)));
  return within.map((share, i) => {
    if (isCloth[i]) return Math.min(cover[i], share);
    // The soft edge outside cloth that is cut off goes with it.
    return nearCut[i] ? share : Math.max(cover[i], share);
  });
}

/** Covers notches with the colours around them. */
function fill(
  body: Layer,
  sleeves: Layer,
  pixels: Int32Array,
  cover: Float32Array,
  wanted: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  if (!wanted.some((share, k) => share > cover[k])) return;
  const colours = new Float32Array(pixels.length * 3);
  for (const [k, i] of pixels.entries())
    for (let c = 0; c < 3; c++) {
      const below = body.colour[i * 3 + c];
      colours[k * 3 + c] = below + (sleeves.colour[i * 3 + c] - below) * sleeves.alpha[i];
    }
  const isPure = maskOf(pixels.length, (k) => cover[k] > PURE);
  const filled = pushPull(colours, isPure, width, height);
  for (const [k, i] of pixels.entries()) {
    if (wanted[k] <= cover[k]) continue;
    const alpha = 1 - (1 - wanted[k]) / (1 - Math.min(sleeves.alpha[i], wanted[k] - 1e-3));
    const own = body.alpha[i] / alpha;
    for (let c = 0; c < 3; c++) body.colour[i * 3 + c] = body.colour[i * 3 + c] * own + filled[k * 3 + c] * (1 - own);
    body.alpha[i] = alpha;
  }
}

/** The pixels of the layers around a seam, row by row. */
function windowAround(seam: Seam, margin: number, layer: Layer) {
  checkpoint();
  const box = boundingBox(seam, margin);
  const [left, top] = [Math.max(0, Math.floor(box[0])), Math.max(0, Math.floor(box[1]))];
  const width = Math.max(0, Math.min(layer.width, Math.ceil(box[2])) - left);
  const height = Math.max(0, Math.min(layer.height, Math.ceil(box[3])) - top);
  const pixels = Int32Array.from(
    { length: width * height },
    (_, k) => (top + Math.floor(k / width)) * layer.width + left + (k % width),
  );
  return { left, top, width, height, pixels };
}
