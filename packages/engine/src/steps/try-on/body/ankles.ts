import { REGIONS, type RegionMap } from '../../../analysis.ts';
import { boxesOf, findComponents, largestComponent } from '../../../pixels/components.ts';
import { type Box, boxWhere } from '../../../pixels/crop.ts';
import { mix, point } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import { SIDES, type Side } from './side.ts';

/** Greatest distance from an ankle down to its shoe, and sideways from the shoe, in torso lengths. Our estimates. */
const TO_SHOE_MAX = 0.2;
const BESIDE_SHOE_MAX = 0.06;
/** Least width of two shoes that touch, in torso lengths. A narrower part is one shoe. */
const SHOES_MIN = 0.3;
/** Least pixels of a part of a shoe, as a share of the largest part. Smaller parts are scraps, such as a hem's. */
const SHOE_SHARE_MIN = 0.2;
/** Upper share of a shoe that surrounds the ankle. */
const INTO_SHOE = 0.25;

/** Share of a shin from the knee where cloth hides it or not. */
const ON_SHIN = 0.75;

/** Where ankles and feet are on either side of the picture. */
interface Feet {
  readonly ankle: readonly [Point, Point];
  /** The middle of each foot. */
  readonly foot: readonly [Point, Point];
}

/** The same and the knees. */
interface LowerLegs extends Feet {
  readonly knee: readonly [Point, Point];
}

/** A shoe in the pixels of the analysed person. */
interface Shoe {
  /** The box of the shoe, or of both if they touch. */
  readonly box: Box;
  readonly ankle: Point;
  /** The middle of the shoe. */
  readonly foot: Point;
}

/**
 * The feet in the shoes that the photo shows, where clothes hide the ankles and the pose net guessed them elsewhere.
 * Hidden legs count as not crossed. Null if both ankles lie at shoes, if a shin is bare, or if no two shoes show.
 */
export function feetInShoes({ knee, ankle, foot }: LowerLegs, regions: RegionMap, torsoLength: number): Feet | null {
  if (SIDES.some((side) => regionAt(regions, mix(knee[side], ankle[side], ON_SHIN)) === 'skin')) return null;
  const shoes = shoesOf(regions, SHOES_MIN * torsoLength);
  if (!shoes) return null;
  const isAt = (side: Side, { box: { left, top, width } }: Shoe) =>
    Math.abs(ankle[side].x - left - width / 2) < width / 2 + BESIDE_SHOE_MAX * torsoLength &&
    top - ankle[side].y < TO_SHOE_MAX * torsoLength;
  const areCrossed = isAt(0, shoes[1]) && isAt(1, shoes[0]);
  const isRight = [isAt(0, shoes[0]), isAt(1, shoes[1])] as const;
  if (areCrossed || (isRight[0] && isRight[1])) return null;
  const [left, right] = SIDES.map((side) => (isRight[side] ? { ankle: ankle[side], foot: foot[side] } : shoes[side]));
  return { ankle: [left.ankle, right.ankle], foot: [left.foot, right.foot] };
}

/**
 * The left and the right shoe. Two shoes that touch, at least `widthMin` pixels wide, are the halves of one part. Null
 * if the photo shows fewer.
 */
function shoesOf(regions: RegionMap, widthMin: number): readonly [Shoe, Shoe] | null {
  const { width, height, labels, scale } = regions;
  const shoes = REGIONS.indexOf('shoes');
  const parts = findComponents(
    maskOf(labels.length, (i) => labels[i] === shoes),
    width,
    height,
  );
  const partMin = SHOE_SHARE_MIN * (parts.sizes[largestComponent(parts)] ?? 0);
  if (partMin === 0) return null;
  const isShoe = (part: number) => part > 0 && parts.sizes[part] >= partMin;
  const boxes = boxesOf(parts, width)
    .filter((_, part) => isShoe(part))
    .sort((one, other) => one.left - other.left);
  if (boxes.length === 2) return [shoeIn(boxes[0], regions), shoeIn(boxes[1], regions)];
  const both = boxWhere({ width, height }, (i) => isShoe(parts.labels[i]));
  if (both.width * scale < widthMin) return null;
  const half = { ...both, width: Math.floor(both.width / 2) };
  const [left, right] = [shoeIn(half, regions), shoeIn({ ...half, left: both.left + half.width }, regions)];
  const box = { ...left.box, width: left.box.width + right.box.width };
  return [
    { ...left, box },
    { ...right, box },
  ];
}

/** The shoe in a box of the map. Its upper part surrounds the ankle. */
function shoeIn({ left, top, width, height }: Box, { width: mapWidth, labels, scale }: RegionMap): Shoe {
  const shoes = REGIONS.indexOf('shoes');
  const upper = Math.max(1, Math.round(INTO_SHOE * height));
  const columns: number[] = [];
  for (let y = top; y < top + upper; y++)
    for (let x = left; x < left + width; x++) if (labels[y * mapWidth + x] === shoes) columns.push(x + 0.5);
  const middle = columns.length > 0 ? columns.reduce((sum, x) => sum + x, 0) / columns.length : left + width / 2;
  return {
    box: { left: left * scale, top: top * scale, width: width * scale, height: height * scale },
    ankle: point(middle * scale, (top + upper) * scale),
    foot: point((left + width / 2) * scale, (top + height / 2) * scale),
  };
}
