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
import { evenOutline } from '../cut-out/even-outline.ts';

/** Longer side at which colours are compared. */
const SIDE_PIXELS = 256;
/**
 * How far from its outline a garment may begin or end elsewhere, and how far around it colours of others are learned,
 * in these pixels.
 */
const BAND = 10;
const AROUND = 40;
/**
 * How surely a place as far as the band from the outline belongs to its side, in log odds; twice as far it is twice as
 * sure.
 */
const PLACE_ODDS = 4;
/** What a colour counts for beside the place, and the most that it tells, in log odds. */
const COLOUR_WEIGHT = 0.8;
const COLOUR_MAX = 4;
/**
 * How far below the shoulders cloth is given, and taken away, in lengths of the trunk: collars and hoods have linings,
 * and sleeves trims, of colours that the rest has none of.
 */
const GIVEN_FROM = 0.15;
const TAKEN_FROM = 0.5;
/** Least part that is given or taken, as a share of the picture: less is the softness of the edge. */
const PART_MIN = 0.0004;
/** The guided filter by which parts get the edges of the photo. */
const GUIDE_RADIUS = 5;
const GUIDE_VARIANCE = 2e-4;
/**
 * Pixels around such a part over which the edge is that of the colours, how much that is smoothed, and how steep it is
 * made.
 */
const SEAM = 6;
const SMOOTH = 1.5;
const STEEP = 4;
/**
 * Room around parts in which all that is done to them at full size is seen: their seams, and the reach of both filters.
 */
const MARGIN = SEAM + 2 * GUIDE_RADIUS + 3 * SMOOTH;

/**
 * The coverage of a garment on somebody, 0 to 1, whose outline is moved to where its colours end, near where it was:
 * what is worn is told on a coarse grid, which leaves pieces of walls and trousers along hems, and takes some of the
 * cloth.
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

/** The box at full size around parts of a small picture, with room for what is done to them. */
function boxAround(parts: Uint8Array, small: Size, full: Size): Box {
  const { left, top, width, height } = boxWhere(small, (i) => parts[i] > 0, 1, 1);
  const scale = full.width / small.width;
  const scaled = { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
  return grownWithin(scaled, full, MARGIN);
}

/**
 * How much of each pixel is the garment by where it is and by its colours, 0 to 1; null where there is nothing to learn
 * those from.
 */
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

/** Where cloth is given and taken away: from so many rows on, and in parts of so many pixels at least. */
interface Moving {
  readonly given: number;
  readonly taken: number;
  readonly least: number;
}

/** Where one coverage has cloth and another has not, as far as that is moved. */
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
