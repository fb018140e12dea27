import { colourBins, colourHistogram } from '../../../pixels/colour-histogram.ts';
import { resizeRaster } from '../../../pixels/decode.ts';
import { resizeValues } from '../../../pixels/filters.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { guidedFilter } from '../../../pixels/guided-filter.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { openGapHoles } from './gap-holes.ts';
import { solidPart } from './solid-part.ts';

/** Longer side at which colours are learned. */
const SIDE_PIXELS = 256;
/** Rounds of learning the colours of garment and background from the last round's answer. */
const ROUNDS = 5;
/** Width of the border that is taken for background, as a share of the shorter side. */
const BORDER_SHARE = 0.05;
/** How much a place speaks for the garment: much in the middle, hardly at the border. */
const MIDDLE_PRIOR = 0.72;
const BORDER_PRIOR = 0.06;
/** How much of its word the place loses until the last round: by then the colours know. */
const PLACE_LOSS = 0.6;
/** The guided filter that lets the answer follow the picture's edges. */
const GUIDE_RADIUS = 5;
const GUIDE_VARIANCE = 1e-3;
const FINE_VARIANCE = 2e-4;
/** Mean certainty of a pixel from which colours part at all, and at which they part fully (measured on photos of both kinds). */
const CERTAINTY_MIN = 0.5;
const CERTAINTY_MAX = 0.9;
/** Steepness with which colours and places are weighed: they are not independent. */
const WEIGHT = 0.8;

/** A garment told from an uneven background by its colours. */
export interface ColourPart {
  /** 1 on the garment, of the raster's size. */
  readonly silhouette: Uint8Array<ArrayBuffer>;
  /** How clearly the colours part, 0 to 1. */
  readonly clarity: number;
}

/**
 * Parts a garment from a background with a pattern, folds or furniture in it: both teach their colours to each other, as
 * in GrabCut (Rother, Kolmogorov & Blake 2004), with a guided filter (He, Sun & Tang 2013) in the place of the graph cut.
 */
export async function partByColour(raster: Raster): Promise<ColourPart> {
  const scale = Math.min(1, SIDE_PIXELS / Math.max(raster.width, raster.height));
  const size = { width: Math.round(raster.width * scale), height: Math.round(raster.height * scale) };
  const small = await resizeRaster(raster, size);
  const bins = colourBins(toLab(small));
  const prior = placePrior(size.width, size.height);
  const guide = guidedFilter(small, GUIDE_RADIUS, GUIDE_VARIANCE);
  let share = prior;
  for (let round = 0; round < ROUNDS; round++)
    share = weigh(bins, prior, share, 1 - (PLACE_LOSS * round) / (ROUNDS - 1), guide);
  const full = guidedFilter(
    raster,
    GUIDE_RADIUS,
    FINE_VARIANCE,
  )(resizeValues(share, size.width, size.height, raster.width, raster.height));
  const garment = maskOf(full.length, (i) => full[i] > 0.5);
  const solid = solidPart(garment, raster.width, raster.height);
  return { silhouette: openGapHoles(solid, garment, raster), clarity: clarityOf(share) };
}

/** One round: the colours of both sides by the last answer, and with them a new one. */
function weigh(
  bins: Int32Array,
  prior: Float32Array,
  share: Float32Array,
  placeWeight: number,
  guide: (plane: Float32Array) => Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  const garment = colourHistogram(bins, share, 1);
  const background = colourHistogram(
    bins,
    share.map((value) => 1 - value),
    1,
  );
  const next = share.map((value, i) => {
    if (!garment || !background) return value;
    const colour = Math.log((garment[bins[i]] + 1e-5) / (background[bins[i]] + 1e-5));
    const place = placeWeight * Math.log(prior[i] / (1 - prior[i]));
    return 1 / (1 + Math.exp(-WEIGHT * (colour + place)));
  });
  return guide(next).map((value) => clamp(value, 0.001, 0.999));
}

/** How likely each place shows the garment before anything is seen. */
function placePrior(width: number, height: number): Float32Array<ArrayBuffer> {
  const border = Math.min(width, height) * BORDER_SHARE;
  return Float32Array.from({ length: width * height }, (_, i) => {
    const x = i % width;
    const y = (i - x) / width;
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
    if (edge < border) return BORDER_PRIOR / 3;
    return BORDER_PRIOR + (MIDDLE_PRIOR - BORDER_PRIOR) * smoothstep(border, 6 * border, edge);
  });
}

/** Near 1 when hardly any pixel is in doubt, 0 when most are. */
function clarityOf(share: Float32Array): number {
  let certainty = 0;
  for (const value of share) certainty += Math.abs(value - 0.5) * 2;
  return clamp((certainty / share.length - CERTAINTY_MIN) / (CERTAINTY_MAX - CERTAINTY_MIN));
}
