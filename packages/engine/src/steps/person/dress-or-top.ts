import { type BodyFrame, REGIONS } from '../../analysis.ts';
import type { RegionGuess } from '../../models/person-regions.ts';
import { colourHistogram, likenessOf } from '../../pixels/colour-histogram.ts';
import { clamp, dot, pixelMiddle, subtract } from '../../pixels/geometry.ts';
import { pixelsWhere, planeOf, sumOf } from '../../pixels/planes.ts';

// Places along the body are shares of the torso: 0 at the shoulders, 1 at the hips.

/** A dress turns from `upper` to `lower` between these places. */
const DRESS_WAIST = [0.8, 1] as const;
/** A top over trousers ends between these places, if its colours do not show where. Our estimate. */
const LONG_TOP = [1.3, 1.5] as const;
/** Half of the length over which a top gives way to the clothes below its hem, which may slant. */
const HEM_ROOM = 0.1;
/** Places that may be a hem. */
const HEMS = Array.from({ length: 17 }, (_, step) => 0.7 + 0.05 * step);
/**
 * Greatest likeness of the colours above and below the hem of a top. Of 35 labelled test people in dresses, four have
 * less somewhere. One wears a dress of two colours, and three wear other clothes over or below it.
 */
const LIKE_MAX = 0.25;
/** Least share of the clothes that lies below a hem, so that it has a colour. */
const BELOW_MIN = 0.04;
/** Least share of clothes in a pixel of cloth, and step between the pixels whose colours count. */
const CLOTH = 0.5;
const STRIDE = 3;
/** Share of dresses among the clothes below which nothing has to be divided. */
const DRESS_MIN = 0.02;
/**
 * Greatest share of skirts on somebody in trousers, by {@link DividedDress.skirt}. 0.2 and 0.5 score a little worse
 * (`npm run score -- --only half-bodies`).
 */
const TROUSERS_MAX = 0.4;
const [UPPER, LOWER] = [REGIONS.indexOf('upper'), REGIONS.indexOf('lower')];
/** Pixels of the map that are added to a sum, so that specks do not count. */
export const NOISE = 300;

/** A photo of the size of the map, and its body in pixels of the analysed person. */
export interface DressInput {
  readonly raster: { readonly width: number };
  /** Histogram bin of the colour of each pixel. */
  readonly bins: Int32Array;
  /** Pixels of the photo to one of the map. */
  readonly scale: number;
  readonly frame: Pick<BodyFrame, 'shoulderCentre' | 'down' | 'torsoLength'>;
}

/** The regions of a person with those of a dress. */
export interface DividedDress {
  /** Probability of each region in the order of REGIONS, 0 to 1. They sum to 1 at each pixel. */
  readonly probability: readonly Float32Array[];
  /** True if the dress of the net is a top that hangs over trousers or a skirt. */
  readonly isTop: boolean;
  /** Share of skirts and of dresses below the waist among these and trousers, 0 to 1. */
  readonly skirt: number;
}

/**
 * Divides what the net takes for a dress. Long tops are often among it. A top ends where the clothes below have other
 * colours. Somebody in trousers wears a top too. A dress is divided at the waist.
 */
export function divideDress({ raster, bins, scale, frame }: DressInput, guess: RegionGuess): DividedDress {
  const { dress, tights } = guess.classes;
  const [upper, lower] = [guess.probability[UPPER], guess.probability[LOWER]];
  const along = planeOf(dress.length, (i) => {
    const place = subtract(pixelMiddle(i, raster.width, scale), frame.shoulderCentre);
    return dot(place, frame.down) / frame.torsoLength;
  });
  const divided = (from: number, to: number, isTop: boolean): DividedDress => {
    const below = planeOf(dress.length, (i) => dress[i] * clamp((along[i] - from) / (to - from)));
    const probability = guess.probability.with(
      UPPER,
      planeOf(dress.length, (i) => upper[i] + dress[i] - below[i]),
    );
    probability[LOWER] = planeOf(dress.length, (i) => lower[i] + below[i]);
    return { probability, isTop, skirt: skirtShare(guess, sumOf(below)) };
  };
  const atWaist = divided(...DRESS_WAIST, false);
  const clothes = planeOf(dress.length, (i) => upper[i] + lower[i] - tights[i] + dress[i]);
  if (sumOf(dress) <= DRESS_MIN * sumOf(clothes)) return atWaist;
  const hem = findHem(bins, clothes, along);
  if (hem !== null) return divided(hem - HEM_ROOM, hem + HEM_ROOM, true);
  return atWaist.skirt < TROUSERS_MAX ? divided(...LONG_TOP, true) : atWaist;
}

/** The place where the colours above and below differ most; null if they are alike everywhere. */
function findHem(bins: Int32Array, clothes: Float32Array, along: Float32Array): number | null {
  const pixels = pixelsWhere(clothes.length, (i) => clothes[i] > CLOTH && i % STRIDE === 0);
  const colours = Int32Array.from(pixels, (i) => bins[i]);
  const least = BELOW_MIN * pixels.length;
  const coloursWhere = (test: (place: number) => boolean) =>
    colourHistogram(
      colours,
      Uint8Array.from(pixels, (i) => Number(test(along[i]))),
      least,
    );
  let [hem, likeness]: [number | null, number] = [null, LIKE_MAX];
  for (const place of HEMS) {
    const below = coloursWhere((at) => at >= place);
    const above = coloursWhere((at) => at < place);
    const alike = above && below ? likenessOf(above, below) : 1;
    if (alike < likeness) [hem, likeness] = [place, alike];
  }
  return hem;
}

/** Share of skirts and of dresses below the waist among these and trousers, 0 to 1. */
function skirtShare({ probability, classes: { skirt, tights } }: RegionGuess, dressBelow: number): number {
  const bottoms = sumOf(probability[LOWER]) - sumOf(tights);
  return (sumOf(skirt) + dressBelow) / (bottoms + dressBelow + NOISE);
}
