import { REGIONS, type Region, type RegionMap, type SkinModel } from '../../analysis.ts';
import { colourHistogram, likenessOf } from '../../pixels/colour-histogram.ts';
import { type Components, findComponents } from '../../pixels/components.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import { relabel } from './relabel.ts';
import { skinDistance } from './skin-model.ts';

/** Labels that the net gives to cloth about the feet or beside the body. */
const TAKEN_FOR = ['shoes', 'other'] as const satisfies readonly Region[];
const CLOTHES = ['lower', 'upper'] as const satisfies readonly Region[];
/**
 * Least distance from grey, in a*b*, of a telling colour: shoes and bags are often black, white or grey as clothes are.
 * Least `skinDistance`, because hands and feet are not cloth.
 */
const VIVID_MIN = 22;
const SKIN_MIN = 2;
/** Share of a garment that its most frequent colours make up; these count as its colours. */
const COMMON_SHARE = 0.9;
/** Least number of pixels for a histogram. */
const SAMPLES_MIN = 400;
/** Least share of the garment's vivid colours in a carried thing that is cloth as a whole. */
const WHOLE_MIN = 0.35;
/** Least area of a piece, as a share of the map, and least share of its outline that borders the garment or skin. */
const SIZE_MIN = 0.0004;
const BESIDE_MIN = 0.1;
/**
 * Least likeness to the top, and least share of outline that borders it, for a carried thing that is part of the top. A
 * dark sleeve in front of a table has 0.68 and 0.79. Other things reach at most 0.53 in outline, and 0.6 in likeness
 * only beside the top.
 */
const LIKE_MIN = 0.6;
const AROUND_MIN = 0.6;

/** Input of the search; planes have the size of the map. */
export interface StrayedInput {
  readonly lab: LabPlanes;
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly skin: SkinModel;
}

/**
 * Relabels cloth from `shoes` or `other` to the garment that it borders and shares its colours with. Examples are the
 * hem of a long skirt about the feet, its train and a wide sleeve.
 */
export function returnStrayedCloth(map: RegionMap, { lab, bins, skin }: StrayedInput): RegionMap {
  const isVivid = maskOf(bins.length, (i) => {
    const [l, a, b] = [lab.l[i], lab.a[i], lab.b[i]];
    return Math.hypot(a, b) >= VIVID_MIN && skinDistance(skin, l, a, b) > SKIN_MIN;
  });
  return withPartsOfTop(
    CLOTHES.reduce((divided, garment) => withStrayed(divided, garment, isVivid, bins), map),
    bins,
  );
}

function withStrayed(map: RegionMap, garment: Region, isVivid: Uint8Array, bins: Int32Array): RegionMap {
  const { width, height, labels } = map;
  const cloth = REGIONS.indexOf(garment);
  const isColour = commonColours(bins, (i) => labels[i] === cloth);
  if (!isColour) return map;
  const alike = maskOf(labels.length, (i) => isVivid[i] === 1 && isColour(bins[i]));
  const taken = TAKEN_FOR.map((region) => REGIONS.indexOf(region));
  const whole = wholeThings(map, alike);
  const strayed = maskOf(labels.length, (i) => whole[i] === 1 || (alike[i] === 1 && taken.includes(labels[i])));
  const { labels: pieces, sizes } = findComponents(strayed, width, height);
  const besides = besideOf(
    pieces,
    sizes.length,
    width,
    (i) => labels[i] === cloth || labels[i] === REGIONS.indexOf('skin'),
  );
  const isStrayed = sizes.map(
    (size, piece) => piece > 0 && size >= SIZE_MIN * labels.length && besides[piece] >= BESIDE_MIN,
  );
  return isStrayed.includes(true) ? relabel(map, garment, (i) => isStrayed[pieces[i]]) : map;
}

/** Relabels carried things in the middle of the top that have its colours: pieces of a sleeve. */
function withPartsOfTop(map: RegionMap, bins: Int32Array): RegionMap {
  const { width, labels } = map;
  const top = REGIONS.indexOf('upper');
  const { labels: things, sizes } = carriedThings(map);
  const around = besideOf(things, sizes.length, width, (i) => labels[i] === top);
  const candidates = sizes.flatMap((size, thing) =>
    thing > 0 && size >= SAMPLES_MIN && around[thing] >= AROUND_MIN ? [thing] : [],
  );
  const worn = candidates.length > 0 ? coloursOf(bins, (i) => labels[i] === top) : null;
  if (!worn) return map;
  const parts = candidates.filter((thing) => {
    const own = coloursOf(bins, (i) => things[i] === thing);
    return own !== null && likenessOf(own, worn) >= LIKE_MIN;
  });
  return parts.length > 0 ? relabel(map, 'upper', (i) => parts.includes(things[i])) : map;
}

/** Probability of each colour bin among the chosen pixels; null if there are too few. */
function coloursOf(bins: Int32Array, isSample: (pixel: number) => boolean): Float32Array | null {
  const samples = planeOf(bins.length, (i) => (isSample(i) ? 1 : 0));
  return colourHistogram(bins, samples, SAMPLES_MIN);
}

/** Returns a test for the most frequent colours of the chosen pixels; null if there are too few. */
function commonColours(bins: Int32Array, isSample: (pixel: number) => boolean): ((bin: number) => boolean) | null {
  const shares = coloursOf(bins, isSample);
  if (!shares) return null;
  let sum = 0;
  const falling = Float32Array.from(shares).sort().reverse();
  const least = falling.find((share) => {
    sum += share;
    return sum >= COMMON_SHARE;
  });
  return (bin) => shares[bin] >= (least ?? 0);
}

/** The connected pieces labelled `other`. */
function carriedThings({ width, height, labels }: RegionMap): Components {
  const other = REGIONS.indexOf('other');
  return findComponents(
    maskOf(labels.length, (i) => labels[i] === other),
    width,
    height,
  );
}

/** Pixels of the carried things with enough of a garment's colours, as a mask. */
function wholeThings(map: RegionMap, alike: Uint8Array): Uint8Array<ArrayBuffer> {
  const { labels: things, sizes } = carriedThings(map);
  const same = new Int32Array(sizes.length);
  for (let i = 0; i < things.length; i++) same[things[i]] += alike[i];
  return maskOf(things.length, (i) => things[i] > 0 && same[things[i]] >= WHOLE_MIN * sizes[things[i]]);
}

/** Share of each piece's outline that borders pixels for which `isElse` is true, indexed by piece. */
function besideOf(pieces: Int32Array, count: number, width: number, isElse: (pixel: number) => boolean): Float32Array {
  const outline = new Int32Array(count).fill(1);
  const beside = new Float32Array(count);
  for (let i = width; i < pieces.length - width; i++) {
    if (!pieces[i]) continue;
    for (const near of [i - 1, i + 1, i - width, i + width]) {
      if (pieces[near] === pieces[i]) continue;
      outline[pieces[i]]++;
      if (isElse(near)) beside[pieces[i]]++;
    }
  }
  return beside.map((length, piece) => length / outline[piece]);
}
