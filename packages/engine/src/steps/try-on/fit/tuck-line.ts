import type { PersonAnalysis } from '../../../analysis.ts';
import { add, clamp, interpolate } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';

/** The upper edge of the waistband over a tucked top. Shares of the torso. */
export interface TuckLine {
  /** Its height in the middle. */
  readonly share: number;
  /** Its height at a distance to the right of the axis, in pixels of the analysed person. */
  at(offset: number): number;
  /**
   * `own`: the top is worn as the person's own one. `asked`: the request asks for it. `brought`: a garment of the
   * request has it. `sewn`: the top is sewn to trousers.
   */
  readonly band: 'own' | 'asked' | 'brought' | 'sewn';
}

/** Assumed place of a hidden waistband. */
const ASSUMED = 0.85;
/** Below this a top hangs over the waistband, and the visible edge is its hem. */
const SEEN_LOWEST = 0.94;
/** Lowest edge that counts as a waistband without words. A lower one may be the hem of a vest. Our estimate. */
const OWN_LOWEST = 0.87;
/** How much lower a waistband hangs in the middle of a body than at its sides. */
const SAG = 0.022;
/**
 * Columns that are searched for the waistband, in half widths from the axis, and the least number that must show it.
 */
const COLUMNS = [-0.75, -0.55, -0.35, -0.18, 0, 0.18, 0.35, 0.55, 0.75];
const COLUMNS_MIN = 5;
/** Searched range of a dress's waist, and its least narrowing against the assumed place. */
const DRESS_WAIST_FROM = 0.62;
const DRESS_WAIST_NARROWER = 0.95;
/** Range of the search, and its step. */
const HIGHEST = 0.45;
const LOWEST = 1.25;
const STEP = 0.005;
/** Widest belt above the clothes below the waist, and the greatest difference of a column from the others. */
const BELT_MAX = 0.1;
const APART_MAX = 0.06;

/**
 * The waistband over a tucked top, at the visible or assumed place of the person's own. `brought` is true if the
 * request has trousers or a skirt. Null if neither the request nor the person has any.
 */
export function findTuckLine(person: PersonAnalysis, body: BodyModel, brought: boolean): TuckLine | null {
  if (!brought && person.regions.wearsDress) return null;
  return { ...ownLine(person, body), band: brought ? 'brought' : 'asked' };
}

/** The waistband over the top that the person wears; null if that top hangs over it or ends above it. */
export function ownTuckLine(person: PersonAnalysis, body: BodyModel): TuckLine | null {
  const { isSeen, ...own } = ownLine(person, body);
  const { hem } = body.worn;
  const isTucked = isSeen && own.share < OWN_LOWEST && hem !== null && hem > own.share - APART_MAX;
  return isTucked ? { ...own, band: 'own' } : null;
}

/** The seam between the top of a jumpsuit and its trousers. */
export function sewnLine(person: PersonAnalysis, body: BodyModel): TuckLine {
  return { ...ownLine(person, body), band: 'sewn' };
}

/** The line of the person's own waistband. `isSeen` is false if the photo hides it. */
function ownLine(person: PersonAnalysis, body: BodyModel): Omit<TuckLine, 'band'> & { readonly isSeen: boolean } {
  const { worn, shoulderWidth } = body;
  const found = topsOfLower(person, body);
  const middle = median(
    found.map(([, share]) => share),
    1,
  );
  const hangsOver = worn.hem !== null && worn.hem > middle + APART_MAX;
  if (found.length >= COLUMNS_MIN && middle < SEEN_LOWEST && !hangsOver && !person.regions.wearsDress) {
    const knots = found.map(
      ([offset, share]) => [offset, clamp(share, middle - APART_MAX, middle + APART_MAX)] as const,
    );
    return { share: middle, at: (offset) => interpolate(knots, offset), isSeen: true };
  }
  const assumed = person.regions.wearsDress ? waistOfDress(person, body) : ASSUMED;
  return {
    share: assumed,
    at: (offset) => assumed - SAG * clamp(Math.abs(offset) / (0.5 * shoulderWidth)) ** 2,
    isSeen: false,
  };
}

/**
 * Share of the torso where a dress is narrowest above the hips, if it narrows. Not below the upper edge of a separate
 * skirt.
 */
function waistOfDress(person: PersonAnalysis, body: BodyModel): number {
  const width = (share: number) => body.halfWidth(share, 0) + body.halfWidth(share, 1);
  const shares = Array.from(
    { length: Math.round((ASSUMED - DRESS_WAIST_FROM) / STEP) + 1 },
    (_, k) => ASSUMED - k * STEP,
  );
  const narrowest = shares.reduce((best, share) => (width(share) < width(best) ? share : best), ASSUMED);
  const drawnIn = width(narrowest) < DRESS_WAIST_NARROWER * width(ASSUMED) ? narrowest : ASSUMED;
  return Math.min(drawnIn, findWaist(person, body));
}

/** Quantile of the measured heights, from the highest, and a rise on top of it. */
const HIGH = 0.25;
const RAISED = 0.03;

/**
 * The share of the torso where the lower garment begins: nearly the highest place in the photo. A top hides a waistband
 * that is too high, but a gap below it would have to be invented.
 */
export function findWaist(person: PersonAnalysis, body: BodyModel): number {
  const shares = topsOfLower(person, body).map(([, share]) => share);
  if (shares.length === 0) return ASSUMED;
  return clamp(shares.sort((a, b) => a - b)[Math.floor(shares.length * HIGH)] - RAISED, 0.5, 0.98);
}

/**
 * The shares of the torso where trousers, a skirt, or the belt above them begin, in the columns that show it. With the
 * distance of each column to the right of the axis, from left to right.
 */
function topsOfLower({ regions }: PersonAnalysis, body: BodyModel): (readonly [offset: number, share: number])[] {
  return COLUMNS.flatMap((aside) => {
    const offset = aside * body.halfWidth(ASSUMED, aside < 0 ? 0 : 1);
    const at = (share: number) => regionAt(regions, add(body.axis(share), body.across, offset));
    let share = HIGHEST;
    while (share < LOWEST && at(share) !== 'lower') share += STEP;
    if (share >= LOWEST) return [];
    let top = share;
    while (share - top < BELT_MAX && at(top - STEP) === 'other') top -= STEP;
    return [[offset, share - top < BELT_MAX ? top : share] as const];
  });
}
