import { boundingBox, cropValues, grownWithin } from '../../../pixels/crop.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { type Layer, layPart, partOf } from '../../../pixels/layer.ts';
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
  const gap = planeOf(cover.length, (k) => (cover[k] > alpha[k] ? 1 : 0));
  if (sumOf(gap) === 0) return 0;
  const near = boxFilter(alpha, box.width, box.height, EDGE);
  const known = maskOf(alpha.length, (k) => alpha[k] > SOLID && near[k] > SOLID);
  const before = sumOf(alpha);
  if (sumOf(known) <= SOLID_MIN * before) return 0;
  // The mixed pixels at the edge of a gap have the colour of the ground in them, so they are filled too.
  const around = boxFilter(gap, box.width, box.height, EDGE + 1);
  const hole = maskOf(gap.length, (k) => around[k] > 1e-3 && known[k] === 0);
  const filled = continued(part, hole, known, sumOf(gap) >= PATCHED_AREA);
  for (let k = 0; k < hole.length; k++) {
    if (!hole[k]) continue;
    part.colour.set(filled.subarray(k * 3, k * 3 + 3), k * 3);
    alpha[k] = Math.max(alpha[k], cover[k]);
  }
  layPart(layer, part, box);
  return sumOf(alpha) - before;
}

/** The colours of a hole: patches of known cloth, so that patterns continue, or a smooth fill. */
function continued(
  { width, height, colour: colours }: Layer,
  hole: Uint8Array,
  known: Uint8Array,
  isPatched: boolean,
): Float32Array {
  if (!isPatched) return pushPull(colours, known, width, height);
  const filled = colours.slice();
  patchFill({ width, height, colours, hole, source: known }, filled, seededRandom(1), NEAR_LEVEL);
  return filled;
}
