import { type BodyFrame, REGIONS, type RegionMap } from '../../analysis.ts';
import { colourHistogram, colourOdds } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { dot, pixelMiddle, subtract } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { relabel } from './relabel.ts';

const [HAIR, SKIN] = [REGIONS.indexOf('hair'), REGIONS.indexOf('skin')];
/** Least number of pixels for a histogram. */
const SAMPLES_MIN = 60;
/** Log odds of skin against the hair of the head: least for sure skin, and least for possible skin. */
const SURELY = 2;
const MAYBE = 0.5;
/** Radius that smooths the log odds, in pixels of the map. */
const SMOOTH = 2;
/**
 * Least area of sure skin in a shoulder, in squares of the shoulder width. The measured shoulder has 0.023, sunlit hair
 * at most 0.010.
 */
const SURE_MIN = 0.015;

/** Width around a shoulder, in pixels of the map, where skin may be partly labelled as hair. */
const EDGE = 4;

/** Input of the search. The frame is in pixels of the picture, `scale` times larger than the map. */
export interface HairInput {
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly frame: Pick<BodyFrame, 'faceCentre' | 'faceRadius' | 'down' | 'shoulderWidth'>;
}

/** Relabels shoulders from hair to skin if they have the colours of skin and not those of the hair on the head. */
export function returnBareShoulders(map: RegionMap, { bins, frame }: HairInput): RegionMap {
  const { width, height, labels, scale } = map;
  const isBelowChin = (i: number) =>
    dot(subtract(pixelMiddle(i, width, scale), frame.faceCentre), frame.down) > frame.faceRadius;
  const falling = maskOf(labels.length, (i) => labels[i] === HAIR && isBelowChin(i));
  const head = coloursOf(bins, (i) => labels[i] === HAIR && falling[i] === 0);
  const skin = coloursOf(bins, (i) => labels[i] === SKIN);
  if (!head || !skin) return map;
  const smoothed = (shareOf: (pixel: number) => number, radius: number) =>
    boxFilter(planeOf(labels.length, shareOf), width, height, radius);
  // The mean includes the skin beside the hair; without it, odds along that border would shrink to 0.
  const odds = smoothed((i) => (falling[i] || labels[i] === SKIN ? colourOdds(skin, head, bins[i]) : 0), SMOOTH);
  const { labels: pieces, sizes } = findComponents(
    maskOf(labels.length, (i) => falling[i] === 1 && odds[i] > MAYBE),
    width,
    height,
  );
  const sure = sizes.map(() => 0);
  for (let i = 0; i < pieces.length; i++) if (falling[i] && odds[i] > SURELY) sure[pieces[i]]++;
  const least = SURE_MIN * (frame.shoulderWidth / scale) ** 2;
  const isShoulder = sure.map((size, piece) => piece > 0 && size >= least);
  if (!isShoulder.includes(true)) return map;
  const beside = smoothed((i) => (isShoulder[pieces[i]] ? 1 : 0), EDGE);
  return relabel(map, 'skin', (i) => isShoulder[pieces[i]] || (labels[i] === SKIN && beside[i] > 0));
}

/** Probability of each colour bin among the chosen pixels; null if there are too few. */
function coloursOf(bins: Int32Array, isSample: (pixel: number) => boolean): Float32Array | null {
  const samples = planeOf(bins.length, (i) => (isSample(i) ? 1 : 0));
  return colourHistogram(bins, samples, SAMPLES_MIN);
}
