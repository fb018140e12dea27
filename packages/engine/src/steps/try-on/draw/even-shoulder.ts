import { boundingBox, grownWithin, laidInto } from '../../../pixels/crop.ts';
import { evenOutline, nearValues } from '../../../pixels/filters.ts';
import { add, clamp, pixelMiddle, segmentDistance } from '../../../pixels/geometry.ts';
import { coverUp, type Layer, layPart, partOf } from '../../../pixels/layer.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { SleeveLines } from '../fit/fit.ts';

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
 * Evens the common outline of a sleeve and the body around the shoulder. Separate warps leave steps, notches and slits
 * there. The corners of a cuff stay. Lines in pixels of the layers.
 */
export function evenShoulder(
  body: Layer,
  sleeves: Layer,
  { seam, cuff }: Pick<SleeveLines, 'seam' | 'cuff'>,
  shoulderWidth: number,
): void {
  const sigma = EVEN * shoulderWidth;
  const box = grownWithin(boundingBox(seam), body, BESIDE_MAX * shoulderWidth + 3 * sigma);
  const { width, height } = box;
  if (width <= 0 || height <= 0) return;
  const [trunk, sleeve] = [partOf(body, box), partOf(sleeves, box)];
  const cover = trunk.alpha.map((alpha, k) => 1 - (1 - alpha) * (1 - sleeve.alpha[k]));
  if (!cover.some((share) => share > PURE)) return;
  const even = evened(cover, width, height, sigma);
  for (let k = 0; k < even.length; k++) {
    const at = add(pixelMiddle(k, width), { x: box.left, y: box.top });
    const { distance, along } = segmentDistance(at, ...seam);
    const beforeCuff = clamp((segmentDistance(at, ...cuff).distance - sigma) / (2 * sigma));
    const near = beforeCuff * clamp((BESIDE_MAX * shoulderWidth - distance) / ((BESIDE_MAX - BESIDE) * shoulderWidth));
    even[k] = along >= SEAM_END ? cover[k] : cover[k] + (even[k] - cover[k]) * near;
  }
  fillNotches(trunk, sleeve, cover, even);
  for (let k = 0; k < even.length; k++) {
    if (even[k] >= cover[k]) continue;
    trunk.alpha[k] *= even[k] / cover[k];
    sleeve.alpha[k] *= even[k] / cover[k];
  }
  layPart(body, trunk, box);
  laidInto(sleeves.alpha, sleeve.alpha, 1, sleeves.width, box);
}

/**
 * A coverage whose outline, where half is covered, is that of its blur, one pixel soft. Sheer cloth away from the
 * outline keeps its coverage.
 */
function evened(cover: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const within = evenOutline(cover, width, height, sigma);
  const isCut = planeOf(cover.length, (i) => (cover[i] > 0.5 && within[i] < 0.5 ? 1 : 0));
  const nearCut = nearValues(isCut, width, height, Math.max(2, Math.round(SOFT_EDGE * sigma)));
  return within.map((share, i) => {
    if (cover[i] > 0.5) return Math.min(cover[i], share);
    // The soft edge outside cloth that is cut off goes with it.
    return nearCut[i] ? share : Math.max(cover[i], share);
  });
}

/** Covers notches of the trunk with the colours around them, up to the wanted coverage of trunk and sleeve together. */
function fillNotches(trunk: Layer, sleeve: Layer, cover: Float32Array, wanted: Float32Array): void {
  if (!wanted.some((share, k) => share > cover[k])) return;
  const colours = trunk.colour.map((below, i) => below + (sleeve.colour[i] - below) * sleeve.alpha[Math.floor(i / 3)]);
  const isPure = maskOf(cover.length, (k) => cover[k] > PURE);
  const filled = pushPull(colours, isPure, trunk.width, trunk.height);
  const alpha = wanted.map((share, k) =>
    share > cover[k] ? 1 - (1 - share) / (1 - Math.min(sleeve.alpha[k], share - 1e-3)) : 0,
  );
  coverUp(trunk, alpha, filled);
}
