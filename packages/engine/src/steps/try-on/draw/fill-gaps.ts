import { boundingBox, cropValues, grownWithin } from '../../../pixels/crop.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { coverUp, type Layer, layPart, partOf } from '../../../pixels/layer.ts';
import { patchFill } from '../../../pixels/patch-fill.ts';
import { maskOf, planeOf, sumOf } from '../../../pixels/planes.ts';
import { polygonCover } from '../../../pixels/polygon.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import { seededRandom } from '../../../pixels/random.ts';
import type { Point } from '../../../pixels/raster.ts';

/**
 * Coverage below which a pixel within an outline is a gap. Then the least coverage of a pixel that fills one, and the
 * width in pixels around a gap that is searched for such pixels.
 */
const GAP = 0.98;
const SOLID = 0.99;
const AROUND = 12;
/** Width in pixels of the mixed pixels at the edge of cloth. */
const EDGE = 2;
/** Least area of gaps, in pixels, that patches fill. Smaller ones show no pattern, and patches take longer. */
const PATCHED_AREA = 60;
/** Weight of a pixel of distance between a gap and its patch: stripes and the rows of a pattern lie level. */
const NEAR_LEVEL = { x: 2, y: 40 };
/** Least solid share of the cloth within an outline. Below it the cloth is sheer, and nothing is filled. */
const SOLID_MIN = 0.5;

/**
 * A garment hides the body within an outline. Places there with less cover than {@link GAP} are gaps, unless `behind`
 * covers them. Patches of the solid cloth around fill them, unless most of the cloth is sheer. Returns the filled area
 * in pixels.
 */
export function fillGaps(layer: Layer, outline: readonly Point[], behind?: Layer): number {
  if (outline.length === 0) return 0;
  const box = grownWithin(boundingBox(outline), layer, AROUND);
  if (box.width <= 0 || box.height <= 0) return 0;
  const part = partOf(layer, box);
  const { alpha } = part;
  const covered = behind && cropValues(behind.alpha, 1, behind.width, box);
  const inside = polygonCover(outline, box);
  const cover = planeOf(alpha.length, (k) => (alpha[k] >= GAP || (covered && covered[k] >= GAP) ? 0 : inside[k]));
  if (!cover.some((share, k) => share > alpha[k])) return 0;
  const near = boxFilter(alpha, box.width, box.height, EDGE);
  const known = maskOf(alpha.length, (k) => alpha[k] > SOLID && near[k] > SOLID);
  const before = sumOf(alpha);
  if (sumOf(known) <= SOLID_MIN * before) return 0;
  coverUp(part, cover, continued(part, cover, known));
  layPart(layer, part, box);
  return sumOf(alpha) - before;
}

/** The colours of gaps: patches of known cloth, so that patterns continue, or a smooth fill of small gaps. */
function continued(part: Layer, cover: Float32Array, known: Uint8Array): Float32Array {
  const { width, height, colour: colours, alpha } = part;
  const gap = planeOf(cover.length, (k) => (cover[k] > alpha[k] ? 1 : 0));
  if (sumOf(gap) < PATCHED_AREA) return pushPull(colours, known, width, height);
  // The hole reaches through the mixed pixels at the edge of a gap to the cloth that is known.
  const near = boxFilter(gap, width, height, EDGE + 1);
  const hole = maskOf(gap.length, (k) => near[k] > 1e-3 && known[k] === 0);
  const filled = colours.slice();
  patchFill({ width, height, colours, hole, source: known }, filled, seededRandom(1), NEAR_LEVEL);
  return filled;
}
