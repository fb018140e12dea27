import { REGIONS, type Region, type RegionMap } from '../../../analysis.ts';
import { boxesOf, findComponents, largestComponent } from '../../../pixels/components.ts';
import { type Box, hullOf } from '../../../pixels/crop.ts';
import { mix, point } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import { SIDES, type Side } from './side.ts';

/** Greatest distance from an ankle down to its shoe, and sideways from the shoe, in torso lengths. Our estimates. */
const TO_SHOE_MAX = 0.2;
const BESIDE_SHOE_MAX = 0.06;
/** Least width of two shoes that touch, in torso lengths, and greatest one in heights. Others are one shoe. */
const SHOES_MIN = 0.3;
const SHOES_LONG = 2;
/** Least pixels of a part of a shoe, as a share of the largest part. Smaller parts are scraps, such as a hem's. */
const SHOE_SHARE_MIN = 0.2;
/** Regions that hide a leg. */
const CLOTHES: ReadonlySet<Region | null> = new Set<Region>(['upper', 'lower']);
/** Upper share of a shoe that surrounds the ankle. */
const INTO_SHOE = 0.25;

/** Place on a shin that tells whether clothes hide it: its share from the knee. */
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
 * Hidden legs count as not crossed. Null if both ankles lie at shoes, if clothes do not hide both shins, or if no two
 * shoes show.
 */
export function feetInShoes({ knee, ankle, foot }: LowerLegs, regions: RegionMap, torsoLength: number): Feet | null {
  const isHidden = (side: Side) => CLOTHES.has(regionAt(regions, mix(knee[side], ankle[side], ON_SHIN)));
  if (!SIDES.every(isHidden)) return null;
  const shoes = shoesOf(regions, SHOES_MIN * torsoLength);
  if (!shoes) return null;
  const isAt = (side: Side, { box: { left, top, width, height } }: Shoe) =>
    Math.abs(ankle[side].x - left - width / 2) < width / 2 + BESIDE_SHOE_MAX * torsoLength &&
    ankle[side].y > top - TO_SHOE_MAX * torsoLength &&
    ankle[side].y < top + height;
  const areCrossed = isAt(0, shoes[1]) && isAt(1, shoes[0]);
  const isRight = [isAt(0, shoes[0]), isAt(1, shoes[1])] as const;
  if (areCrossed || (isRight[0] && isRight[1])) return null;
  const [left, right] = SIDES.map((side) => (isRight[side] ? { ankle: ankle[side], foot: foot[side] } : shoes[side]));
  return { ankle: [left.ankle, right.ankle], foot: [left.foot, right.foot] };
}

/**
 * The left and the right shoe. Parts left and right of the middle of all are one shoe each. A single part is two shoes
 * that touch if it is at least `widthMin` pixels wide and not long. Null if the photo shows fewer.
 */
function shoesOf(regions: RegionMap, widthMin: number): readonly [Shoe, Shoe] | null {
  const { width, height, labels, scale } = regions;
  const shoes = REGIONS.indexOf('shoes');
  const parts = findComponents(
    maskOf(labels.length, (i) => labels[i] === shoes),
    width,
    height,
  );
  const partMin = SHOE_SHARE_MIN * parts.sizes[largestComponent(parts)];
  const boxes = boxesOf(parts, width).filter((_, part) => part > 0 && parts.sizes[part] >= partMin);
  if (boxes.length === 0) return null;
  const both = hullOf(boxes);
  if (boxes.length > 1) {
    const isLeft = (box: Box) => 2 * box.left + box.width < 2 * both.left + both.width;
    const [left, right] = [boxes.filter(isLeft), boxes.filter((box) => !isLeft(box))];
    return left.length > 0 && right.length > 0 ? [shoeIn(hullOf(left), regions), shoeIn(hullOf(right), regions)] : null;
  }
  if (both.width * scale < widthMin || both.width > SHOES_LONG * both.height) return null;
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
