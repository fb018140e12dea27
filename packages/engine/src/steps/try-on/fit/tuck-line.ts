import type { PersonAnalysis } from '../../../analysis.ts';
import { add, clamp, interpolate } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import { findWaist } from '../body/waist.ts';

/** The upper edge of the waistband that a top is tucked under. Shares of the torso. */
export interface TuckLine {
  /** Its height in the middle. */
  readonly share: number;
  /** Its height at a distance from the axis, in pixels of the analysed person, to the right. */
  at(offset: number): number;
  /**
   * Whether the photo shows the waistband, the engine paints it, a garment of the request brings it, or the top is sewn
   * to trousers there.
   */
  readonly band: 'seen' | 'painted' | 'brought' | 'sewn';
}

/** Where a waistband that the photo does not show is taken to be. */
const ASSUMED = 0.85;
/** Lower than this a top hangs over the waistband: what is seen is its hem. */
const SEEN_LOWEST = 0.94;
/** A waistband in the middle of a body hangs this much lower than at its sides. */
const SAG = 0.022;
/**
 * Columns in which the waistband is looked for, in half widths from the axis, and the least of them that must show it.
 */
const COLUMNS = [-0.75, -0.55, -0.35, -0.18, 0, 0.18, 0.35, 0.55, 0.75];
const COLUMNS_MIN = 5;
/**
 * Between which shares a dress is looked at for its waist, and how much narrower than at the one assumed it is there.
 */
const DRESS_WAIST_FROM = 0.62;
const DRESS_WAIST_NARROWER = 0.95;
/** Range of the search, and its step. */
const HIGHEST = 0.5;
const LOWEST = 1.2;
const STEP = 0.005;
/** Widest belt above what is worn below, and farthest a column may lie from the others. */
const BELT_MAX = 0.1;
const APART_MAX = 0.06;

/**
 * The waistband that a top is tucked under: where the person's own is, or would be were it not hidden. `brought` says
 * that the request brings trousers or a skirt; null where neither it does nor the person wears any.
 */
export function findTuckLine(person: PersonAnalysis, body: BodyModel, brought: boolean): TuckLine | null {
  if (!brought && person.regions.wearsDress) return null;
  const own = ownLine(person, body);
  return brought ? { ...own, band: 'brought' } : own;
}

/** The line along which the top of a jumpsuit is sewn to its trousers. */
export function sewnLine(person: PersonAnalysis, body: BodyModel): TuckLine {
  return { ...ownLine(person, body), band: 'sewn' };
}

function ownLine(person: PersonAnalysis, body: BodyModel): TuckLine {
  const { worn, shoulderWidth } = body;
  const half = (side: 0 | 1) => body.halfWidth(ASSUMED, side);
  const found = COLUMNS.flatMap((aside) => {
    const offset = aside * half(aside < 0 ? 0 : 1);
    const share = topOfLower(person, body, offset);
    return share === null ? [] : [{ offset, share }];
  });
  const middle = median(
    found.map(({ share }) => share),
    1,
  );
  const hangsOver = worn.hem !== null && worn.hem > middle + APART_MAX;
  if (found.length >= COLUMNS_MIN && middle < SEEN_LOWEST && !hangsOver && !person.regions.wearsDress) {
    const knots = found.map(
      ({ offset, share }) => [offset, clamp(share, middle - APART_MAX, middle + APART_MAX)] as const,
    );
    const smooth = knots.map(
      ([offset], k) => [offset, mean(knots.slice(Math.max(0, k - 1), k + 2).map(([, s]) => s))] as const,
    );
    return { share: middle, at: (offset) => interpolate(smooth, offset), band: 'seen' };
  }
  const assumed = person.regions.wearsDress ? waistOfDress(person, body) : ASSUMED;
  return {
    share: assumed,
    at: (offset) => assumed - SAG * clamp(Math.abs(offset) / (0.5 * shoulderWidth)) ** 2,
    band: 'painted',
  };
}

/**
 * Share at which a dress is narrowest above the hips, if it is drawn in there; not below what looks like a skirt of its
 * own.
 */
export function waistOfDress(person: PersonAnalysis, body: BodyModel): number {
  const width = (share: number) => body.halfWidth(share, 0) + body.halfWidth(share, 1);
  const shares = Array.from(
    { length: Math.round((ASSUMED - DRESS_WAIST_FROM) / STEP) + 1 },
    (_, k) => ASSUMED - k * STEP,
  );
  const narrowest = shares.reduce((best, share) => (width(share) < width(best) ? share : best), ASSUMED);
  const drawnIn = width(narrowest) < DRESS_WAIST_NARROWER * width(ASSUMED) ? narrowest : ASSUMED;
  return Math.min(drawnIn, findWaist(person, body));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share at which trousers, a skirt, or the belt above them begin in one column; null where none are seen. */
function topOfLower({ regions }: PersonAnalysis, body: BodyModel, offset: number): number | null {
  const at = (share: number) => regionAt(regions, add(body.axis(share), body.across, offset));
  for (let share = HIGHEST; share < LOWEST; share += STEP) {
    if (at(share) !== 'lower') continue;
    let top = share;
    while (share - top < BELT_MAX && at(top - STEP) === 'other') top -= STEP;
    return share - top < BELT_MAX ? top : share;
  }
  return null;
}
