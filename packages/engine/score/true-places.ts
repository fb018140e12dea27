import { readFileSync } from 'node:fs';
import { alongPolyline, distance } from '../src/pixels/geometry.ts';
import type { Plane, Point } from '../src/pixels/raster.ts';

/** A place in a person photo, in percent of its width and height. */
type Place = readonly [x: number, y: number];

/** Where a garment ends on its person, marked by eye to about a percent; absent or null where it is hidden. */
export interface TruePlaces {
  /** The lowest point of the neckline. */
  readonly neck?: Place;
  /** The lower edge below the middle of the body. */
  readonly hem?: Place;
  /** The middle of each sleeve's end, on the left and the right of the picture. */
  readonly sleeves: 'none' | readonly [Place | null, Place | null];
}

/** The places of all true pairs by their names. */
export const TRUE_PLACES: Readonly<Record<string, TruePlaces>> = JSON.parse(
  readFileSync(new URL('true-places.json', import.meta.url), 'utf8'),
);

/** Cover from which a pixel shows the garment. */
const COVERED = 0.5;
/** Steps along an arm, and the search range for a sleeve beside its bone, as a share of its length. */
const STEPS = 100;
const ASIDE = 0.06;

/** How far the neckline, the hem and the sleeves of a drawn garment lie from the true ones, in pixels. */
export interface Misplaced {
  readonly neck: readonly number[];
  readonly hem: readonly number[];
  readonly sleeves: readonly number[];
}

/**
 * Compares a garment's coverage with the true places; `arms` are shoulder, elbow and wrist on either side of the
 * picture.
 */
export function misplaced(cover: Plane, truth: TruePlaces, arms: readonly (readonly Point[])[]): Misplaced {
  const at = ([x, y]: Place): Point => ({ x: (x / 100) * cover.width, y: (y / 100) * cover.height });
  const sleeves = arms.flatMap((arm, side) => {
    const place = truth.sleeves === 'none' ? null : truth.sleeves[side];
    if (truth.sleeves !== 'none' && !place) return [];
    const length = distance(arm[0], arm[1]) + distance(arm[1], arm[2]);
    return [Math.abs(sleeveEnd(cover, arm) - (place ? shareOf(arm, at(place)) : 0)) * length];
  });
  return {
    neck: truth.neck ? [gapTo(cover, at(truth.neck), 'top')] : [],
    hem: truth.hem ? [gapTo(cover, at(truth.hem), 'bottom')] : [],
    sleeves,
  };
}

/**
 * How far the first or last covered pixel of a column lies from a point in it. In a column without one: the height of
 * the picture.
 */
function gapTo({ width, height, data }: Plane, { x, y }: Point, end: 'top' | 'bottom'): number {
  const column = Array.from({ length: height }, (_, row) => data[row * width + Math.round(x)] > COVERED);
  const found = end === 'top' ? column.indexOf(true) : column.lastIndexOf(true);
  return found < 0 ? height : Math.abs(found - y);
}

/** The share of an arm down to which it is covered. */
function sleeveEnd(cover: Plane, arm: readonly Point[]): number {
  const reach = ASIDE * (distance(arm[0], arm[1]) + distance(arm[1], arm[2]));
  for (let step = STEPS; step > 0; step--) {
    const { at, direction } = alongPolyline(arm, step / STEPS);
    const across = [-1, 0, 1].filter((side) =>
      isCovered(cover, at.x - side * reach * direction.y, at.y + side * reach * direction.x),
    );
    if (across.length >= 2) return step / STEPS;
  }
  return 0;
}

function isCovered({ width, height, data }: Plane, x: number, y: number): boolean {
  const [column, row] = [Math.round(x), Math.round(y)];
  return column >= 0 && row >= 0 && column < width && row < height && data[row * width + column] > COVERED;
}

/** The share of an arm that is nearest to a point. */
function shareOf(arm: readonly Point[], p: Point): number {
  const shares = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  const gap = (share: number) => distance(alongPolyline(arm, share).at, p);
  return shares.reduce((nearest, share) => (gap(share) < gap(nearest) ? share : nearest));
}
