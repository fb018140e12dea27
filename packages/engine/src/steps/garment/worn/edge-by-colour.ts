import type { PersonAnalysis } from '../../../analysis.ts';
import { colourBins, colourHistogram, colourOdds } from '../../../pixels/colour-histogram.ts';
import { findComponents } from '../../../pixels/components.ts';
import { type Box, boxWhere, cropRaster, cropValues, grownWithin, pasted } from '../../../pixels/crop.ts';
import { resizeRaster } from '../../../pixels/decode.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { blur, resizeValues } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { guidedFilter } from '../../../pixels/guided-filter.ts';
import { toLab } from '../../../pixels/lab.ts';
import { inverted, maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';
import { evenOutline } from './even-outline.ts';

/** Longer side of the picture for the comparison of colours. */
const SIDE_PIXELS = 256;
/**
 * Greatest distance that a garment's outline may move, and the range around it that teaches the other colours, in these
 * pixels.
 */
const BAND = 10;
const AROUND = 40;
/** Log odds of a place as far from the outline as the band; proportional to the distance. */
const PLACE_ODDS = 4;
/** Weight of a colour against the place, and its greatest log odds. */
const COLOUR_WEIGHT = 0.8;
const COLOUR_MAX = 4;
/**
 * Distances below the shoulders from which cloth is added, and removed, in lengths of the trunk. The linings of collars
 * and hoods and the trims of sleeves have colours of their own.
 */
const GIVEN_FROM = 0.15;
const TAKEN_FROM = 0.5;
/** Least part that is added or removed, as a share of the picture. Less is the softness of the edge. */
const PART_MIN = 0.0004;
/** The guided filter that aligns parts with the edges of the photo. */
const GUIDE_RADIUS = 5;
const GUIDE_VARIANCE = 2e-4;
/** Pixels around such a part over which colours give the edge, the radius of its smoothing, and its steepness. */
const SEAM = 6;
const SMOOTH = 1.5;
const STEEP = 4;
/** Margin around parts that includes all changes at full size: their seams, and the reach of both filters. */
const MARGIN = SEAM + 2 * GUIDE_RADIUS + 3 * SMOOTH;

/**
 * The coverage of a worn garment, 0 to 1, with its outline moved to the nearby edge of its colours. The regions have a
 * coarse grid, which includes pieces of walls and trousers along hems and misses some of the cloth.
 */
export async function edgeByColour(
  { raster, frame }: Pick<PersonAnalysis, 'raster' | 'frame'>,
  alpha: Float32Array<ArrayBuffer>,
): Promise<Float32Array<ArrayBuffer>> {
  const { width, height } = raster;
  const [given, taken] = [GIVEN_FROM, TAKEN_FROM].map((share) => frame.shoulderCentre.y + share * frame.torsoLength);
  const scale = Math.min(1, SIDE_PIXELS / Math.max(width, height));
  const small = await resizeRaster(raster, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const share = resizeValues(alpha, width, height, small.width, small.height);
  const even = evenShare(small, share);
  if (!even) return alpha;
  const moved = movedParts(share, even, small, {
    given: given * scale,
    taken: taken * scale,
    least: PART_MIN * share.length,
  });
  if (!moved.includes(1)) return alpha;
  const box = boxAround(moved, small, raster);
  const part = cropRaster(raster, box);
  const within = (plane: Float32Array) => cropValues(plane, 1, width, box);
  const fine = guidedFilter(
    part,
    GUIDE_RADIUS,
    GUIDE_VARIANCE,
  )(within(resizeValues(even, small.width, small.height, width, height)));
  const smooth = blur(fine, box.width, box.height, SMOOTH);
  const before = within(alpha);
  const rows = { given: given - box.top, taken: taken - box.top, least: PART_MIN * alpha.length };
  const away = distanceTo(movedParts(before, smooth, part, rows), box.width, box.height, SEAM);
  const edged = planeOf(before.length, (i) => (away[i] <= SEAM ? clamp((smooth[i] - 0.5) * STEEP + 0.5) : before[i]));
  return pasted(alpha, edged, 1, width, box);
}

/** The box at full size around parts of a small picture, with the margin of their changes. */
function boxAround(parts: Uint8Array, small: Size, full: Size): Box {
  const { left, top, width, height } = boxWhere(small, (i) => parts[i] > 0, 1, 1);
  const scale = full.width / small.width;
  const scaled = { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
  return grownWithin(scaled, full, MARGIN);
}

/** Share of garment in each pixel by its place and colour, 0 to 1; null without pixels to learn colours from. */
function evenShare(small: Raster, share: Float32Array): Float32Array<ArrayBuffer> | null {
  const { width, height } = small;
  const mask = maskOf(share.length, (i) => share[i] > 0.5);
  const inside = distanceTo(inverted(mask), width, height);
  const outside = distanceTo(mask, width, height);
  const bins = colourBins(toLab(small));
  const cloth = colourHistogram(bins, share, 1);
  const others = colourHistogram(
    bins,
    planeOf(share.length, (i) => (outside[i] < AROUND ? 1 - share[i] : 0)),
    1,
  );
  if (!cloth || !others) return null;
  const evidence = planeOf(share.length, (i) => {
    const colour = colourOdds(cloth, others, bins[i]);
    const place = clamp((mask[i] ? inside[i] : -outside[i]) / BAND, -2, 2);
    return COLOUR_WEIGHT * clamp(colour, -COLOUR_MAX, COLOUR_MAX) + PLACE_ODDS * place;
  });
  return evenOutline(small, evidence, share);
}

/** Limits of added and removed cloth: the first row, and the least pixels of a part. */
interface Moving {
  readonly given: number;
  readonly taken: number;
  readonly least: number;
}

/** The parts with cloth in one coverage and not in the other, within the limits. */
function movedParts(
  before: Float32Array,
  after: Float32Array,
  { width, height }: Size,
  { given, taken, least }: Moving,
): Uint8Array<ArrayBuffer> {
  const isMoved = (i: number) =>
    before[i] > 0.5 ? after[i] <= 0.5 && i > taken * width : after[i] > 0.5 && i > given * width;
  const { labels, sizes } = findComponents(maskOf(before.length, isMoved), width, height);
  return maskOf(before.length, (i) => labels[i] > 0 && sizes[labels[i]] > least);
}
