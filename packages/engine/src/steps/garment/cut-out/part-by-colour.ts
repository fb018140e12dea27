import { colourBins, colourHistogram, colourOdds } from '../../../pixels/colour-histogram.ts';
import { resizeRaster } from '../../../pixels/decode.ts';
import { resizeValues } from '../../../pixels/filters.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { guidedFilter } from '../../../pixels/guided-filter.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { agreement } from './agreement.ts';
import { evenOutline } from './even-outline.ts';
import { openGapHoles } from './gap-holes.ts';
import { solidPart } from './solid-part.ts';

/** Longer side of the picture that teaches colours. */
const SIDE_PIXELS = 256;
/** Rounds that learn the colours of garment and background from the previous round's result. */
const ROUNDS = 5;
/** Width of the border that counts as background, as a share of the shorter side. */
const BORDER_SHARE = 0.05;
/** Prior of a place for the garment: high in the middle, low at the border. */
const MIDDLE_PRIOR = 0.72;
const BORDER_PRIOR = 0.06;
/** Share of the prior's weight lost by the last round, when the colours are known. */
const PLACE_LOSS = 0.6;
/** The guided filter that aligns the result with the picture's edges. */
const GUIDE_RADIUS = 5;
const GUIDE_VARIANCE = 1e-3;
const FINE_VARIANCE = 2e-4;
/**
 * Mean certainty of a pixel at which colours begin to differ, and at which they differ fully (measured on photos of
 * both kinds).
 */
const CERTAINTY_MIN = 0.5;
const CERTAINTY_MAX = 0.9;
/** Weight of colours and places, below 1 because they are not independent. */
const WEIGHT = 0.8;
/**
 * Greatest clarity of hardly different colours, where another silhouette of the garment counts too (measured: outlines
 * fray up to 0.13).
 */
const UNCLEAR_MAX = 0.14;
/** Least intersection over union with that silhouette, and its weight in log odds. */
const AGREED_MIN = 0.75;
const TOLD_ODDS = 0.8;
/**
 * Loss of a place's weight against that silhouette near the edge of the photo, as a share. Garments leave their photos
 * there, and floors come in. Measured: 0.2 leaves a strip of floor beside a dress.
 */
const LEAVES = 0.1;

/** A garment separated from an uneven background by its colours. */
export interface ColourPart {
  /** 1 on the garment, of the raster's size. */
  readonly silhouette: Uint8Array<ArrayBuffer>;
  /** Clarity of the difference in colours, 0 to 1. */
  readonly clarity: number;
  /** True if colours hardly differ, but alone give nearly the other silhouette. Both count then. */
  readonly isAgreed: boolean;
}

/**
 * Separates a garment from a background with a pattern, folds or furniture. Garment and background teach each other
 * their colours, as in GrabCut (Rother, Kolmogorov & Blake 2004). A guided filter (He, Sun & Tang 2013) replaces the
 * graph cut. `other` is another silhouette (1 inside) of the same garment, which counts if the colours hardly differ.
 */
export async function partByColour(raster: Raster, other: Uint8Array | null): Promise<ColourPart> {
  const { width, height } = raster;
  const scale = Math.min(1, SIDE_PIXELS / Math.max(width, height));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const learned = learnColours(await resizeRaster(raster, size));
  const told = other && resizeValues(Float32Array.from(other), width, height, size.width, size.height);
  const agreed = told && agreedShare(learned, told);
  const fine = guidedFilter(raster, GUIDE_RADIUS, FINE_VARIANCE);
  const full = fine(resizeValues(agreed ?? learned.share, size.width, size.height, width, height));
  const garment = maskOf(full.length, (i) => full[i] > 0.5);
  const solid = solidPart(garment, width, height);
  return { silhouette: openGapHoles(solid, garment, raster), clarity: learned.clarity, isAgreed: agreed !== null };
}

/** The result of learning colours on a small picture. */
interface Learned {
  readonly small: Raster;
  /** Share of garment in each pixel, 0 to 1. */
  readonly share: Float32Array<ArrayBuffer>;
  /** Log odds of the garment by a pixel's colour and place, and the part of them from the place. */
  readonly odds: Float32Array<ArrayBuffer>;
  readonly placeOdds: Float32Array<ArrayBuffer>;
  /** Clarity of the difference in colours, 0 to 1. */
  readonly clarity: number;
}

/** Learns the colours of garment and background from each other's last result. */
function learnColours(small: Raster): Learned {
  const bins = colourBins(toLab(small));
  const place = oddsOfPlaces(small.width, small.height);
  const guide = guidedFilter(small, GUIDE_RADIUS, GUIDE_VARIANCE);
  let share = place.map(shareOf);
  for (let round = 0; round < ROUNDS; round++) {
    const odds = weigh(bins, place, share, 1 - (PLACE_LOSS * round) / (ROUNDS - 1));
    share = guide(odds.map(shareOf)).map((value) => clamp(value, 0.001, 0.999));
  }
  return {
    small,
    share,
    odds: weigh(bins, place, share, 1 - PLACE_LOSS),
    placeOdds: place.map((odds) => WEIGHT * (1 - PLACE_LOSS) * odds),
    clarity: clarityOf(share),
  };
}

/**
 * The share of garment in each pixel, 0 to 1, by faint colours and by another silhouette that nearly agrees, with a
 * smoothed outline. Near the edge of the photo the colours count less against that silhouette, because the garment may
 * leave the photo. Null if the colours differ clearly or the two disagree.
 */
function agreedShare(
  { small, share, odds, placeOdds, clarity }: Learned,
  told: Float32Array,
): Float32Array<ArrayBuffer> | null {
  if (clarity > UNCLEAR_MAX || agreement(told, share) < AGREED_MIN) return null;
  const evidence = planeOf(
    odds.length,
    (i) => odds[i] + TOLD_ODDS * (2 * told[i] - 1) - (told[i] > 0.5 ? LEAVES * Math.min(0, placeOdds[i]) : 0),
  );
  return evenOutline(small, evidence, share);
}

/** The share for log odds. */
const shareOf = (odds: number) => 1 / (1 + Math.exp(-odds));

/** One round: the colours of both sides by the last result, then the log odds of the garment for each pixel. */
function weigh(
  bins: Int32Array,
  odds: Float32Array,
  share: Float32Array,
  placeWeight: number,
): Float32Array<ArrayBuffer> {
  const garment = colourHistogram(bins, share, 1);
  const background = colourHistogram(
    bins,
    share.map((value) => 1 - value),
    1,
  );
  return planeOf(share.length, (i) => {
    if (!garment || !background) return Math.log(share[i] / (1 - share[i]));
    const colour = colourOdds(garment, background, bins[i]);
    return WEIGHT * (colour + placeWeight * odds[i]);
  });
}

/** Prior log odds of the garment at each place. */
function oddsOfPlaces(width: number, height: number): Float32Array<ArrayBuffer> {
  const border = Math.min(width, height) * BORDER_SHARE;
  return Float32Array.from({ length: width * height }, (_, i) => {
    const x = i % width;
    const y = (i - x) / width;
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
    const inner = BORDER_PRIOR + (MIDDLE_PRIOR - BORDER_PRIOR) * smoothstep(border, 6 * border, edge);
    const prior = edge < border ? BORDER_PRIOR / 3 : inner;
    return Math.log(prior / (1 - prior));
  });
}

/** Near 1 if hardly any pixel is uncertain, 0 if most are. */
function clarityOf(share: Float32Array): number {
  let certainty = 0;
  for (const value of share) certainty += Math.abs(value - 0.5) * 2;
  return clamp((certainty / share.length - CERTAINTY_MIN) / (CERTAINTY_MAX - CERTAINTY_MIN));
}
