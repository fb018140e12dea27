import type { Box } from '../../../pixels/crop.ts';
import type { Layer } from '../../../pixels/layer.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { BEFORE_END } from '../body/arm-place.ts';
import { type BodyPlace, LEGS_FROM } from '../body/body-place.ts';
import { SIDES } from '../body/side.ts';
import { byLayer, type GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, type PlacedBody } from '../scene.ts';
import { COVERED, coverAt, type DrawnGarment, isDrawnAt } from './draw.ts';

/** The parts of a fit that matter where garments hold others in. */
type Fit = Pick<GarmentFit, 'replaces' | 'hasSleeves' | 'sleeveEnds' | 'neckHalf' | 'span'>;

/** A garment drawn in its box of the output. */
export interface LaidGarment<F extends Fit = Fit> {
  readonly fit: F;
  readonly site: Box;
  readonly drawn: DrawnGarment;
}

/** Pixels beside the outer garment within this many radii of an arm are a sleeve. */
const SLEEVE_RADII = 2.6;
/** The same for a dress whose sleeves are longer than the outer ones. Its skirt hangs behind the hands. */
const DRESS_RADII = 1.2;
/** Above this share of the torso, pixels beside the outer neck are shoulders, which the outer garment covers. */
const SHOULDERS = 0.15;

/**
 * An inner garment without the parts that show beside an outer one with sleeves, which holds them close to the body.
 * Inner garments stay visible below its hem, above its neck, within its opening and out of its sleeves. Tops without
 * sleeves hold nothing in. Bottoms are held only if the outer garment is longer.
 */
export function heldIn({ fit, site, drawn }: LaidGarment, outer: LaidGarment, scene: PlacedBody): DrawnGarment {
  if (outer.fit.replaces !== 'upper' || !outer.fit.hasSleeves) return drawn;
  const outside = outsideOf(outer, scene);
  if (fit.span && Math.max(...fit.span.hems) >= outside.hem) return drawn;
  const part = { body: scene.body, placement: scene.placement.within(site) };
  const isLonger = fit.sleeveEnds.some((end, side) => end > outer.fit.sleeveEnds[side]);
  const armRadii = fit.replaces !== 'both' ? SLEEVE_RADII : isLonger ? DRESS_RADII : 0;
  const held = maskOf(site.width * site.height, (i) => {
    if (!isDrawnAt(drawn, i)) return false;
    const [x, y] = [site.left + (i % site.width), site.top + Math.floor(i / site.width)];
    if (outside.covers(x, y)) return false;
    const isAside = outside.at(x, y);
    if (fit.span) return isAside === true;
    const at = bodyPlaceOf(i, part);
    const isSkirtOnLeg = fit.replaces === 'both' && at.share > LEGS_FROM && at.leg.radii < 1;
    return !isSkirtOnLeg && isHeld(at, outer.fit, isAside, armRadii);
  });
  const within = ({ alpha }: Layer) => alpha.map((share, i) => (held[i] ? 0 : share));
  const layers = byLayer((name) => ({ ...drawn.layers[name], alpha: within(drawn.layers[name]) }));
  return { ...drawn, layers };
}

/**
 * True if the outer garment holds the part of a top at a pixel that it does not cover. It holds such a part below its
 * trunk, on its shoulders or in a sleeve. `isAside` is true beside its trunk, and null on rows that it does not reach.
 */
function isHeld(
  { share, offset, arms }: BodyPlace,
  { sleeveEnds, neckHalf }: Fit,
  isAside: boolean | null,
  armRadii: number,
): boolean {
  const near = SIDES.filter((side) => Math.min(arms[side].radii, arms[side].hand) < armRadii);
  if (near.length > 0 && isAside !== false)
    return near.every((side) => arms[side].along < sleeveEnds[side] - BEFORE_END);
  return isAside === true || (share < SHOULDERS && Math.abs(offset) > neckHalf);
}

const isCloth = (alpha: number) => alpha > COVERED;

/** First and last column of a trunk in a row. Infinite on a side of the body's axis that it does not reach. */
type Range = readonly [left: number, right: number];

/**
 * Least width of a row of the trunk, as a share of its greatest lower width. Narrower rows are corners of the hem and
 * cords.
 */
const HEM_WIDTH = 0.85;
/** Slope of a skirt or hem outwards below the garment that holds it, in pixels a row. */
const LEAN = 0.3;

/**
 * The outside of an outer garment. `hem` is its lower end as a share of the torso. `covers` tells whether it hides a
 * pixel of the output. `at` tells whether a pixel lies beside its trunk, which continues below a round hem. It is null
 * on rows that the garment does not reach.
 */
function outsideOf({ site, drawn }: LaidGarment, { body, placement }: PlacedBody) {
  const { alpha } = drawn.layers.trunk;
  const { width, height } = site;
  const part = { body, placement: placement.within(site) };
  const offset = (pixel: number) => bodyPlaceOf(pixel, part).offset;
  const rangeOn = (y: number): Range | null => {
    const row = alpha.subarray(y * width, (y + 1) * width);
    const [first, last] = [row.findIndex(isCloth), row.findLastIndex(isCloth)];
    if (first < 0) return null;
    const left = offset(y * width + first) < 0 ? site.left + first : Number.NEGATIVE_INFINITY;
    return [left, offset(y * width + last) > 0 ? site.left + last : Number.POSITIVE_INFINITY];
  };
  const rows = Array.from({ length: height }, (_, y) => rangeOn(y));
  const widthOf = (range: Range | null) => (range && Number.isFinite(range[1] - range[0]) ? range[1] - range[0] : 0);
  const [first, last] = [rows.findIndex((range) => range !== null), rows.findLastIndex((range) => range !== null)];
  const lower = rows.slice(Math.floor((first + last) / 2), last + 1).map(widthOf);
  const hem = rows.findLastIndex((range) => range !== null && widthOf(range) >= HEM_WIDTH * Math.max(...lower));
  const hemRange = rows[hem];
  const lowest = alpha.findLastIndex(isCloth);
  return {
    hem: lowest < 0 ? 0 : bodyPlaceOf(lowest, part).share,
    covers: (x: number, y: number): boolean => {
      const [column, row] = [x - site.left, y - site.top];
      if (column < 0 || row < 0 || column >= width || row >= height) return false;
      return coverAt(drawn, row * width + column) > COVERED;
    },
    at: (x: number, outputRow: number): boolean | null => {
      const y = outputRow - site.top;
      const lean = LEAN * Math.max(0, y - hem);
      const range = y > hem && hemRange ? hemRange : rows[y];
      return range ? x < range[0] - lean || x > range[1] + lean : null;
    },
  };
}
