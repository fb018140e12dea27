import { boundingBox, cropValues, grownWithin } from '../../../pixels/crop.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { coverUp, type Layer, layPart, partOf } from '../../../pixels/layer.ts';
import { maskOf, planeOf, sumOf } from '../../../pixels/planes.ts';
import { polygonCover } from '../../../pixels/polygon.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Point } from '../../../pixels/raster.ts';

/**
 * Coverage below which a pixel within an outline is a gap. Then the least coverage of a pixel that fills one, and the
 * width in pixels around a gap that is searched for such pixels.
 */
const GAP = 0.98;
const SOLID = 0.99;
const AROUND = 12;
/** Least solid share of the cloth within an outline. Below it the cloth is sheer, and nothing is filled. */
const SOLID_MIN = 0.5;

/**
 * A garment hides the body within an outline. Places there with less cover than {@link GAP} are gaps, unless `behind`
 * covers them. They take the colours of solid cloth near them, unless most of the cloth is sheer. Returns the filled
 * area in pixels.
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
  const near = boxFilter(alpha, box.width, box.height, 2);
  const known = maskOf(alpha.length, (k) => alpha[k] > SOLID && near[k] > SOLID);
  const before = sumOf(alpha);
  if (sumOf(known) <= SOLID_MIN * before) return 0;
  coverUp(part, cover, pushPull(part.colour, known, box.width, box.height));
  layPart(layer, part, box);
  return sumOf(alpha) - before;
}
